import { defineHelp } from '../../ui/help.ts'
import { pageMessages } from './page-messages.ts'

export const help = defineHelp(pageMessages, {
  en: {
    about: 'One contract: what is agreed, what moved under it, and what is left, as a whole and by window.',
    figures: {
      moved: 'The net weight of all loads that name it, up to now.',
      left: 'Agreed less moved. Planned loads are still among it.',
      over: 'By how much more moved than was agreed. A load is taken all the same.',
      tolerance: 'How far the weight may be off what is agreed, and who may choose.',
      windows:
        'When how much is to move. A load counts in the window that it names, or else in the one of its day.',
      allowances: 'What each point above or below the base changes of the price.',
    },
  },
  de: {
    about:
      'Ein Kontrakt: was vereinbart ist, was darunter bewegt wurde und was offen ist, im Ganzen und je Zeitraum.',
    figures: {
      moved: 'Das Nettogewicht aller Fuhren, die ihn nennen, bis jetzt.',
      left: 'Vereinbart weniger bewegt. Geplante Fuhren sind noch darin.',
      over: 'Um wie viel mehr bewegt wurde als vereinbart. Die Fuhre wird trotzdem angenommen.',
      tolerance: 'Wie weit das Gewicht vom vereinbarten abweichen darf, und wer wählen darf.',
      windows:
        'Wann wie viel gehen soll. Eine Fuhre zählt in dem Zeitraum, den sie nennt, sonst in dem ihres Tages.',
      allowances: 'Was jeder Punkt über oder unter der Basis am Preis ändert.',
    },
  },
  fr: {
    about: 'Un contrat : ce qui est convenu, ce qui a été livré et ce qui reste, en tout et par période.',
    figures: {
      moved: 'Le poids net de tous les chargements qui le nomment, jusqu’à présent.',
      left: 'Convenu moins livré. Les chargements prévus en font encore partie.',
      over: 'De combien il a été livré de plus que convenu. Le chargement est pris quand même.',
      tolerance: 'De combien le poids peut s’écarter de ce qui est convenu, et qui peut choisir.',
      windows:
        'Quand et combien livrer. Un chargement compte dans la période qu’il nomme, sinon dans celle de son jour.',
      allowances: 'Ce que chaque point au-dessus ou au-dessous de la base change au prix.',
    },
  },
})
