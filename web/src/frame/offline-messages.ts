import { defineMessages } from '../i18n/messages.ts'

export const offlineMessages = defineMessages({
  en: {
    from: 'No connection. The figures are from {moment}; changes wait until it is back.',
    nothing: 'No connection, and nothing of this was read before.',
  },
  de: {
    from: 'Keine Verbindung. Die Zahlen sind vom {moment}; ändern geht erst wieder mit Verbindung.',
    nothing: 'Keine Verbindung, und hiervon wurde noch nichts gelesen.',
  },
  fr: {
    from: 'Pas de connexion. Les chiffres sont du {moment} ; les modifications attendront son retour.',
    nothing: 'Pas de connexion, et rien de cette page n’a encore été lu.',
  },
})
