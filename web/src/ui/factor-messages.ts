import { defineMessages } from '../i18n/messages.ts'

export const factorMessages = defineMessages({
  en: {
    second: 'Your second factor',
    code: 'Code',
    codeHint: 'Six digits of your code app, or a recovery code.',
    goOn: 'Go on',
    byPasskey: 'Use a passkey',
    noPasskey: 'No passkey was used. Try again, or take another way.',
    back: 'Back',
    again: 'Show that it is you',
    againHint:
      'This is asked for before keys, roles and closed books are changed, if it was last shown more than ten minutes ago.',
    password: 'Password',
  },
  de: {
    second: 'Ihr zweiter Faktor',
    code: 'Code',
    codeHint: 'Sechs Ziffern Ihrer Code-App, oder ein Wiederherstellungscode.',
    goOn: 'Weiter',
    byPasskey: 'Passkey benutzen',
    noPasskey:
      'Es wurde kein Passkey benutzt. Versuchen Sie es noch einmal, oder nehmen Sie einen anderen Weg.',
    back: 'Zurück',
    again: 'Zeigen Sie, dass Sie es sind',
    againHint:
      'Danach wird gefragt, bevor Schlüssel, Rollen und abgeschlossene Bücher geändert werden, wenn es zuletzt vor mehr als zehn Minuten gezeigt wurde.',
    password: 'Passwort',
  },
  fr: {
    second: 'Votre second facteur',
    code: 'Code',
    codeHint: 'Six chiffres de votre application de codes, ou un code de secours.',
    goOn: 'Continuer',
    byPasskey: 'Utiliser une clé d’accès',
    noPasskey: 'Aucune clé d’accès n’a servi. Réessayez, ou prenez un autre chemin.',
    back: 'Retour',
    again: 'Montrez que c’est bien vous',
    againHint:
      'C’est demandé avant de changer des clés, des rôles ou des livres clos, si vous l’avez montré il y a plus de dix minutes.',
    password: 'Mot de passe',
  },
})
