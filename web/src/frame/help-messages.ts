import { defineMessages } from '../i18n/messages.ts'

export const helpMessages = defineMessages({
  en: {
    help: 'Help',
    keys: 'Keys',
    figures: 'What the figures say',
    find: 'Find or do anything.',
    openHelp: 'This help.',
    handbook: 'The handbook: how to, rules and situations',
  },
  de: {
    help: 'Hilfe',
    keys: 'Tasten',
    figures: 'Was die Zahlen sagen',
    find: 'Alles suchen und ausführen.',
    openHelp: 'Diese Hilfe.',
    handbook: 'Handbuch: Anleitungen, Regeln und Fälle (englisch)',
  },
  fr: {
    help: 'Aide',
    keys: 'Touches',
    figures: 'Ce que disent les chiffres',
    find: 'Tout chercher, tout exécuter.',
    openHelp: 'Cette aide.',
    handbook: 'Manuel : modes d’emploi, règles et cas (en anglais)',
  },
})
