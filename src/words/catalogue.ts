// What the service says: of each message its parameters. The sentences are in a file a language, and are made in render.ts.

/** The parameters of each message, as they go on the wire: weights in kilograms, moments in UTC with the zone in which people name them. */
export interface Messages {
  // What is wrong with the value of a field.
  isNeeded: NoParameters
  isNoField: { name: string }
  isNoParameter: { name: string }
  isSentTwice: NoParameters
  needsBody: NoParameters
  takesNoBody: NoParameters
  isNoChoice: { choices: string[]; mayBeEmpty: boolean }
  isNoType: { types: TypeName[]; weight?: number }
  isBelow: { limit: number }
  isAbove: { limit: number }
  isNotAbove: { limit: number }
  isNotBelow: { limit: number }
  isTooShort: { limit: number }
  isTooLong: { limit: number }
  hasTooFew: { limit: number }
  hasTooMany: { limit: number }
  hasTooManyNames: { limit: number }
  isEmpty: NoParameters
  isBlank: NoParameters
  hasNul: NoParameters
  hasNoFormat: { example?: string }
  isNoDate: NoParameters
  isInvalid: NoParameters
  // Requests that are refused.
  fieldIsWrong: { path: string; faults: Said[] }
  fieldsAreWrong: { count: number; paths: string[] }
  isNotThere: { what: Thing; id?: string; within?: Within; place?: string }
  areNotThere: { what: Thing; ids: string[] }
  addressIsNotThere: { method: string; address: string }
  addressIsTooLong: NoParameters
  stockWouldBeShort: {
    stock: string
    place: string | null
    weight: number
    atUTC: string
    timeZone: string
    takenBy?: number
  }
  ofLoad: { place: number; count: number; refusal: Said }
  withReason: { refusal: Said; reason: Said }
  dayStarts: { day: string }
  sendTogether: NoParameters
  hasChanged: NoParameters
  valueIsTaken: NoParameters
  requestIsTooLarge: NoParameters
  bodyIsNoJson: NoParameters
  isStopping: NoParameters
  diskIsFull: NoParameters
  databaseIsAway: NoParameters
  wentWrong: { requestId: string }
}

type NoParameters = Record<never, never>

export type MessageId = keyof Messages

/** What is said, before it is said in a language. */
export type Message<Id extends MessageId = MessageId> = {
  [Each in Id]: { id: Each; data: Messages[Each] }
}[Id]

/** Of any kind, where the kinds would name each other. */
export interface AnyMessage {
  id: MessageId
  data: object
}

/** A message, or a sentence in English that is none yet. */
export type Said = AnyMessage | string

/** What JSON calls types. */
export type TypeName = 'string' | 'number' | 'integer' | 'boolean' | 'object' | 'array' | 'null'

/** What a request may name in vain. */
export type Thing =
  | 'user'
  | 'record'
  | 'file'
  | 'storage location'
  | 'settlement'
  | 'organisation'
  | 'movement'
  | 'storage contract'
  | 'import'
  | 'harvest plan'
  | 'conversation'
  | 'bay'
  | 'partner'
  | 'load'
  | 'conversation about listing'
  | 'word'
  | 'what3words address'
  | 'webhook'
  | 'trade availability record'
  | 'store'
  | 'storage'
  | 'storage note'
  | 'short link'
  | 'question'
  | 'paper'
  | 'owner'
  | 'open session'
  | 'open invitation'
  | 'line'
  | 'job'
  | 'identity'
  | 'delivery'
  | 'country'
  | 'business unit'
  | 'adjustment'
  | 'address'
  | 'API key'

/** Among what it was looked for. */
export type Within = 'yours' | 'plan' | 'settlement' | 'record' | 'adjustment' | 'unarchived'

/** How a language writes what stands in its sentences. */
export interface Writing {
  /** A figure with the marks of the language. */
  figure: (value: number) => string
  /** With its unit: `28,460 kg`, with grams only where there are any. */
  weight: (kilograms: number) => string
  /** The day of a moment in a time zone. */
  day: (utc: string, timeZone: string) => string
  /** Its time of day, to the minute. */
  time: (utc: string, timeZone: string) => string
  /** Several messages in one sentence. */
  messages: (messages: Said[]) => string
  /** Names, of many the first and how many more there are. */
  listed: (names: string[], more: (left: number) => string) => string
  /** The form that goes with a count, by the rules of the language; `other` where it has no form of its own. */
  counted: (count: number, forms: { other: string } & Partial<Record<Intl.LDMLPluralRule, string>>) => string
  /** What people call the field at a path. */
  field: (path: string) => string
}

/** A language: all that it says. One that misses a message, or asks for a parameter that there is not, does not compile. */
export type Sentences = { [Id in MessageId]: (data: Messages[Id], write: Writing) => string }

/**
 * A message with its parameters.
 *
 * @example message('isTooLong', { limit: 100 })
 */
export function message<Id extends MessageId>(id: Id, data: Messages[Id]): Message<Id> {
  return { id, data }
}
