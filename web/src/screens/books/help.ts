import { defineHelp } from '../../ui/help.ts'
import { messages } from './messages.ts'

export const help = defineHelp(messages, {
  en: {
    about: 'Up to which day no figure of the books changes any more, and what was signed for it.',
    figures: {
      stillOpen: 'What is better settled first. It hinders nobody, and stands on the statement.',
      exceptions: 'Whoever has one changes closed periods until its end; it is kept who and why.',
    },
  },
  de: {
    about: 'Bis zu welchem Tag sich keine Zahl des Buches mehr ändert, und was dafür unterschrieben wurde.',
    figures: {
      stillOpen: 'Was besser vorher geklärt wird. Es hindert niemanden und steht auf dem Abschluss.',
      exceptions: 'Wer eine hat, ändert bis zu ihrem Ende abgeschlossene Zeiträume; wer und warum, bleibt.',
    },
  },
  fr: {
    about: 'Jusqu’à quel jour aucun chiffre du registre ne change plus, et ce qui a été signé pour lui.',
    figures: {
      stillOpen: 'Ce qui se règle mieux avant. Cela n’empêche rien, et figure sur l’arrêté.',
      exceptions: 'Qui en a une modifie les périodes clôturées jusqu’à son terme ; on garde qui et pourquoi.',
    },
  },
})
