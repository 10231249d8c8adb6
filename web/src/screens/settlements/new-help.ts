import { defineHelp } from '../../ui/help.ts'
import { lineMessages } from './line-messages.ts'
import { messages } from './messages.ts'

const names = {
  en: { ...messages.en, ...lineMessages.en },
  de: { ...messages.de, ...lineMessages.de },
  fr: { ...messages.fr, ...lineMessages.fr },
}

export const help = defineHelp(names, {
  en: {
    about: 'Enter a buyer’s statement. It is compared first; nothing is stored before you enter it.',
    figures: {
      theirs: 'What the buyer says it received, over all lines.',
      ours: 'What the loads on these lines weighed over your own scale.',
      difference: 'Theirs less ours, of lines with a load that is weighed. Above 1 % it is red.',
      missing:
        'Loads that left for the buyer in these days and are on no statement. They may come on the next.',
    },
  },
  de: {
    about:
      'Tragen Sie die Abrechnung eines Käufers ein. Erst wird verglichen; gespeichert wird nichts, bevor Sie sie eintragen.',
    figures: {
      theirs: 'Was der Käufer erhalten haben will, über alle Zeilen.',
      ours: 'Was die Fuhren auf diesen Zeilen auf Ihrer eigenen Waage wogen.',
      difference: 'Dort weniger hier, von Zeilen mit einer gewogenen Fuhre. Über 1 % ist es rot.',
      missing:
        'Fuhren, die in diesen Tagen an den Käufer gingen und auf keiner Abrechnung stehen. Sie können auf der nächsten kommen.',
    },
  },
  fr: {
    about:
      'Saisissez le décompte d’un acheteur. Il est d’abord comparé ; rien n’est enregistré avant que vous le saisissiez.',
    figures: {
      theirs: 'Ce que l’acheteur dit avoir reçu, sur toutes les lignes.',
      ours: 'Ce que les charges de ces lignes pesaient sur votre propre pont-bascule.',
      difference:
        'Chez eux moins chez nous, des lignes dont la charge est pesée. Au-delà de 1 % c’est rouge.',
      missing:
        'Les charges parties chez l’acheteur ces jours-là et sur aucun décompte. Elles peuvent venir sur le prochain.',
    },
  },
})
