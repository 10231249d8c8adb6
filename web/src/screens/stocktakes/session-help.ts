import { defineHelp } from '../../ui/help.ts'
import { sessionMessages } from './session-messages.ts'

export const help = defineHelp(sessionMessages, {
  en: {
    about: 'The sheet of a stock-take: a row for each bay and parcel. A row opens with all its counts.',
    figures: {
      book: 'What the book has at the cut-off. It is read again until the approval.',
      counted: 'What was counted, reckoned to the cut-off by what moved between.',
      state:
        'What is still to be done. “Entered since” are tickets for before the cut-off that came in after the bay was counted.',
    },
  },
  de: {
    about:
      'Das Zählblatt einer Inventur: eine Zeile je Box und Partie. Eine Zeile öffnet alle ihre Zählungen.',
    figures: {
      book: 'Was das Buch am Stichtag hat. Bis zur Freigabe wird es immer neu gelesen.',
      counted: 'Was gezählt wurde, auf den Stichtag gerechnet über das, was sich seither bewegt hat.',
      state:
        'Was noch zu tun ist. „Seither eingetragen“ sind Scheine für die Zeit vor dem Stichtag, die erst nach der Zählung kamen.',
    },
  },
  fr: {
    about:
      'La feuille d’un inventaire : une ligne par cellule et par lot. Une ligne s’ouvre avec tous ses comptages.',
    figures: {
      book: 'Ce que le registre a à la date d’arrêté. Il est relu jusqu’à la validation.',
      counted: 'Ce qui a été compté, ramené à la date d’arrêté par les mouvements intermédiaires.',
      state:
        'Ce qui reste à faire. « Saisi depuis » : des tickets d’avant la date d’arrêté, venus après le comptage de la cellule.',
    },
  },
})
