import { defineHelp } from '../../ui/help.ts'
import { messages } from './messages.ts'

export const help = defineHelp(messages, {
  en: {
    about: 'Stock-takes: bays counted as of one moment, and approved together.',
    figures: {
      cutOff: 'The moment of which stock is stated. Movements go on meanwhile.',
      counted: 'Bays that need nothing more before the approval.',
      variance: 'Counted less book. In a blind stock-take whoever counts does not see it.',
    },
  },
  de: {
    about: 'Inventuren: Boxen, die zu einem Stichtag gezählt und zusammen freigegeben werden.',
    figures: {
      cutOff: 'Der Zeitpunkt, für den der Bestand gilt. Bewegungen gehen währenddessen weiter.',
      counted: 'Boxen, an denen vor der Freigabe nichts mehr zu tun ist.',
      variance: 'Gezählt weniger Buch. In einer blinden Inventur sieht es nicht, wer zählt.',
    },
  },
  fr: {
    about: 'Inventaires : des cellules comptées à une même date, et validées ensemble.',
    figures: {
      cutOff: 'Le moment pour lequel le stock est établi. Les mouvements continuent pendant ce temps.',
      counted: 'Cellules où il ne reste rien à faire avant la validation.',
      variance: 'Compté moins registre. Dans un inventaire à l’aveugle, qui compte ne le voit pas.',
    },
  },
})
