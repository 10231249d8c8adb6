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
    about:
      'One statement, line by line: which load it is, what differs, and what comes of it. When all is decided it can be closed.',
    figures: {
      theirs: 'What the buyer says it received, over all lines.',
      ours: 'What the loads on these lines weighed over your own scale.',
      difference: 'Theirs less ours, of lines with a load that is weighed. Above 1 % it is red.',
      undecided: 'Lines that do not agree, and of which nobody has said yet what comes of them.',
      missing:
        'Loads that left for the buyer in these days and are on no statement. They may come on the next.',
      writtenOff: 'Ours less theirs where the difference was given up. Your stock does not change by it.',
      claimedSum: 'Ours less theirs where the difference is claimed from the buyer.',
    },
  },
  de: {
    about:
      'Eine Abrechnung, Zeile für Zeile: welche Fuhre es ist, was abweicht, und was daraus wird. Ist alles entschieden, kann sie abgeschlossen werden.',
    figures: {
      theirs: 'Was der Käufer erhalten haben will, über alle Zeilen.',
      ours: 'Was die Fuhren auf diesen Zeilen auf Ihrer eigenen Waage wogen.',
      difference: 'Dort weniger hier, von Zeilen mit einer gewogenen Fuhre. Über 1 % ist es rot.',
      undecided: 'Zeilen, die nicht stimmen und von denen noch niemand gesagt hat, was daraus wird.',
      missing:
        'Fuhren, die in diesen Tagen an den Käufer gingen und auf keiner Abrechnung stehen. Sie können auf der nächsten kommen.',
      writtenOff:
        'Hier weniger dort, wo die Abweichung aufgegeben wurde. Ihr Bestand ändert sich dadurch nicht.',
      claimedSum: 'Hier weniger dort, wo die Abweichung beim Käufer reklamiert wird.',
    },
  },
  fr: {
    about:
      'Un décompte, ligne par ligne : quelle charge c’est, ce qui diffère, et ce qu’on en fait. Quand tout est décidé, il peut être clos.',
    figures: {
      theirs: 'Ce que l’acheteur dit avoir reçu, sur toutes les lignes.',
      ours: 'Ce que les charges de ces lignes pesaient sur votre propre pont-bascule.',
      difference:
        'Chez eux moins chez nous, des lignes dont la charge est pesée. Au-delà de 1 % c’est rouge.',
      undecided: 'Les lignes qui ne concordent pas et dont personne n’a encore dit ce qu’on en fait.',
      missing:
        'Les charges parties chez l’acheteur ces jours-là et sur aucun décompte. Elles peuvent venir sur le prochain.',
      writtenOff: 'Chez nous moins chez eux, où l’écart a été abandonné. Votre stock n’en change pas.',
      claimedSum: 'Chez nous moins chez eux, où l’écart est réclamé à l’acheteur.',
    },
  },
})
