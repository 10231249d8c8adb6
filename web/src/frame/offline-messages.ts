import { defineMessages } from '../i18n/messages.ts'

export const offlineMessages = defineMessages({
  en: {
    from: 'No connection. The figures are from {moment}; changes wait until it is back.',
    nothing: 'No connection; changes wait until it is back.',
  },
  de: {
    from: 'Keine Verbindung. Die Zahlen sind vom {moment}; ändern geht erst wieder mit Verbindung.',
    nothing: 'Keine Verbindung; ändern geht erst wieder mit Verbindung.',
  },
  fr: {
    from: 'Pas de connexion. Les chiffres sont du {moment} ; les modifications attendront son retour.',
    nothing: 'Pas de connexion ; les modifications attendront son retour.',
  },
})
