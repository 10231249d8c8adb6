import { defineHelp } from '../../ui/help.ts'
import { messages } from './messages.ts'

export const help = defineHelp(messages, {
  en: {
    about: 'What you bought and sold by contract: how much of each has moved, and what is left.',
    figures: {
      agreed: 'The weight in the contract.',
      moved:
        'The net weight of all loads that name the contract, up to now. A late or corrected load counts at once.',
      left: 'Agreed less moved: what is still to come or to go. Of contracts that are confirmed alone.',
      closed_short: 'Less moved than was agreed, and no more is to move.',
    },
  },
  de: {
    about:
      'Was Sie auf Kontrakt gekauft und verkauft haben: wie viel davon bewegt ist und was noch offen ist.',
    figures: {
      agreed: 'Das Gewicht im Kontrakt.',
      moved:
        'Das Nettogewicht aller Fuhren, die den Kontrakt nennen, bis jetzt. Eine späte oder berichtigte Fuhre zählt sofort.',
      left: 'Vereinbart weniger bewegt: was noch kommen oder gehen soll. Nur von bestätigten Kontrakten.',
      closed_short: 'Es ist weniger bewegt als vereinbart, und mehr soll nicht folgen.',
    },
  },
  fr: {
    about: 'Ce que vous avez acheté et vendu par contrat : combien a été livré, et ce qui reste.',
    figures: {
      agreed: 'Le poids du contrat.',
      moved:
        'Le poids net de tous les chargements qui nomment le contrat, jusqu’à présent. Un chargement tardif ou corrigé compte aussitôt.',
      left: 'Convenu moins livré : ce qui doit encore venir ou partir. Des contrats confirmés seulement.',
      closed_short: 'Il a été livré moins que convenu, et rien de plus ne suivra.',
    },
  },
})
