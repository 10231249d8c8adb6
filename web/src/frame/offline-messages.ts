import { defineMessages } from '../i18n/messages.ts'

export const offlineMessages = defineMessages({
  en: {
    from: 'No connection. The figures are from {moment}; changes wait until it is back.',
    nothing: 'No connection; changes wait until it is back.',
    fromWeighing:
      'No connection. The figures are from {moment}; you can go on weighing, and it is sent as soon as there is one.',
    nothingWeighing: 'No connection; you can go on weighing, and it is sent as soon as there is one.',
    fromCounting:
      'No connection. The figures are from {moment}; you can go on counting, and it is sent as soon as there is one.',
    nothingCounting: 'No connection; you can go on counting, and it is sent as soon as there is one.',
  },
  de: {
    from: 'Keine Verbindung. Die Zahlen sind vom {moment}; ändern geht erst wieder mit Verbindung.',
    nothing: 'Keine Verbindung; ändern geht erst wieder mit Verbindung.',
    fromWeighing:
      'Keine Verbindung. Die Zahlen sind vom {moment}; Sie können weiter wiegen, gesendet wird, sobald eine da ist.',
    nothingWeighing: 'Keine Verbindung; Sie können weiter wiegen, gesendet wird, sobald eine da ist.',
    fromCounting:
      'Keine Verbindung. Die Zahlen sind vom {moment}; Sie können weiter zählen, gesendet wird, sobald eine da ist.',
    nothingCounting: 'Keine Verbindung; Sie können weiter zählen, gesendet wird, sobald eine da ist.',
  },
  fr: {
    from: 'Pas de connexion. Les chiffres sont du {moment} ; les modifications attendront son retour.',
    nothing: 'Pas de connexion ; les modifications attendront son retour.',
    fromWeighing:
      'Pas de connexion. Les chiffres sont du {moment} ; vous pouvez continuer à peser, l’envoi se fera dès qu’elle revient.',
    nothingWeighing: 'Pas de connexion ; vous pouvez continuer à peser, l’envoi se fera dès qu’elle revient.',
    fromCounting:
      'Pas de connexion. Les chiffres sont du {moment} ; vous pouvez continuer à compter, l’envoi se fera dès qu’elle revient.',
    nothingCounting:
      'Pas de connexion ; vous pouvez continuer à compter, l’envoi se fera dès qu’elle revient.',
  },
})
