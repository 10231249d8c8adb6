import { defineHelp } from '../../ui/help.ts'
import { messages } from './messages.ts'

export const help = defineHelp(messages, {
  en: {
    about: 'For whoever has lost the telephone or the device that they sign in with, and all recovery codes.',
    figures: {
      code: 'It is good once, from a day after an administrator asked for it, or once another one has confirmed it.',
      go: 'All second factors of yours, on every device. The password stays.',
    },
  },
  de: {
    about:
      'Für alle, die das Telefon oder Gerät verloren haben, mit dem sie sich anmelden, und alle Wiederherstellungscodes.',
    figures: {
      code: 'Er gilt einmal, einen Tag nachdem ein Administrator ihn verlangt hat, oder sobald ein anderer ihn bestätigt hat.',
      go: 'Alle Ihre zweiten Faktoren, auf jedem Gerät. Das Passwort bleibt.',
    },
  },
  fr: {
    about:
      'Pour qui a perdu le téléphone ou l’appareil avec lequel il se connecte, et tous ses codes de secours.',
    figures: {
      code: 'Il sert une fois, un jour après la demande d’un administrateur, ou dès qu’un autre l’a confirmé.',
      go: 'Tous vos seconds facteurs, sur chaque appareil. Le mot de passe reste.',
    },
  },
})
