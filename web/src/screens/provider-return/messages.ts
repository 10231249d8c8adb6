import { defineMessages } from '../../i18n/messages.ts'

export const messages = defineMessages({
  en: {
    title: 'Signing in',
    refused: 'You are not signed in',
    denied:
      'Your provider did not let you in here, or you left it before it was done. Ask whoever runs it whether you may use Granary.',
    failed: 'Your provider could not sign you in. Try again in a while, or ask whoever runs it.',
    gone: 'This sign-in was not begun in this window, has expired or was used already.',
    again: 'Sign in again',
    goOn: 'Go to the first page',
    doneBeside: 'You are signed in. Close this window and go on in the one you came from.',
  },
  de: {
    title: 'Anmeldung',
    refused: 'Sie sind nicht angemeldet',
    denied:
      'Ihr Anmeldedienst hat Sie hier nicht hereingelassen, oder Sie haben ihn vorher verlassen. Fragen Sie, wer ihn betreibt, ob Sie Granary benutzen dürfen.',
    failed:
      'Ihr Anmeldedienst konnte Sie nicht anmelden. Versuchen Sie es später, oder fragen Sie, wer ihn betreibt.',
    gone: 'Diese Anmeldung wurde nicht in diesem Fenster begonnen, ist abgelaufen oder schon verwendet.',
    again: 'Noch einmal anmelden',
    goOn: 'Zur ersten Seite',
    doneBeside: 'Sie sind angemeldet. Schließen Sie dieses Fenster, und machen Sie im vorigen weiter.',
  },
  fr: {
    title: 'Connexion',
    refused: 'Vous n’êtes pas connecté',
    denied:
      'Votre fournisseur d’identité ne vous a pas laissé entrer ici, ou vous l’avez quitté avant la fin. Demandez à qui le gère si vous pouvez utiliser Granary.',
    failed:
      'Votre fournisseur d’identité n’a pas pu vous connecter. Réessayez plus tard, ou demandez à qui le gère.',
    gone: 'Cette connexion n’a pas commencé dans cette fenêtre, a expiré ou a déjà servi.',
    again: 'Se connecter à nouveau',
    goOn: 'Aller à la première page',
    doneBeside: 'Vous êtes connecté. Fermez cette fenêtre et continuez dans la précédente.',
  },
})
