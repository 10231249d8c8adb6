import { defineHelp } from '../../ui/help.ts'
import { chargesPageMessages } from './page-messages.ts'

export const help = defineHelp(chargesPageMessages, {
  en: {
    about: 'What one owner is billed for whole months, each line with the loads or days that it is of.',
    figures: {
      quantity:
        'Tonnes; tonnes at the end of each day, added up; tonnes times points of moisture above the base; or loads.',
      rate: 'The tariff’s. A rate for a week or a month is divided by its days.',
      amount: 'Quantity times rate, rounded once.',
      corrections:
        'What has become of a closed statement since: a late load, a correction, a deletion. The closed one stays.',
    },
  },
  de: {
    about: 'Was einem Eigentümer für ganze Monate berechnet wird, jede Zeile mit ihren Fuhren oder Tagen.',
    figures: {
      quantity:
        'Tonnen; Tonnen am Ende jedes Tages, zusammengezählt; Tonnen mal Punkte Feuchte über der Basis; oder Fuhren.',
      rate: 'Der des Tarifs. Ein Satz für eine Woche oder einen Monat wird durch deren Tage geteilt.',
      amount: 'Menge mal Satz, einmal gerundet.',
      corrections:
        'Was aus einer geschlossenen Abrechnung seither wurde: eine späte Fuhre, eine Berichtigung, eine Löschung. Die geschlossene bleibt.',
    },
  },
  fr: {
    about:
      'Ce qui est facturé à un propriétaire pour des mois entiers, chaque ligne avec ses chargements ou ses jours.',
    figures: {
      quantity:
        'Des tonnes ; des tonnes à la fin de chaque jour, additionnées ; des tonnes fois les points d’humidité au-dessus de la base ; ou des chargements.',
      rate: 'Celui du tarif. Un prix par semaine ou par mois est divisé par ses jours.',
      amount: 'La quantité fois le prix, arrondie une fois.',
      corrections:
        'Ce qu’un relevé clos est devenu depuis : un chargement tardif, une correction, une suppression. Le relevé clos reste.',
    },
  },
})
