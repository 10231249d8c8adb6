import { message } from '../catalogue.ts'
import type { requests as sentences } from '../en/requests.ts'
import type { Examples } from '../writing.ts'

export const requests: Examples<typeof sentences> = {
  isNotThere: { what: 'movement', id: '12' },
  areNotThere: { what: 'record', ids: ['a', 'b'] },
  addressIsNotThere: { method: 'GET', address: '/nowhere' },
  addressIsTooLong: {},
  withReason: { refusal: message('hasChanged', {}), reason: message('dayStarts', { day: '2026-08-14' }) },
  hasChanged: {},
  valueIsTaken: {},
  requestIsTooLarge: {},
  bodyIsNoJson: {},
  isStopping: {},
  diskIsFull: {},
  databaseIsAway: {},
  wentWrong: { requestId: 'r-1' },
}
