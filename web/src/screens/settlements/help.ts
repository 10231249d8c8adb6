import { defineHelp } from '../../ui/help.ts'
import { messages } from './messages.ts'

export const help = defineHelp(messages, {
  en: {
    about: 'What left by your tickets beside what buyers say they received.',
    figures: {
      theirs: 'What the buyer says it received, over all lines.',
      ours: 'What the loads on these lines weighed over your own scale.',
      difference: 'Theirs less ours, of lines with a load that is weighed. Above 1 % it is red.',
      undecided: 'Lines that do not agree, and of which nobody has said yet what comes of them.',
    },
  },
  de: {
    about: 'Was nach Ihren Wiegescheinen abging, neben dem, was Käufer erhalten haben wollen.',
    figures: {
      theirs: 'Was der Käufer erhalten haben will, über alle Zeilen.',
      ours: 'Was die Fuhren auf diesen Zeilen auf Ihrer eigenen Waage wogen.',
      difference: 'Dort weniger hier, von Zeilen mit einer gewogenen Fuhre. Über 1 % ist es rot.',
      undecided: 'Zeilen, die nicht stimmen und von denen noch niemand gesagt hat, was daraus wird.',
    },
  },
  fr: {
    about: 'Ce qui est parti d’après vos bons, à côté de ce que les acheteurs disent avoir reçu.',
    figures: {
      theirs: 'Ce que l’acheteur dit avoir reçu, sur toutes les lignes.',
      ours: 'Ce que les charges de ces lignes pesaient sur votre propre pont-bascule.',
      difference:
        'Chez eux moins chez nous, des lignes dont la charge est pesée. Au-delà de 1 % c’est rouge.',
      undecided: 'Les lignes qui ne concordent pas et dont personne n’a encore dit ce qu’on en fait.',
    },
  },
})
