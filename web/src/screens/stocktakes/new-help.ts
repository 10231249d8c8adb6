import { defineHelp } from '../../ui/help.ts'
import { newStocktakeMessages } from './new-messages.ts'

export const help = defineHelp(newStocktakeMessages, {
  en: {
    about: 'Opens a stock-take: which bays are counted, as of which moment, and by whom.',
    figures: {
      when: 'The moment of which stock is stated. A bay that is counted later is reckoned back to it.',
      tolerance: 'Left empty, no second count has to be made.',
    },
  },
  de: {
    about: 'Legt eine Inventur an: welche Boxen gezählt werden, zu welchem Zeitpunkt und von wem.',
    figures: {
      when: 'Der Zeitpunkt, für den der Bestand gilt. Was später gezählt wird, wird darauf zurückgerechnet.',
      tolerance: 'Leer gelassen, muss nichts ein zweites Mal gezählt werden.',
    },
  },
  fr: {
    about: 'Ouvre un inventaire : quelles cellules sont comptées, à quel moment, et par qui.',
    figures: {
      when: 'Le moment pour lequel le stock est établi. Ce qui est compté après y est ramené.',
      tolerance: 'Laissée vide, aucun second comptage n’est obligatoire.',
    },
  },
})
