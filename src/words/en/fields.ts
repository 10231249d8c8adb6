import type { FilterKind, TypeName } from '../terms.ts'
import type { Wording, Writing } from '../writing.ts'

const TYPES: Record<TypeName, string> = {
  string: 'text',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'true or false',
  object: 'a group of fields',
  array: 'a list',
  null: 'empty (null)',
}

const KINDS: Record<FilterKind, string> = {
  int: 'a whole number',
  uuid: 'an id',
  boolean: 'true or false',
  text: 'text',
}

export const fields = {
  isNeeded: () => 'is needed',
  isNoField: (_: { name: string }) => 'is not a field of this operation',
  isNoParameter: (_: { name: string }) => 'is not a parameter of this operation',
  isSentTwice: () => 'is sent more than once',
  needsBody: () => 'needs a body of JSON',
  takesNoBody: () => 'takes no body, or an empty object',
  isNoChoice: ({ choices, mayBeEmpty }: { choices: string[]; mayBeEmpty: boolean }) =>
    `must be one of ${choices.join(', ')}${mayBeEmpty ? ', or empty' : ''}`,
  isNoType({ types, weight }: { types: TypeName[]; weight?: number }) {
    const words = `must be ${types.map((type) => TYPES[type]).join(' or ')}`
    return weight === undefined ? words : `${words}: send its weight alone, ${weight}`
  },
  isBelow: ({ limit }: { limit: number }) => `must be ${limit} or more`,
  isAbove: ({ limit }: { limit: number }) => `must be ${limit} or less`,
  isNotAbove: ({ limit }: { limit: number }) => `must be more than ${limit}`,
  isNotBelow: ({ limit }: { limit: number }) => `must be less than ${limit}`,
  isTooShort: ({ limit }: { limit: number }) => `must have at least ${limit} characters`,
  isTooLong: ({ limit }: { limit: number }) => `must have at most ${limit} characters`,
  hasTooFew: ({ limit }: { limit: number }) =>
    `must have at least ${limit === 1 ? 'one entry' : `${limit} entries`}`,
  hasTooMany: ({ limit }: { limit: number }) => `must have at most ${limit} entries`,
  hasTooManyNames: ({ limit }: { limit: number }) => `must have at most ${limit} names`,
  isEmpty: () => 'must not be empty',
  isBlank: () => 'must not be blanks alone',
  hasNul: () => 'must not contain a NUL character',
  hasNoFormat: ({ example }: { example?: string }) =>
    example === undefined ? 'does not have the required format' : `must look like ${example}`,
  isNoDate: () => 'must be a date from 1800 to 2199, such as 2026-08-14 or 2026-08-14T09:30',
  isInvalid: () => 'is not valid',
  // English names fields as programs do: tests of others read these sentences.
  fieldIsWrong: ({ path, faults }: { path: string; faults: Wording[] }, { messages }: Writing) =>
    `${path || 'The request'}: ${messages(faults)}`,
  more: ({ left }: { left: number }) => `${left} more`,
  fieldsAreWrong: ({ count, paths }: { count: number; paths: string[] }, { listed }: Writing) =>
    `${count} fields need attention: ${listed(paths.map((path) => path || 'the request'))}.`,
  mustBeFile: () => 'must be a file',
  mustBeNoFile: () => 'must not be a file',
  hasTooManyBytes: ({ limit }: { limit: number }) => `must have at most ${limit} bytes`,
  isNotUtf8: () => 'must be text in UTF-8',
  hasHalfCharacter: () => 'must not contain half of a surrogate pair',
  isNoneOf: ({ value, choices }: { value: string; choices: string[] }, { or }: Writing) =>
    `${JSON.stringify(value)} is not ${or(choices)}`,
  isTooLargeNumber: ({ value }: { value: string }) => `${JSON.stringify(value)} is too large a number`,
  isNoValueOf: ({ value, kind }: { value: string; kind: FilterKind }) =>
    `${JSON.stringify(value)} is not ${KINDS[kind]}`,
  valueIsWrong: ({ value, reason }: { value: string; reason: Wording }, { messages }: Writing) =>
    `${JSON.stringify(value)} ${messages([reason])}`,
  isOneOfTooMany: ({ limit }: { limit: number }) =>
    `is one of too many: all filters together take ${limit} values at most`,
  isNoEntityTag: () =>
    'is not an entity tag: send the ETag of an answer as it is, with its quotation marks, such as "dGhpcyBpcyBub3QgYSByZWFs"',
  isNoIdempotencyKey: () => 'must be 1 to 200 visible ASCII characters',
  hasTooManyIds: ({ limit }: { limit: number }) => `must be ${limit} ids at most`,
  contradicts: ({ field }: { field: string }) => `says something else than ${field}: send one of them`,
  isHeavierThanLorries: ({ weight, limit }: { weight: number; limit: number }, write: Writing) =>
    `is ${write.weight(weight)}, and no lorry weighs more than ${write.weight(limit)}: look whether a figure is too many`,
  isNoSource: ({ sources }: { sources: string[] }) => `must be one of ${sources.join(', ')}, or left out`,
  hasControls: () => 'must not have control characters',
  mustBeOneOf: ({ choices }: { choices: string[] }, { or }: Writing) => `must be ${or(choices)}`,
  isNoHarvestYear: ({ isSplit }: { isSplit: boolean }) =>
    `must be a harvest year such as 2026${isSplit ? ' or 2026/27' : ''}`,
  mustBePositive: () => 'must be more than 0',
  standsTwice: () => 'stands here twice',
}
