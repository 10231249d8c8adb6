import type { system as sentences } from '../en/system.ts'
import type { Examples } from '../writing.ts'

export const system: Examples<typeof sentences> = {
  tooManyStreams: { count: 8 },
  tooManyListeners: {},
  streamIsStopping: {},
  tokenIsOfAnother: {},
  isNoEventOfStream: {},
  beginsNoEvent: { beginning: 'xa' },
  isEventForPeople: { beginning: 'conversation.' },
}
