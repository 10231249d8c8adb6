import { defineMessages } from '../../i18n/messages.ts'

/** Names of the levels of the log and of the kinds of jobs, by the service's words for them. */
export const platformNames = defineMessages({
  en: {
    silent: 'nothing at all',
    fatal: 'what ends the program',
    error: 'errors',
    warn: 'warnings',
    info: 'what happens',
    debug: 'details',
    trace: 'every step',
    'expert-question': 'Question to an expert',
    invitation: 'Invitation by mail',
    'password-reset': 'New password by mail',
    'webhook-redelivery': 'Event sent to a webhook again',
  },
  de: {
    silent: 'gar nichts',
    fatal: 'was das Programm beendet',
    error: 'Fehler',
    warn: 'Warnungen',
    info: 'was geschieht',
    debug: 'Einzelheiten',
    trace: 'jeder Schritt',
    'expert-question': 'Frage an einen Fachmann',
    invitation: 'Einladung per Mail',
    'password-reset': 'Neues Kennwort per Mail',
    'webhook-redelivery': 'Ereignis noch einmal an einen Webhook',
  },
  fr: {
    silent: 'rien du tout',
    fatal: 'ce qui arrête le programme',
    error: 'erreurs',
    warn: 'avertissements',
    info: 'ce qui se passe',
    debug: 'détails',
    trace: 'chaque étape',
    'expert-question': 'Question à un expert',
    invitation: 'Invitation par courriel',
    'password-reset': 'Nouveau mot de passe par courriel',
    'webhook-redelivery': 'Événement renvoyé à un webhook',
  },
})
