import { message, type Sentences } from './catalogue.ts'
import type { AnyMessage, Wording, Writing } from './writing.ts'
import { de } from './de.ts'
import { en } from './en.ts'
import { fieldName, fieldNamesAt } from './field-names.ts'
import { fr } from './fr.ts'
import { isLanguage, type Language } from './languages.ts'
import { grainNames } from './grain-names.ts'
import { inUnit, METRIC, type Units } from './units.ts'

// The only place where a sentence is made of a message.

const sentences: Record<Language, Sentences> = { en, de, fr }
/** Locales for writing figures as people of each language do. */
const LOCALES: Record<Language, string> = { en: 'en-GB', de: 'de-DE', fr: 'fr-FR' }

/** For whom a sentence is made. An actor is one. */
export interface Reader {
  language: Language
  units: Units
  /** By it grain has the name that it has there. */
  countryISO?: string
}

/** Whoever names no language and is of no organisation. */
export const ANYBODY: Reader = { language: 'en', units: METRIC }

/** Whoever reads a language, of no organisation. */
export const readerOf = (language: Language): Reader => ({ ...ANYBODY, language })

/** A message by the sentences of a language, with figures and dates of a locale. */
export function renderBy(
  own: Sentences,
  { id, data }: AnyMessage,
  locale: string,
  of: Place = ANYBODY,
): string {
  const write = writingOf(own, locale, of)
  // The message carries the parameters of its own sentence.
  const say = (own as Record<string, unknown>)[id] as (data: object, write: Writing) => string
  return say(data, write)
}

/**
 * A message as a sentence for whoever reads it. A text that is no message yet stays as it is, in English.
 *
 * @example render(message('isTooLong', { limit: 100 }), { language: 'de', units: METRIC }) // 'darf höchstens 100 Zeichen haben'
 */
export function render(said: Wording, reader: Reader): string {
  const { language } = reader
  return typeof said === 'string' ? said : renderBy(sentences[language], said, LOCALES[language], reader)
}

/** Several sentences, one after the other, for whoever reads them. */
export function paragraph(said: readonly Wording[], reader: Reader): string {
  return writingFor(reader).sentences(said)
}

/** Several messages in one sentence, as all that is wrong with a field. */
export function renderAll(all: Wording[], reader: Reader): string {
  return writingFor(reader).messages(all)
}

/**
 * True if all of it is in the language asked for: it is a message, and so is everything in it. Otherwise it has English in it, with
 * figures as English writes them.
 */
export function isMessage(said: Wording): said is AnyMessage {
  if (typeof said === 'string') return false
  const {
    refusal = [],
    reason = [],
    faults = [],
  } = said.data as Partial<Record<'refusal' | 'reason' | 'faults', Wording | Wording[]>>
  return [refusal, reason, faults].flat().every(isMessage)
}

/** Nobody reads on in a sentence of a hundred names; where they are needed, `validation`, `body` or `data` has them all. */
const MOST_NAMED = 5

const writings = new Map<Sentences, Map<string, Writing>>()

/** The part of a reader by which values are written: the organisation's units and country. */
interface Place {
  units: Units
  countryISO?: string | undefined
}

const writingFor = (reader: Reader) => writingOf(sentences[reader.language], LOCALES[reader.language], reader)

function writingOf(own: Sentences, locale: string, { units, countryISO }: Place): Writing {
  const known = writings.getOrInsertComputed(own, () => new Map())
  return known.getOrInsertComputed(`${countryISO ?? ''} ${units.scale} ${units.area}`, () =>
    makeWriting(own, locale, { units, countryISO }),
  )
}

function makeWriting(own: Sentences, locale: string, place: Place): Writing {
  const { units, countryISO } = place
  const language = locale.slice(0, 2)
  const reader = isLanguage(language) && countryISO !== undefined && { language, countryISO }
  const figures = new Intl.NumberFormat(locale, { maximumFractionDigits: 3 })
  // A pound to the hundredth is more than the gram to which weights are kept.
  const weights = new Intl.NumberFormat(locale, { maximumFractionDigits: units.scale === 'kg' ? 3 : 2 })
  const areas = new Intl.NumberFormat(locale, {
    maximumFractionDigits: 4,
    useGrouping: !locale.startsWith('en'),
  })
  const yields = new Intl.NumberFormat(locale, {
    maximumFractionDigits: units.scale === 'kg' ? 3 : 1,
    useGrouping: !locale.startsWith('en'),
  })
  const choices = new Intl.ListFormat(locale, { type: 'disjunction' })
  const lists = new Intl.ListFormat(locale)
  // French has a blank before these that no line breaks at.
  const [colon, semicolon] = locale.startsWith('fr') ? ['\u00a0: ', '\u00a0; '] : [': ', '; ']
  const countries = new Intl.DisplayNames(locale, { type: 'region' })
  const days = localeOfDays(locale, countryISO)
  const plurals = new Intl.PluralRules(locale)
  const sentence = (said: Wording) => (typeof said === 'string' ? said : renderBy(own, said, locale, place))
  const few = (names: string[]) =>
    names.length > MOST_NAMED
      ? [...names.slice(0, MOST_NAMED), sentence(message('more', { left: names.length - MOST_NAMED }))]
      : names
  return {
    figure: (value) => figures.format(value),
    weight: (kilograms) => `${weights.format(inUnit(kilograms, units.scale))} ${units.scale}`,
    area: (hectares) => `${areas.format(inUnit(hectares, units.area))} ${units.area}`,
    yield: (kilograms) =>
      `${yields.format(inUnit(kilograms, units.scale) / inUnit(1, units.area))} ${units.scale}/${units.area}`,
    date: (day) => dateIn(days, Temporal.PlainDate.from(day)),
    day: (utc, timeZone) => dateIn(days, momentIn(utc, timeZone).toPlainDate()),
    time: (utc, timeZone) => momentIn(utc, timeZone).toPlainTime().toString({ smallestUnit: 'minute' }),
    messages: (all) => all.map(sentence).join(semicolon),
    sentences: (all) =>
      all
        .map(sentence)
        .filter((each) => each !== '')
        .join(' '),
    or: (words) => choices.format(words),
    and: (words) => lists.format(words),
    few,
    listed: (names) => (names.length > MOST_NAMED ? lists.format(few(names)) : names.join(', ')),
    counted: (count, forms) => forms[plurals.select(count)] ?? forms.other,
    given: (text) => (text.trim() === '' ? '' : `${colon}${text.trimEnd()}`),
    country: (code) => countries.of(code) ?? code,
    field: (path) => fieldName(path, language),
    fields: (paths) => fieldNamesAt(paths, language),
    stock: (name) => (reader ? grainNames().stock(name, reader) : name),
    commodity: (name) => (reader ? grainNames().commodity(name, reader) : name),
  }
}

function momentIn(utc: string, timeZone: string): Temporal.ZonedDateTime {
  return Temporal.Instant.from(utc).toZonedDateTimeISO(timeZone)
}

/** The locale by whose rules days are written: the language's in the country, or, where nobody has set down such rules, the language's own. */
function localeOfDays(locale: string, countryISO: string | undefined): string {
  if (countryISO === undefined) return locale
  const local = `${locale.slice(0, 2)}-${countryISO}`
  return new Intl.DateTimeFormat(local).resolvedOptions().locale === local ? local : locale
}

/** English names the month, since 08/09 is another day on the other side of an ocean. */
function dateIn(locale: string, day: Temporal.PlainDate): string {
  return locale.startsWith('en')
    ? day.toLocaleString(locale, { day: 'numeric', month: 'short', year: 'numeric' })
    : day.toLocaleString(locale, { day: '2-digit', month: '2-digit', year: 'numeric' })
}
