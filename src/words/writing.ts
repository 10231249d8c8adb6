/** A message of any kind: the name of a sentence, and its parameters as they go on the wire: weights in kilograms, moments in UTC. */
export interface AnyMessage {
  id: string
  data: object
}

/** A message, or a sentence in English that is none yet. */
export type Wording = AnyMessage | string

/** A language's way to write the values in its sentences. */
export interface Writing {
  /** A figure with the marks of the language. */
  figure: (value: number) => string
  /** With its unit: `28,460 kg`, with grams only where there are any. */
  weight: (kilograms: number) => string
  /** With its unit: `4.5 ha`. */
  area: (hectares: number) => string
  /** Of kilograms by hectare, with its unit: `8.200 kg/ha`. */
  yield: (kilograms: number) => string
  /** A day of the calendar that has no time, given as `2026-08-14`: `14 Aug 2026`, or as the reader’s language and country write it. */
  date: (day: string) => string
  /** The day of a moment in a time zone. */
  day: (utc: string, timeZone: string) => string
  /** Its time of day, to the minute. */
  time: (utc: string, timeZone: string) => string
  /** Several messages in one sentence. */
  messages: (messages: Wording[]) => string
  /** Several messages that are sentences of their own, one after the other. */
  sentences: (sentences: readonly Wording[]) => string
  /** Words to choose one of: `a, b or c`. */
  or: (words: readonly string[]) => string
  /** Words that all hold: `a, b and c`. */
  and: (words: readonly string[]) => string
  /** Of many names the first, and how many more there are; as they are where they are few. */
  few: (names: string[]) => string[]
  /** Names after one another, of many the first and how many more there are: `a, b, c, d, e and 12 more`. */
  listed: (names: string[]) => string
  /** The form that goes with a count, by the rules of the language; `other` where it has no form of its own. */
  counted: (count: number, forms: { other: string } & Partial<Record<Intl.LDMLPluralRule, string>>) => string
  /** The given text, after a colon at the end of a sentence; empty where it is blank. */
  given: (text: string) => string
  /** People's name for a country, by its two letters. */
  country: (code: string) => string
  /** People's name for the field at a path. */
  field: (path: string) => string
  /** People's names for the fields at some paths, each once. */
  fields: (paths: readonly string[]) => string[]
  /** The reader's name for stock, by the name that is stored. */
  stock: (name: string) => string
  /** The reader's name for a commodity, by its English one. */
  commodity: (name: string) => string
}

/**
 * The figure of a written value, for the first of two that share a unit.
 *
 * @example withoutUnit('500 kg/ha') // '500'
 */
export const withoutUnit = (written: string): string => written.slice(0, written.lastIndexOf(' '))

/** As much of it as papers have, too, which write days on the farm's clock. */
export interface DayAndFigure {
  day: (utc: string) => string
  figure: (value: number) => string
}

/** The sentences of another language: the same messages, with the same parameters. One that is missing, or asks for another parameter, does not compile. */
export type SameAs<English> = { [Id in keyof English]: (data: DataOf<English[Id]>, write: Writing) => string }

/** Another language's version of the same labels and sentences. */
export type SameWords<English> = { [Name in keyof English]: SameWord<English[Name]> }

type SameWord<Word> = Word extends string
  ? string
  : Word extends (...given: infer Given) => string
    ? (...given: Given) => string
    : string[]

/** The parameters of a sentence, by its function. */
export type DataOf<Sentence> = Sentence extends (...given: infer Given) => string
  ? Given extends [infer Data extends object, ...unknown[]]
    ? Data
    : Record<never, never>
  : never

/** An example of each message's parameters. */
export type Examples<English> = { [Id in keyof English]: DataOf<English[Id]> }
