import { defineHelp } from '../../ui/help.ts'
import { messages } from './messages.ts'

export const help = defineHelp(messages, {
  en: {
    about:
      'Whoever reads the mail of an account’s address sets its password. All devices are signed out by that.',
    figures: {
      send: 'The answer is the same whether the address has an account or not. It can be asked for three times an hour.',
      code: 'Where the installation sends no mail, whoever runs it has the code.',
    },
  },
  de: {
    about:
      'Wer die Post zur Adresse eines Kontos liest, setzt sein Passwort. Alle Geräte werden dabei abgemeldet.',
    figures: {
      send: 'Die Antwort ist gleich, ob es zu der Adresse ein Konto gibt oder nicht. Verlangt werden kann er dreimal in der Stunde.',
      code: 'Wo die Installation keine E-Mails verschickt, hat ihn, wer sie betreibt.',
    },
  },
  fr: {
    about:
      'Qui lit le courrier de l’adresse d’un compte en définit le mot de passe. Tous les appareils sont alors déconnectés.',
    figures: {
      send: 'La réponse est la même, que l’adresse ait un compte ou non. Il peut être demandé trois fois par heure.',
      code: 'Si l’installation n’envoie pas de courriels, qui la gère a le code.',
    },
  },
})
