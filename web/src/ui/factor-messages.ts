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
      'This is asked for before keys, roles and closed books are changed or much is saved as a file, if it was last shown more than ten minutes ago.',
    password: 'Password',
    besideHint: 'It opens in a window of its own. What you typed stays here.',
    orPassword: 'Or with a password, if you have one here:',
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
    again: 'Weisen Sie sich aus',
    againHint:
      'Nötig, bevor Schlüssel, Rollen oder abgeschlossene Zeiträume geändert oder viele Daten als Datei gespeichert werden, nach zehn Minuten.',
    password: 'Passwort',
    besideHint: 'Sie öffnet sich in einem eigenen Fenster. Was Sie eingegeben haben, bleibt hier stehen.',
    orPassword: 'Oder mit einem Passwort, wenn Sie hier eines haben:',
  },
  fr: {
    second: 'Votre second facteur',
    code: 'Code',
    codeHint: 'Six chiffres de votre application de codes, ou un code de secours.',
    goOn: 'Continuer',
    byPasskey: 'Utiliser une clé d’accès',
    noPasskey: 'Aucune clé d’accès n’a servi. Réessayez, ou choisissez un autre moyen.',
    back: 'Retour',
    again: 'Confirmez votre identité',
    againHint:
      'Demandé avant de modifier clés, rôles ou périodes clôturées, ou d’enregistrer beaucoup en un fichier, après dix minutes.',
    password: 'Mot de passe',
    besideHint: 'Elle s’ouvre dans une fenêtre à part. Ce que vous avez saisi reste ici.',
    orPassword: 'Ou avec un mot de passe, si vous en avez un ici :',
  },
})
