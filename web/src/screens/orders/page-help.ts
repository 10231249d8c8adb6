import { defineHelp } from '../../ui/help.ts'
import { orderPageMessages } from './page-messages.ts'

export const help = defineHelp(orderPageMessages, {
  en: {
    about: 'One order: what it says, what moved on it and what is left, and the link for its driver.',
    figures: {
      moved:
        'The net weight of all loads that name it, up to now. A lorry is one load, however many bays it fills.',
      left: 'Ordered less moved. Planned loads are still among it.',
      driver:
        'Print its code, or send the link. Withdrawn, it leads nowhere, and a new one has another address.',
    },
  },
  de: {
    about:
      'Ein Auftrag: was er sagt, was darauf bewegt wurde und was offen ist, und der Link für den Fahrer.',
    figures: {
      moved:
        'Das Nettogewicht aller Fuhren, die ihn nennen, bis jetzt. Ein Lkw ist eine Fuhre, so viele Boxen er auch füllt.',
      left: 'Bestellt weniger bewegt. Geplante Fuhren sind noch darin.',
      driver:
        'Drucken Sie den Code, oder schicken Sie den Link. Zurückgezogen führt er nirgendwohin, und ein neuer hat eine andere Adresse.',
    },
  },
  fr: {
    about: 'Un ordre : ce qu’il dit, ce qui a été déplacé et ce qui reste, et le lien pour son chauffeur.',
    figures: {
      moved:
        'Le poids net de tous les chargements qui le nomment, jusqu’à présent. Un camion est un chargement, quel que soit le nombre de cellules.',
      left: 'Commandé moins déplacé. Les chargements prévus en font encore partie.',
      driver:
        'Imprimez le code, ou envoyez le lien. Retiré, il ne mène nulle part, et un nouveau a une autre adresse.',
    },
  },
})
