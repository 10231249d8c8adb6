import { defineHelp } from '../../ui/help.ts'
import { bayCountMessages } from './count-messages.ts'

export const help = defineHelp(bayCountMessages, {
  en: {
    about: 'One bay after the other: what lies there, as you found it. It works without a network.',
    figures: {
      weight: 'What lies in the bay now. A later lorry is reckoned back to the cut-off.',
      nothing: 'An empty bay is counted, too.',
      byVolume: 'Works out the weight from lengths. They stay with the count.',
    },
  },
  de: {
    about: 'Eine Box nach der anderen: was dort liegt, wie Sie es vorfinden. Es geht auch ohne Netz.',
    figures: {
      weight: 'Was jetzt in der Box liegt. Spätere Fuhren werden auf den Stichtag zurückgerechnet.',
      nothing: 'Auch eine leere Box wird gezählt.',
      byVolume: 'Rechnet das Gewicht aus Längen. Sie bleiben bei der Zählung.',
    },
  },
  fr: {
    about: 'Une cellule après l’autre : ce qui s’y trouve, tel que vous le voyez. Cela marche sans réseau.',
    figures: {
      weight: 'Ce qui se trouve maintenant dans la cellule. Les camions venus après sont recalculés.',
      nothing: 'Une cellule vide se compte aussi.',
      byVolume: 'Calcule le poids d’après des longueurs. Elles restent avec le comptage.',
    },
  },
})
