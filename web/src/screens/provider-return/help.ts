import { defineHelp } from '../../ui/help.ts'
import { messages } from './messages.ts'

export const help = defineHelp(messages, {
  en: {
    about:
      'Here your organisation’s provider sends you back after it has asked who you are. You go on with the page that you wanted.',
    figures: {
      refused: 'The red line has the reason. Nothing was changed by it.',
      again:
        'Each way back is good once, and for ten minutes. From the sign-in you are sent to the provider anew.',
    },
  },
  de: {
    about:
      'Hierher schickt Sie der Anmeldedienst Ihres Betriebs zurück, wenn er gefragt hat, wer Sie sind. Es geht mit der Seite weiter, die Sie wollten.',
    figures: {
      refused: 'Die rote Zeile nennt den Grund. Geändert wurde dadurch nichts.',
      again:
        'Jeder Rückweg gilt einmal und zehn Minuten lang. Von der Anmeldung aus werden Sie neu zum Anmeldedienst geschickt.',
    },
  },
  fr: {
    about:
      'C’est ici que le fournisseur d’identité de votre organisation vous renvoie après avoir demandé qui vous êtes. La page que vous vouliez s’ouvre alors.',
    figures: {
      refused: 'La ligne rouge dit pourquoi. Rien n’a été modifié.',
      again:
        'Chaque retour sert une fois, pendant dix minutes. Depuis la connexion, vous êtes renvoyé au fournisseur.',
    },
  },
})
