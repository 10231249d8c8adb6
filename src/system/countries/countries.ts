import Type, { type Static } from 'typebox'
import { closed } from '../../http/validate/schema.ts'
import { fault, refuseFaults } from '../../kernel/errors.ts'
import { nameKey } from '../../kernel/names.ts'
import { isTimeZone } from '../../kernel/time.ts'
import type { WeightUnit } from '../../kernel/weight.ts'
import { addUnique, deepFreeze, once, readDataFile, ReferenceDataError } from '../data-file.ts'
import { unitFor } from '../units/units.ts'
import { message, type Message } from '../../words/catalogue.ts'
import { type CountryMeant } from '../../words/terms.ts'

const FILE = 'countries.json'
const MonthDay = Type.String({ pattern: '^(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])$' })

/** data/countries.json. */
const CountriesFile = Type.Array(
  closed({
    iso: Type.String({ pattern: '^[A-Z]{2}$' }),
    iso3: Type.String({ pattern: '^[A-Z]{3}$' }),
    name: Type.String({ minLength: 1 }),
    enabled: Type.Boolean(),
    currency: Type.String({ pattern: '^[A-Z]{3}$' }),
    callingCode: Type.String({ pattern: '^[+][0-9]{1,4}$' }),
    continent: Type.String({ minLength: 1 }),
    locale: Type.String({ minLength: 2 }),
    zoneDescriptor: Type.String({ minLength: 1, description: 'What the parts of the country are called.' }),
    timeZone: Type.String({
      description: 'IANA name; where an organisation starts unless it says otherwise.',
    }),
    units: closed({
      distance: Type.String(),
      weight: Type.String(),
      capacity: Type.String(),
      temperature: Type.String(),
    }),
    defaultWeight: Type.String(),
    weighbridgeWeight: Type.String(),
    harvestYearStarts: closed({
      default: MonthDay,
      commodities: Type.Optional(Type.Record(Type.String({ pattern: '^[0-9]+$' }), MonthDay)),
    }),
    splitHarvestYears: Type.Boolean({ description: 'Whether labels such as 2026/27 are taken.' }),
  }),
)
type CountryRow = Static<typeof CountriesFile>[number]

/** One country, with its units looked up. */
export interface Country extends Readonly<Omit<CountryRow, 'defaultWeight' | 'weighbridgeWeight'>> {
  readonly defaultWeight: WeightUnit
  readonly weighbridgeWeight: WeightUnit
}

const countries = once(() => readCountries())

/** Reads the countries now, so that a broken file is found at the start. */
export function loadCountries(): void {
  countries()
}

/** The country of a two-letter ISO 3166-1 code in capitals, or undefined. */
export function findCountry(iso: string): Country | undefined {
  return countries().get(iso)
}

/**
 * A country's code as somebody writes it, in capitals. What is not two letters of the alphabet stays as it is: ß in capitals is SS, and
 * that is South Sudan.
 */
export function inCapitals(code: string): string {
  return /^[A-Za-z]{2}$/.test(code) ? code.toUpperCase() : code
}

/**
 * The code of the country that a request names as its `countryISO`, in capitals.
 *
 * @throws Refusal `invalid_input` for what is no country's code
 */
export function countryCodeOf(given: string): string {
  const iso = inCapitals(given)
  if (!findCountry(iso)) {
    const said = message('isNoCountryCode', { code: given, ...countryMeant(given) })
    refuseFaults([fault('countryISO', said, 'unknown')])
  }
  return iso
}

/** Codes and names that people write for a country that has another code. */
const EVERYDAY_CODES: Readonly<Record<string, string>> = {
  uk: 'GB',
  'great britain': 'GB',
  britain: 'GB',
  england: 'GB',
  scotland: 'GB',
  wales: 'GB',
  'northern ireland': 'GB',
  el: 'GR',
  eire: 'IE',
  america: 'US',
  deutschland: 'DE',
}

/** The country that somebody names by another code than ISO's two letters, or by its name. */
function findMeant(given: string): Country | undefined {
  const key = nameKey(given)
  return (
    findCountry(EVERYDAY_CODES[key] ?? '') ??
    listCountries().find(({ iso3, name }) => [iso3, name].some((each) => each.toLowerCase() === key))
  )
}

/** Which country is meant by what is no code, for messages; nothing where nobody knows. */
export function countryMeant(given: string): { meant?: CountryMeant } {
  const meant = findMeant(given)
  return meant ? { meant: { code: meant.iso, name: meant.name } } : {}
}

/** Every country, those in use first, then by code. */
export function listCountries(): readonly Country[] {
  return [...countries().values()]
}

const YEAR = /^(1[89]|2[01])\d\d$/
const SPLIT_YEAR = /^((?:1[89]|2[01])\d\d)\/(\d\d)$/

/**
 * True if a harvest year label may be used in a country: a year from 1800 to 2199, or, where the country has it, two years that follow each other
 * (rules.md §1).
 *
 * @example harvestYearIsValid('2026/27', 'AU') // true
 */
export function harvestYearIsValid(label: string, countryISO: string): boolean {
  if (YEAR.test(label)) return true
  const [, first, second] = SPLIT_YEAR.exec(label) ?? []
  if (first === undefined || !countries().get(countryISO)?.splitHarvestYears) return false
  return (Number(first) + 1) % 100 === Number(second)
}

/**
 * The one form in which a country keeps a harvest year, so that the same year is not two: where labels are split, a year alone is the one that
 * begins in it. Any other label stays as it is.
 *
 * @example harvestYearIn('2026', 'AU') // '2026/27'
 */
export function harvestYearIn(label: string, countryISO: string): string {
  if (!YEAR.test(label) || !countries().get(countryISO)?.splitHarvestYears) return label
  return `${label}/${String((Number(label) + 1) % 100).padStart(2, '0')}`
}

/**
 * The day on which a harvest year of a commodity begins in a country, from which clients should propose it (rules.md §1); undefined for a label
 * that is none.
 *
 * @example startOfHarvestYear('2026', 'CA', 6) // '2026-09-01', of maize
 */
export function startOfHarvestYear(
  label: string,
  countryISO: string,
  commodityId: number,
): string | undefined {
  const starts = countries().get(countryISO)?.harvestYearStarts
  if (!starts || !harvestYearIsValid(label, countryISO)) return undefined
  return `${label.slice(0, 4)}-${starts.commodities?.[String(commodityId)] ?? starts.default}`
}

/** Describes a valid harvest year of a country, for faults. */
export function noHarvestYear(countryISO: string): Message {
  return message('isNoHarvestYear', { isSplit: countries().get(countryISO)?.splitHarvestYears ?? false })
}

function readCountries(): ReadonlyMap<string, Country> {
  const all = new Map<string, Country>()
  for (const row of readDataFile(FILE, CountriesFile)) {
    if (!isTimeZone(row.timeZone))
      throw new ReferenceDataError(
        FILE,
        message('countryHasNoZone', { country: row.iso, timeZone: row.timeZone }),
      )
    const country = {
      ...row,
      defaultWeight: weightUnit(row, row.defaultWeight),
      weighbridgeWeight: weightUnit(row, row.weighbridgeWeight),
    }
    addUnique(all, row.iso, deepFreeze(country), FILE, 'country')
  }
  return all
}

function weightUnit(row: CountryRow, name: string): WeightUnit {
  const unit = unitFor(row.iso, name)
  if (!unit) throw new ReferenceDataError(FILE, message('countryHasNoUnit', { country: row.iso, unit: name }))
  return unit
}
