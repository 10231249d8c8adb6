import type { Thing, Within } from '../terms.ts'
import type { Said, Writing } from '../writing.ts'

const WITHIN: Record<Within, string> = {
  yours: 'of yours',
  plan: 'of this plan',
  settlement: 'of this settlement',
  record: 'of this record',
  adjustment: 'on this adjustment',
  unarchived: 'that could be archived: it is archived already',
}

const MORE = (left: number) => `and ${left} more`

export const requests = {
  isNotThere({ what, id, within, place }: { what: Thing; id?: string; within?: Within; place?: string }) {
    const named = id === undefined ? `There is no such ${what}` : `There is no ${what} ${id}`
    const where = place === undefined ? within && WITHIN[within] : `of ${place}`
    return where === undefined ? `${named}.` : `${named} ${where}.`
  },
  areNotThere: ({ what, ids }: { what: Thing; ids: string[] }, { listed }: Writing) =>
    `There are no ${what}s ${listed(ids, MORE)}.`,
  addressIsNotThere: ({ method, address }: { method: string; address: string }) =>
    `There is no ${method} ${address}. See /docs for what there is.`,
  addressIsTooLong: () => 'This address is too long.',
  withReason: ({ refusal, reason }: { refusal: Said; reason: Said }, { messages }: Writing) =>
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
}
