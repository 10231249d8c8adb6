import { defineMessages } from '../i18n/messages.ts'

/** What parts of screens say everywhere. */
export const messages = defineMessages({
  en: {
    loading: 'Reading',
    loadFailed: 'This could not be read',
    tryAgain: 'Try again',
    requestId: 'Request {id}',
    away: 'The service cannot be reached. Check the connection.',
    notAllowed: 'You may not do this',
    close: 'Close',
    suggestions: 'Suggestions',
    cancel: 'Cancel',
    weightUnreadable: 'Write a weight in figures, such as {example}.',
    weightAmbiguous:
      'This could be two weights. Write it without a sign between the thousands, such as {example}.',
    weightTooLarge: 'No lorry weighs that much.',
    weightRead: '{kg} kg',
  },
  de: {
    loading: 'Wird gelesen',
    loadFailed: 'Das konnte nicht gelesen werden',
    tryAgain: 'Noch einmal',
    requestId: 'Anfrage {id}',
    away: 'Der Dienst ist nicht erreichbar. Ist die Verbindung da?',
    notAllowed: 'Das dürfen Sie nicht',
    close: 'Schließen',
    suggestions: 'Vorschläge',
    cancel: 'Abbrechen',
    weightUnreadable: 'Ein Gewicht in Ziffern, zum Beispiel {example}.',
    weightAmbiguous:
      'Das könnten zwei Gewichte sein. Bitte ohne Zeichen zwischen den Tausendern, zum Beispiel {example}.',
    weightTooLarge: 'So viel wiegt kein Lastwagen.',
    weightRead: '{kg} kg',
  },
  fr: {
    loading: 'Lecture en cours',
    loadFailed: 'La lecture a échoué',
    tryAgain: 'Réessayer',
    requestId: 'Demande {id}',
    away: 'Le service est injoignable. Vérifiez la connexion.',
    notAllowed: 'Vous n’en avez pas le droit',
    close: 'Fermer',
    suggestions: 'Propositions',
    cancel: 'Annuler',
    weightUnreadable: 'Écrivez un poids en chiffres, par exemple {example}.',
    weightAmbiguous:
      'Cela peut être deux poids. Écrivez-le sans signe entre les milliers, par exemple {example}.',
    weightTooLarge: 'Aucun camion ne pèse autant.',
    weightRead: '{kg} kg',
  },
})
