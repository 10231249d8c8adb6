import type { Thing, Within } from '../terms.ts'
import type { Wording, Writing } from '../writing.ts'

const WITHIN: Record<Within, string> = {
  yours: 'of yours',
  plan: 'of this plan',
  settlement: 'of this settlement',
  'stock-take': 'of this stock-take',
  record: 'of this record',
  adjustment: 'on this adjustment',
  unarchived: 'that could be archived: it is archived already',
}

export const requests = {
  isNotThere({ what, id, within, place }: { what: Thing; id?: string; within?: Within; place?: string }) {
    const named = id === undefined ? `There is no such ${what}` : `There is no ${what} ${id}`
    const where = place === undefined ? within && WITHIN[within] : `of ${place}`
    return where === undefined ? `${named}.` : `${named} ${where}.`
  },
  areNotThere: ({ what, ids }: { what: Thing; ids: string[] }, { listed }: Writing) =>
    `There are no ${what}s ${listed(ids)}.`,
  addressIsNotThere: ({ method, address }: { method: string; address: string }) =>
    `There is no ${method} ${address}. See /docs for what there is.`,
  addressIsTooLong: () => 'This address is too long.',
  withReason: ({ refusal, reason }: { refusal: Wording; reason: Wording }, { messages }: Writing) =>
    `${messages([refusal])} ${messages([reason])}`,
  hasChanged: () => 'It has changed since you read it. Read it again, then decide.',
  valueIsTaken: () => 'Another entry already uses this value.',
  requestIsTooLarge: () => 'The request is larger than this operation takes.',
  bodyIsNoJson: () => 'Send the body as application/json, or where it has a file as multipart/form-data.',
  isStopping: () => 'The service is stopping; send the request again in a moment.',
  diskIsFull: () =>
    'The disk is full, and nothing was changed. What is stored can be read; send this again when there is room.',
  databaseIsAway: () =>
    'The database cannot store or answer this just now. Send it again; with an Idempotency-Key it is done once, even if only the answer was lost.',
  wentWrong: ({ requestId }: { requestId: string }) =>
    `Something went wrong on our side. Quote request ${requestId} when you report it.`,
  tooManyAreWaiting: ({ limit }: { limit: number }) =>
    `Your organisation has ${limit} requests waiting. Send fewer at a time.`,
  tooManyFilesAreSent: ({ count }: { count: number }) =>
    `Your organisation is sending ${count} files just now. Send the next one when one of them is there.`,
  isAnotherOrganisation: () => 'organisationId names another organisation than the one you act for.',
  senderHasLeft: () => 'Whoever sent the file has left.',
  isNoForm: () => 'Send the file and its fields as multipart/form-data.',
  fileIsTooLarge: ({ megabytes }: { megabytes: number }) =>
    `The file is larger than the ${megabytes} MB that are taken here.`,
  formHasTooManyParts: ({ limit }: { limit: number }) =>
    `The form has too many parts: one file and at most ${limit} fields are taken.`,
  formIsUnreadable: ({ problem }: { problem: string }) => `The form could not be read: ${problem}.`,
  requestIsUnreadable: ({ problem }: { problem: string }) => `The request could not be read: ${problem}`,
  hostIsUnknown: ({ host }: { host: string }) =>
    `This service is not reached under the name ${host}. Whoever runs it can add the name to ALLOWED_HOSTS.`,
  headersAreTooLarge: () => 'The address and headers of the request are larger than the 16 KB allowed.',
  requestCameTooSlowly: () => 'The request did not arrive in time.',
  isNoRequest: () => 'This is not a request that HTTP/1.1 knows.',
  isStoppingUnchanged: () => 'The service is stopping; nothing was changed. Try again in a moment.',
  rangeIsOutside: ({ sizeBytes }: { sizeBytes: number }) =>
    `The file has ${sizeBytes} bytes; there is nothing in the range asked for.`,
  metricsAreForOperators: () =>
    'These figures are for whoever runs the service: ask on its own machine, or set METRICS_TOKEN and send it as Authorization: Bearer.',
  hasSeveralHosts: () => 'The request has more than one Host header. Send one.',
  isNoHost: () => 'The Host header is no host, such as granary.example or 127.0.0.1:3000.',
  isForOwnPages: () => 'This is only for pages of this service itself.',
  idempotencyKeyWasUsed: () =>
    'This Idempotency-Key was used for another request. Use a new key for a new request.',
  idempotencyKeyIsInUse: () =>
    'A request with this Idempotency-Key is still being worked on. Ask again in a moment.',
  nothingIsHere: () => 'There is nothing at this address.',
  bodyIsPacked: ({ encoding }: { encoding: string }) => `Send the body as it is, not packed as ${encoding}.`,
  bodyIsNotUtf8: () => 'The body is not in UTF-8, as JSON has to be.',
  bodyIsTooDeep: ({ limit }: { limit: number }) => `The body is nested deeper than ${limit} levels.`,
  objectHasTooManyFields: ({ limit }: { limit: number }) =>
    `An object in the body has more than ${limit} fields.`,
  bodyHasTooManyValues: ({ limit }: { limit: number }) => `The body has more than ${limit} values.`,
  tooManyPapers: () => 'Too many papers are being printed. Try again.',
  paperTookTooLong: () => 'The paper took too long to print. Try again.',
  tooManyRequests: ({ seconds }: { seconds: number }) =>
    `Too many requests. Try again in ${seconds === 60 ? '1 minute' : seconds === 1 ? '1 second' : `${seconds} seconds`}.`,
  isDryRun: ({ answers }: { answers: string[] }) =>
    `A dry run; nothing was stored. ${answers.length > 0 ? `This would answer: ${answers.join(' ')}` : 'This would be accepted.'}`,
  clocksWentForward: (
    { time, date, takenUTC, timeZone }: { time: string; date: string; takenUTC: string; timeZone: string },
    write: Writing,
  ) =>
    `There was no ${time} on ${write.date(date)} (${timeZone}), as the clocks went forward: ${write.time(takenUTC, timeZone)} is taken.`,
  pageIsMadeReady: () => 'The console is being made ready. This page tries again by itself.',
  pageCouldNotBeBuilt: ({ docs }: { docs: string }) =>
    `The console could not be built, and this is why. The API works: see ${docs}.`,
  buildPageAgain: ({ command }: { command: string }) =>
    `Put it right and start the service again, or run ${command} to see more.`,
}
