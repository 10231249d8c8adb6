import { defineHelp } from '../../ui/help.ts'
import { messages } from './messages.ts'

export const help = defineHelp(messages, {
  en: {
    about:
      'Messages between you and one other person, of your organisation or another. Nobody else can read them.',
    keys: { 'Ctrl-Enter': 'Sends what you have written.' },
    figures: {
      unread: 'How many messages you have not had on the screen, on any of your devices.',
      organisation: 'For whom the other person wrote last.',
    },
  },
  de: {
    about:
      'Nachrichten zwischen Ihnen und einer anderen Person, aus Ihrer oder einer anderen Organisation. Niemand sonst kann sie lesen.',
    keys: { 'Ctrl-Enter': 'Sendet, was Sie geschrieben haben.' },
    figures: {
      unread: 'Wie viele Nachrichten Sie noch auf keinem Ihrer Geräte vor sich hatten.',
      organisation: 'Für wen die andere Person zuletzt schrieb.',
    },
  },
  fr: {
    about:
      'Des messages entre vous et une autre personne, de votre organisation ou d’une autre. Personne d’autre ne peut les lire.',
    keys: { 'Ctrl-Enter': 'Envoie ce que vous avez écrit.' },
    figures: {
      unread: 'Combien de messages vous n’avez encore vus sur aucun de vos appareils.',
      organisation: 'Pour qui l’autre personne a écrit en dernier.',
    },
  },
})
