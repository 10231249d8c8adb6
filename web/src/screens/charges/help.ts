import { defineHelp } from '../../ui/help.ts'
import { messages } from './messages.ts'

export const help = defineHelp(messages, {
  en: {
    about: 'What owners are billed for grain that you store for them.',
    figures: {
      draft: 'Reckoned from the book each time it is opened. Closing it gives it a number, and it stays.',
      amounts: 'The sum without VAT. Currencies are never added up together.',
      months: 'Statements are of whole calendar months, each on one statement of an owner.',
    },
  },
  de: {
    about: 'Was Eigentümern für Ware berechnet wird, die Sie für sie lagern.',
    figures: {
      draft: 'Wird bei jedem Öffnen aus dem Buch berechnet. Geschlossen bekommt er eine Nummer und bleibt.',
      amounts: 'Die Summe ohne Mehrwertsteuer. Währungen werden nie zusammengezählt.',
      months: 'Abgerechnet werden ganze Kalendermonate, jeder auf einer Abrechnung eines Eigentümers.',
    },
  },
  fr: {
    about: 'Ce qui est facturé aux propriétaires pour le grain que vous stockez pour eux.',
    figures: {
      draft: 'Calculé d’après le registre à chaque ouverture. Clos, il reçoit un numéro et reste.',
      amounts: 'La somme hors TVA. Les devises ne sont jamais additionnées.',
      months: 'Un relevé porte sur des mois entiers, chacun sur un seul relevé d’un propriétaire.',
    },
  },
})
