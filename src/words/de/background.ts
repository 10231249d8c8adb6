import type { background as english } from '../en/background.ts'
import type { SameAs } from '../writing.ts'

export const background: SameAs<typeof english> = {
  failedOnOurSide: () => 'Auf unserer Seite ist etwas schiefgegangen; was, steht im Protokoll.',
  neverCameToAnEnd: () => 'Der Auftrag wurde immer wieder begonnen und nie fertig.',
  waitedInABackup: () =>
    'Der Auftrag wartete noch, als die Sicherung gemacht wurde, die inzwischen eingespielt ist. Vielleicht wurde er danach erledigt.',
  expertIsSetUpNoMore: () => 'Hier ist kein Experte mehr eingerichtet.',
  filesAreOutOfReach: () => 'Der Dateispeicher war nicht zu erreichen.',
  fileOfQuestionIsUnreadable: () => 'Eine Datei, die zur Frage gehört, konnte nicht gelesen werden.',
  addressTakesNoMail: () => 'An diese Adresse lässt sich keine E-Mail senden.',
  mailServerWantsSignIn: ({ answer }) =>
    `Der Mailserver verlangt Benutzername und Passwort oder TLS und bekam sie nicht (${answer}).`,
  mailServerRefused: ({ answer }) => `Der Mailserver hat die Nachricht endgültig abgelehnt (${answer}).`,
  mailServerPutOff: ({ answer }) => `Der Mailserver hat die Nachricht vorerst nicht angenommen (${answer}).`,
  mailServerRefusedSignIn: () => 'Der Mailserver hat unseren Benutzernamen und unser Passwort abgelehnt.',
  mailServerIsNotTrusted: () =>
    'Der Mailserver hat ein Zertifikat gezeigt, dem hier nicht vertraut wird oder das nicht seines ist.',
  mailServerHasNoTls: () => 'Mit dem Mailserver kam keine sichere Verbindung zustande (TLS).',
  mailServerTookTooLong: () => 'Der Mailserver hat zu lange gebraucht.',
  mailWasCutOff: () => 'Das Senden wurde abgebrochen: Der Dienst wurde angehalten, oder es dauerte zu lange.',
  mailServerSentUsAway: ({ answer }) => `Der Mailserver hat uns vorerst abgewiesen (${answer}).`,
  mailServerBrokeOff: () => 'Der Mailserver hat die Verbindung abgebrochen.',
  mailServerIsOutOfReach: () => 'Der Mailserver war nicht zu erreichen.',
  webhookIsThereNoMore: () => 'Den Webhook gibt es nicht mehr.',
  eventIsThereNoMore: () => 'Das Ereignis ist nicht mehr gespeichert.',
  receiverIsGone: ({ status }) => `Der Empfänger meldet, dass es ihn nicht mehr gibt (${status}).`,
  deliveryFailedForDays: ({ count, reason }, { figure, messages }) =>
    `Die Zustellung ist in drei Tagen ${figure(count)}-mal gescheitert. ${messages([reason])}`,
  receiverSendsElsewhere: ({ status }) =>
    `Der Empfänger verweist uns an eine andere Adresse (${status}); bitte die URL angeben, die er meint.`,
  receiverAnswered: ({ status }) => `Der Empfänger hat mit ${status} geantwortet.`,
  hostIsNotFound: () => 'Der Rechnername wurde nicht gefunden.',
  nobodyAnswersThere: () => 'An dieser Adresse antwortet niemand.',
  receiverTookTooLong: () => 'Der Empfänger hat zu lange gebraucht.',
  receiverHasNoTls: () => 'Es kam keine sichere Verbindung zustande (TLS).',
  receiverSpeaksNoHttp: () => 'Der Empfänger spricht kein HTTP.',
  connectionBrokeOff: () => 'Die Verbindung ist abgebrochen.',
  urlLeadsToInnerAddress: () => 'Die URL führt zu einer Adresse, die nicht im offenen Internet liegt.',
  urlMustBeHttps: () => 'Im offenen Internet muss die URL mit https:// beginnen.',
  secretIsLost: () =>
    'Das Geheimnis ging mit dem SECRET_KEY des Dienstes verloren. Bitte das Geheimnis wechseln, das neue dem Empfänger geben und fortsetzen.',
}
