import type { Sentences } from './catalogue.ts'
import type { AnyMessage, Said, Writing } from './writing.ts'
import { de } from './de.ts'
import { en } from './en.ts'
import { fieldName } from './field-names.ts'
import { fr } from './fr.ts'
import type { Language } from './languages.ts'

// The only place where a sentence is made of a message.

const sentences: Record<Language, Sentences> = { en, de, fr }
/** Where figures are written as people of each language write them. */
const LOCALES: Record<Language, string> = { en: 'en-GB', de: 'de-DE', fr: 'fr-FR' }

/** A message by the sentences of a language, with figures and dates of a locale. */
export function renderBy(own: Sentences, { id, data }: AnyMessage, locale: string): string {
  const write = writingOf(own, locale)
  // The message carries the parameters of its own sentence.
  const say = (own as Record<string, unknown>)[id] as (data: object, write: Writing) => string
  return say(data, write)
}

/**
 * A message as a sentence of a language. A text that is no message yet stays as it is, in English.
 *
 * @example render(message('isTooLong', { limit: 100 }), 'de') // 'darf höchstens 100 Zeichen haben'
 */
export function render(said: Said, language: Language): string {
  return typeof said === 'string' ? said : renderBy(sentences[language], said, LOCALES[language])
}

/**
 * Whether all of it is said in the language that is asked for: it is a message, and so is whatever stands in it. Otherwise it has English in it,
 * with figures as English writes them.
 */
export function isMessage(said: Said): said is AnyMessage {
  if (typeof said === 'string') return false
  const {
    refusal = [],
    reason = [],
    faults = [],
  } = said.data as Partial<Record<'refusal' | 'reason' | 'faults', Said | Said[]>>
  return [refusal, reason, faults].flat().every(isMessage)
}

/** Nobody reads on in a sentence of a hundred names; `validation` has them all. */
const MOST_NAMED = 20

const writings = new Map<Sentences, Writing>()

function writingOf(own: Sentences, locale: string): Writing {
  const known = writings.get(own)
  if (known) return known
  const figures = new Intl.NumberFormat(locale, { maximumFractionDigits: 3 })
  const choices = new Intl.ListFormat(locale, { type: 'disjunction' })
  const lists = new Intl.ListFormat(locale)
  const plurals = new Intl.PluralRules(locale)
  const writing: Writing = {
    figure: (value) => figures.format(value),
    weight: (kilograms) => `${figures.format(kilograms)} kg`,
    area: (hectares) => `${figures.format(hectares)} ha`,
    date: (day) => dateIn(locale, Temporal.PlainDate.from(day)),
    day: (utc, timeZone) => dateIn(locale, momentIn(utc, timeZone).toPlainDate()),
    time: (utc, timeZone) => momentIn(utc, timeZone).toPlainTime().toString({ smallestUnit: 'minute' }),
    messages: (all) =>
      all.map((each) => (typeof each === 'string' ? each : renderBy(own, each, locale))).join('; '),
    or: (words) => choices.format(words),
    and: (words) => lists.format(words),
    listed(names, more) {
      const left = names.length - MOST_NAMED
      const named = names.slice(0, MOST_NAMED).join(', ')
      return left > 0 ? `${named} ${more(left)}` : named
    },
    counted: (count, forms) => forms[plurals.select(count)] ?? forms.other,
    field: (path) => fieldName(path, locale.slice(0, 2)),
  }
  writings.set(own, writing)
  return writing
}

function momentIn(utc: string, timeZone: string): Temporal.ZonedDateTime {
  return Temporal.Instant.from(utc).toZonedDateTimeISO(timeZone)
}

/** English has the day as it is in the documents: 2026-08-14. */
function dateIn(locale: string, day: Temporal.PlainDate): string {
  return locale.startsWith('en')
    ? day.toString()
    : day.toLocaleString(locale, { day: '2-digit', month: '2-digit', year: 'numeric' })
}
