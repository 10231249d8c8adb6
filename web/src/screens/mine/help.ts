import { defineHelp } from '../../ui/help.ts'
import { messages } from './messages.ts'

export const help = defineHelp(messages, {
  en: {
    about:
      'What of your grain lies in stores of others: how much on a date, each load, each loss and who bears it. They enter what happens to it; you read it, and nobody else’s.',
    figures: {
      opening: 'What lay there when the period begins.',
      cameIn: 'Loads that came, and grain that became yours there.',
      wentOut: 'Loads that left, and grain that became somebody else’s there.',
      lost: 'What counts, drying and cleaning took away. Each loss has its reason below, and who bears it.',
      found: 'What counts found beyond the book.',
      weight: 'What lies in this bay at the end of the period.',
      quality: 'What was measured of it, as far as is known today.',
      change: 'What came, or went.',
      after: 'What lay there after it, of this grain.',
    },
  },
  de: {
    about:
      'Was von Ihrem Korn bei anderen lagert: wie viel an einem Tag, jede Fuhre, jeder Verlust und wer ihn trägt. Eingetragen wird es dort; Sie lesen es, und nichts von anderen.',
    figures: {
      opening: 'Was am Anfang des Zeitraums dort lag.',
      cameIn: 'Fuhren, die kamen, und Korn, das dort Ihres wurde.',
      wentOut: 'Fuhren, die abgingen, und Korn, das dort jemand anderem zufiel.',
      lost: 'Was Zählungen, Trocknung und Reinigung nahmen. Jeder Verlust steht unten mit Grund und wer ihn trägt.',
      found: 'Was Zählungen über das Buch hinaus fanden.',
      weight: 'Was am Ende des Zeitraums in dieser Box liegt.',
      quality: 'Was daran gemessen wurde, soweit heute bekannt.',
      change: 'Was kam oder ging.',
      after: 'Was danach von diesem Korn dort lag.',
    },
  },
  fr: {
    about:
      'Ce que vous avez de grain chez d’autres : combien à une date, chaque charge, chaque perte et qui la supporte. C’est saisi là-bas ; vous le lisez, et rien de ce qui est à d’autres.',
    figures: {
      opening: 'Ce qui y était au début de la période.',
      cameIn: 'Les charges venues, et le grain devenu vôtre là-bas.',
      wentOut: 'Les charges parties, et le grain devenu celui d’un autre là-bas.',
      lost: 'Ce qu’ont pris comptages, séchage et nettoyage. Chaque perte a plus bas sa raison, et qui la supporte.',
      found: 'Ce que les comptages ont trouvé au-delà du registre.',
      weight: 'Ce qui est dans cette case à la fin de la période.',
      quality: 'Ce qui en a été mesuré, pour autant qu’on le sache aujourd’hui.',
      change: 'Ce qui est venu, ou parti.',
      after: 'Ce qu’il y avait ensuite de ce grain.',
    },
  },
})
