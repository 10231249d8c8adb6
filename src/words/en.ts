import type { Sentences, TypeName, Within } from './catalogue.ts'

const TYPES: Record<TypeName, string> = {
  string: 'text',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'true or false',
  object: 'a group of fields',
  array: 'a list',
  null: 'empty (null)',
}

const WITHIN: Record<Within, string> = {
  yours: 'of yours',
  plan: 'of this plan',
  settlement: 'of this settlement',
  record: 'of this record',
  adjustment: 'on this adjustment',
  unarchived: 'that could be archived: it is archived already',
}

const MORE = (left: number) => `and ${left} more`

export const en: Sentences = {
  isNeeded: () => 'is needed',
  isNoField: () => 'is not a field of this operation',
  isNoParameter: () => 'is not a parameter of this operation',
  isSentTwice: () => 'is sent more than once',
  needsBody: () => 'needs a body of JSON',
  takesNoBody: () => 'takes no body, or an empty object',
  isNoChoice: ({ choices, mayBeEmpty }) =>
    `must be one of ${choices.join(', ')}${mayBeEmpty ? ', or empty' : ''}`,
  isNoType({ types, weight }) {
    const words = `must be ${types.map((type) => TYPES[type]).join(' or ')}`
    return weight === undefined ? words : `${words}: send its weight alone, ${weight}`
  },
  isBelow: ({ limit }) => `must be ${limit} or more`,
  isAbove: ({ limit }) => `must be ${limit} or less`,
  isNotAbove: ({ limit }) => `must be more than ${limit}`,
  isNotBelow: ({ limit }) => `must be less than ${limit}`,
  isTooShort: ({ limit }) => `must have at least ${limit} characters`,
  isTooLong: ({ limit }) => `must have at most ${limit} characters`,
  hasTooFew: ({ limit }) => `must have at least ${limit === 1 ? 'one entry' : `${limit} entries`}`,
  hasTooMany: ({ limit }) => `must have at most ${limit} entries`,
  hasTooManyNames: ({ limit }) => `must have at most ${limit} names`,
  isEmpty: () => 'must not be empty',
  isBlank: () => 'must not be blanks alone',
  hasNul: () => 'must not contain a NUL character',
  hasNoFormat: ({ example }) =>
    example === undefined ? 'does not have the required format' : `must look like ${example}`,
  isNoDate: () => 'must be a date from 1800 to 2199, such as 2026-08-14 or 2026-08-14T09:30',
  isInvalid: () => 'is not valid',
  // English names fields as programs do: tests of others read these sentences.
  fieldIsWrong: ({ path, faults }, { messages }) => `${path || 'The request'}: ${messages(faults)}`,
  fieldsAreWrong: ({ count, paths }, { listed }) =>
    `${count} fields need attention: ${listed(
      paths.map((path) => path || 'the request'),
      MORE,
    )}.`,
  isNotThere({ what, id, within, place }) {
    const named = id === undefined ? `There is no such ${what}` : `There is no ${what} ${id}`
    const where = place === undefined ? within && WITHIN[within] : `of ${place}`
    return where === undefined ? `${named}.` : `${named} ${where}.`
  },
  areNotThere: ({ what, ids }, { listed }) => `There are no ${what}s ${listed(ids, MORE)}.`,
  addressIsNotThere: ({ method, address }) =>
    `There is no ${method} ${address}. See /docs for what there is.`,
  addressIsTooLong: () => 'This address is too long.',
  stockWouldBeShort({ stock, place, weight, atUTC, timeZone, takenBy }, write) {
    const where = place === null ? '' : ` in ${place}`
    const taken = takenBy === undefined ? '' : `, when movement ${takenBy} takes from it`
    const at = `${write.day(atUTC, timeZone)} at ${write.time(atUTC, timeZone)}`
    return `“${stock}”${where} would be short by ${write.weight(weight)} on ${at}${taken}. Nothing was changed.`
  },
  ofLoad: ({ place, count, refusal }, { messages }) => `Load ${place} of ${count}: ${messages([refusal])}`,
  withReason: ({ refusal, reason }, { messages }) => `${messages([refusal])} ${messages([reason])}`,
  dayStarts: ({ day }) =>
    `${day} without a time is the start of that day: if the stock left later, give the time.`,
  sendTogether: () =>
    'If other movements are to be corrected too, send all of them to PUT /api/inventory/movements/bulk: together they are judged once, at the end.',
  hasChanged: () => 'It has changed since you read it. Read it again, then decide.',
  valueIsTaken: () => 'Another entry already uses this value.',
  requestIsTooLarge: () => 'The request is larger than this operation takes.',
  bodyIsNoJson: () => 'Send the body as application/json, or where it has a file as multipart/form-data.',
  isStopping: () => 'The service is stopping; send the request again in a moment.',
  diskIsFull: () =>
    'The disk is full, and nothing was changed. What is stored can be read; send this again when there is room.',
  databaseIsAway: () =>
    'The database cannot store or answer this just now. Send it again; with an Idempotency-Key it is done once, even if only the answer was lost.',
  wentWrong: ({ requestId }) =>
    `Something went wrong on our side. Quote request ${requestId} when you report it.`,
}
