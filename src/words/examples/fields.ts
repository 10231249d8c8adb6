import { message } from '../catalogue.ts'
import type { fields as sentences } from '../en/fields.ts'
import type { Examples } from '../writing.ts'

export const fields: Examples<typeof sentences> = {
  isNeeded: {},
  isNoField: { name: 'xa' },
  isNoParameter: { name: 'xa' },
  isSentTwice: {},
  needsBody: {},
  takesNoBody: {},
  isNoChoice: { choices: ['xa', 'xb'], mayBeEmpty: true },
  isNoType: { types: ['number', 'null'], weight: 28_460 },
  isBelow: { limit: 1234.5 },
  isAbove: { limit: 1234.5 },
  isNotAbove: { limit: 1234.5 },
  isNotBelow: { limit: 1234.5 },
  isTooShort: { limit: 12 },
  isTooLong: { limit: 100 },
  hasTooFew: { limit: 1 },
  hasTooMany: { limit: 5 },
  hasTooManyNames: { limit: 5 },
  isEmpty: {},
  isBlank: {},
  hasNul: {},
  hasNoFormat: { example: 'AB12' },
  isNoDate: {},
  isInvalid: {},
  fieldIsWrong: { path: 'source.intake.sender.id', faults: [message('isTooLong', { limit: 100 })] },
  fieldsAreWrong: { count: 2, paths: ['weight', 'source.intake.sender.id'] },
}
