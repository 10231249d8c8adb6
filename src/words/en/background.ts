import type { Wording, Writing } from '../writing.ts'

// Why work beside the requests failed: jobs, mails, deliveries to webhooks. They are stored, and said when somebody reads of it.

export const background = {
  failedOnOurSide: () => 'Something went wrong on our side; the log says what.',
  neverCameToAnEnd: () => 'It was begun again and again and never came to an end.',
  waitedInABackup: () =>
    'It waited when the backup was made that was restored since. It may have been done after that.',
  expertIsSetUpNoMore: () => 'No expert is set up here any more.',
  filesAreOutOfReach: () => 'The store of files could not be reached.',
  fileOfQuestionIsUnreadable: () => 'A file that belongs to the question could not be read.',
  addressTakesNoMail: () => 'The address is not one that mail can be sent to.',
  mailServerWantsSignIn: ({ answer }: { answer: number }) =>
    `The mail server wants a name and password, or TLS, which it was not given (${answer}).`,
  mailServerRefused: ({ answer }: { answer: number }) =>
    `The mail server refused the message for good (${answer}).`,
  mailServerPutOff: ({ answer }: { answer: number }) =>
    `The mail server did not take the message for now (${answer}).`,
  mailServerRefusedSignIn: () => 'The mail server did not accept our name and password.',
  mailServerIsNotTrusted: () =>
    'The mail server showed a certificate that is not trusted here, or not its own.',
  mailServerHasNoTls: () => 'No safe connection to the mail server could be made (TLS).',
  mailServerTookTooLong: () => 'The mail server took too long.',
  mailWasCutOff: () => 'Sending was cut off: the service stopped, or it took too long.',
  mailServerSentUsAway: ({ answer }: { answer: number }) =>
    `The mail server sent us away for now (${answer}).`,
  mailServerBrokeOff: () => 'The mail server broke the connection off.',
  mailServerIsOutOfReach: () => 'The mail server could not be reached.',
  webhookIsThereNoMore: () => 'The webhook is not there any more.',
  eventIsThereNoMore: () => 'The event is not kept any more.',
  receiverIsGone: ({ status }: { status: number }) =>
    `The receiver says that it is gone for good (${status}).`,
  deliveryFailedForDays: ({ count, reason }: { count: number; reason: Wording }, { messages }: Writing) =>
    `Delivery failed ${count} times in three days. ${messages([reason])}`,
  receiverSendsElsewhere: ({ status }: { status: number }) =>
    `The receiver sends us elsewhere (${status}); give the URL that it means.`,
  receiverAnswered: ({ status }: { status: number }) => `The receiver answered ${status}.`,
  hostIsNotFound: () => 'The host name could not be found.',
  nobodyAnswersThere: () => 'Nobody answers at this address.',
  receiverTookTooLong: () => 'The receiver took too long.',
  receiverHasNoTls: () => 'No safe connection could be made (TLS).',
  receiverSpeaksNoHttp: () => 'The receiver does not speak HTTP.',
  connectionBrokeOff: () => 'The connection broke off.',
  urlLeadsToInnerAddress: () => 'The URL leads to an address that is not on the open internet.',
  urlMustBeHttps: () => 'The URL must begin with https:// on the open internet.',
  secretIsLost: () =>
    'Its secret was lost with the SECRET_KEY of the service. Rotate the secret, give the new one to the receiver, and resume.',
}
