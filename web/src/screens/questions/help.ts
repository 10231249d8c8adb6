import { defineHelp } from '../../ui/help.ts'
import { messages } from './messages.ts'

export const help = defineHelp(messages, {
  en: {
    about: 'Questions to an agricultural adviser, and photos of grain samples. They go out by mail.',
    figures: {
      queued: 'It is stored, and the mail has yet to go out.',
      sent: 'The mail server has taken it. The answer comes by mail.',
      failed: 'It was given up; the line below says why.',
    },
  },
  de: {
    about:
      'Fragen an die landwirtschaftliche Beratung, und Fotos von Kornproben. Sie gehen als E-Mail hinaus.',
    figures: {
      queued: 'Sie ist gespeichert, und die E-Mail geht noch hinaus.',
      sent: 'Der Mailserver hat sie. Die Antwort kommt per E-Mail.',
      failed: 'Es wurde aufgegeben; die Zeile darunter sagt, warum.',
    },
  },
  fr: {
    about:
      'Des questions à un conseiller agricole, et des photos d’échantillons. Elles partent par courriel.',
    figures: {
      queued: 'Elle est gardée, et le courriel doit encore partir.',
      sent: 'Le serveur de courriel l’a prise. La réponse vient par courriel.',
      failed: 'On y a renoncé ; la ligne en dessous dit pourquoi.',
    },
  },
})
