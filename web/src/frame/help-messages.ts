import { defineMessages } from '../i18n/messages.ts'

export const helpMessages = defineMessages({
  en: {
    help: 'Help',
    keys: 'Keys',
    figures: 'What the figures say',
    find: 'Find or do anything.',
    openHelp: 'This help.',
  },
  de: {
    help: 'Hilfe',
    keys: 'Tasten',
    figures: 'Was die Zahlen sagen',
    find: 'Alles suchen und ausführen.',
    openHelp: 'Diese Hilfe.',
  },
  fr: {
    help: 'Aide',
    keys: 'Touches',
    figures: 'Ce que disent les chiffres',
    find: 'Tout chercher, tout exécuter.',
    openHelp: 'Cette aide.',
  },
})
