import { defineMessages } from '../i18n/messages.ts'

/** Texts about what was typed on this device and is not in the book. */
export const onDeviceMessages = defineMessages({
  en: {
    waits: 'waits for the connection',
    refused: 'refused',
    sendNow: 'Send it now',
    correct: 'Correct',
    giveUp: 'Give up',
    reason: 'Reason',
    keep: 'Back',
  },
  de: {
    waits: 'wartet auf die Verbindung',
    refused: 'abgelehnt',
    sendNow: 'Jetzt senden',
    correct: 'Berichtigen',
    giveUp: 'Aufgeben',
    reason: 'Grund',
    keep: 'Zurück',
  },
  fr: {
    waits: 'attend la connexion',
    refused: 'refusé',
    sendNow: 'Envoyer maintenant',
    correct: 'Corriger',
    giveUp: 'Abandonner',
    reason: 'Motif',
    keep: 'Retour',
  },
})
