import { findCountry } from '../countries/countries.ts'
import { unitFor } from '../units/units.ts'
import { message } from '../../words/catalogue.ts'
import type { Language } from '../../words/languages.ts'
import type { Wording } from '../../words/writing.ts'
import type { NamedColumn } from '../../words/en/tables.ts'
import { statedOrder, readDate, readDateOrMonth, type OrderOfFile } from './date-rules.ts'
import { readDegrees, readFigure, readNumber, splitNumber, type MarkOfFile } from './number-rules.ts'

/** Rules for reading the cells of one column. */
export interface ReadCell {
  countryISO: string
  numbers: MarkOfFile
  dates: OrderOfFile
  /** Unit of a number whose cell gives none itself; undefined where nothing gives it. */
  unit: string | undefined
  /** Which of 2025/26 a harvest year is, where a country's years are not such; undefined where nobody has said. */
  years: YearOfTwo | undefined
  /** Words of the organisation's own, by their keys, with the names that they stand for. */
  words: ReadonlyMap<string, string> | undefined
}

export type YearOfTwo = 'first' | 'second'

/** Why a cell cannot be read. */
export interface Unreadable {
  reason: Wording
}

/** A quantity or kind that a column measures, by which its cells are read. */
export type Measure =
  | 'text'
  | 'number'
  | 'degrees'
  | 'date'
  | 'year'
  | 'weight'
  | 'area'
  | 'yield'
  | 'outline'

/** Things that cells of a column may name and that an organisation may have a word of its own for. */
export const subjects = ['commodity', 'store', 'field', 'businessUnit', 'partner'] as const
export type Subject = (typeof subjects)[number]

/** A number with the unit it was written in. A bushel has a weight only once the commodity is known. */
export interface MeasuredColumn {
  value: number
  unit: string
}

/** A column that an import knows. */
export interface Column<Value = unknown> {
  /** As templates and messages name it. */
  title: string
  /** Titles in other languages. */
  titles?: { de: string; fr: string }
  /** Other names it is known by. */
  aliases: readonly string[]
  isRequired: boolean
  measure: Measure
  /** The kind of thing its cells name, where that may have another name in files. */
  subject?: Subject
  /** True if a header may give this unit: `Weight (t)`; or, for dates, the order they are written in. */
  takesUnit: (unit: string, countryISO: string) => boolean
  /** A longer cell is refused unread. */
  mostCharacters: number
  /** The unit that bodies of the API have. */
  defaultUnit: string
  read: (cell: string, reading: ReadCell) => Value | Unreadable
}

export type Columns = Record<string, Column>

/** Values read from a row of these columns. Empty cells are undefined. */
export type Values<Of extends Columns> = {
  [Name in keyof Of]?: Of[Name] extends Column<infer Value> ? Value : never
}

/** A column as messages name it. */
export function namedColumn(name: string, { title, titles }: Column): NamedColumn {
  return { name, title, ...(titles && { titles }) }
}

/**
 * The title of a column for whoever reads it, with what stands in brackets behind it.
 *
 * @example titleFor(area, 'de') // 'Fläche (ha)'
 */
export function titleFor({ title, titles }: Pick<Column, 'title' | 'titles'>, language: Language): string {
  const [words = '', ...unit] = title.split(' (')
  const own = language === 'en' ? words : (titles?.[language] ?? words)
  return [own, ...unit].join(' (')
}

/** True if a cell could not be read and the value gives the reason. */
export function isUnreadable(value: unknown): value is Unreadable {
  return typeof value === 'object' && value !== null && 'reason' in value
}

/** True if a column's cells are numbers that mean nothing without a unit. */
export function isMeasured({ measure }: Pick<Column, 'measure'>): boolean {
  return measure === 'weight' || measure === 'area' || measure === 'yield'
}

/** Of a cell, where its column says nothing else. */
const MOST_CHARACTERS = 10_000

interface Naming {
  aliases?: readonly string[]
  isRequired?: boolean
}

function column<Value>(
  title: string,
  { aliases = [], isRequired = false }: Naming,
  read: Column<Value>['read'],
  more: Partial<Column<Value>> = {},
): Column<Value> {
  return {
    title,
    aliases,
    isRequired,
    measure: 'text',
    takesUnit: () => false,
    mostCharacters: MOST_CHARACTERS,
    defaultUnit: '',
    read,
    ...more,
  }
}

/** Text as it is, without blanks around it. */
export function text(title: string, naming: Naming = {}): Column<string> {
  return column(title, naming, (cell) => cell)
}

/** Ten thousand points of it, and more. */
const OUTLINE_CHARACTERS = 1_000_000

/**
 * The outline of a shape, as a map is written for its import: GeoJSON that was judged already, or in one word what else the shape is. Anything
 * else says why it has no outline that can be kept.
 */
export function outline(title: string): Column<string> {
  const read = (cell: string): string | Unreadable => (/^(?:\{|\w+$)/.test(cell) ? cell : { reason: cell })
  return column(title, { isRequired: true }, read, { measure: 'outline', mostCharacters: OUTLINE_CHARACTERS })
}

/** The column of outlines, with its name, where an import has one: then its files are maps, and no tables. */
export function outlineIn(columns: Columns): [name: string, column: Column] | undefined {
  return Object.entries(columns).find(([, { measure }]) => measure === 'outline')
}

/** Several texts with semicolons between; one that is part of a text is written `\;`. */
export function list(title: string, naming: Naming = {}): Column<string[]> {
  return column(title, naming, (cell) => splitList(cell))
}

/** A figure measured of a load, in its measure's one unit; a header or a cell may repeat it: `Moisture (%)`, `14.5 %`. */
export function figure(title: string, unit: string, naming: Naming = {}): Column<number> {
  return column<number>(title, naming, (cell) => readFigure(cell, unit), {
    measure: 'number',
    takesUnit: (said) => said.toLowerCase() === unit.toLowerCase(),
  })
}

/** Degrees of latitude or longitude. */
export function degrees(title: string, naming: Naming = {}): Column<number> {
  return column<number>(title, naming, readDegrees, { measure: 'degrees' })
}

/**
 * A harvest year. A number that a spreadsheet has made of it (2026.0) is one; 2025/26 is, where a country's years are not such, one of the
 * two that somebody has to name.
 */
export function harvestYear(title: string, naming: Naming = {}): Column<string> {
  return column(title, naming, readHarvestYear, { measure: 'year' })
}

/** Two years that follow each other, as `2025/26`, `2025-2026`, `25/26`. */
export const TWO_YEARS = /^(\d{2}|\d{4})\s?[/–-]\s?(\d{2}|\d{4})$/

/** The two years that a text names; undefined where it names none, or two that do not follow each other. */
export function twoYearsIn(cell: string): { first: string; second: string } | undefined {
  const [, one = '', other = ''] = TWO_YEARS.exec(cell) ?? []
  const whole = (year: string) => Number(year.length === 2 ? `20${year}` : year)
  if (one === '' || whole(other) !== whole(one) + 1) return undefined
  return { first: String(whole(one)), second: String(whole(other)) }
}

function readHarvestYear(cell: string, { countryISO, years }: ReadCell): string | Unreadable {
  const plain = /^(\d{4})[.,]0+$/.exec(cell)?.[1] ?? cell
  const both = twoYearsIn(plain)
  if (!both || findCountry(countryISO)?.splitHarvestYears) return plain
  return years === undefined ? { reason: message('yearIsAmbiguous', both) } : both[years]
}

/** A date in the order of day and month that the file has (date-rules.ts), as ISO 8601. */
export function date(title: string, naming: Naming = {}): Column<string> {
  return column<string>(title, naming, (cell, { dates, unit }) => readDate(cell, orderIn(dates, unit)), dated)
}

/** A date, or a month alone: then its first day stands for all of it. */
export function dateOrMonth(
  title: string,
  naming: Naming = {},
): Column<{ date: string; precision: 'date' | 'month' }> {
  return column<{ date: string; precision: 'date' | 'month' }>(
    title,
    naming,
    (cell, { dates, unit }) => readDateOrMonth(cell, orderIn(dates, unit)),
    dated,
  )
}

/** A header may say how its dates are written, where others say a unit: `Date (MM/DD/YYYY)`. */
const dated = { measure: 'date' as const, takesUnit: (said: string) => statedOrder(said) !== undefined }

/** Prefers the order that the header gives, whatever the file and its owner. */
function orderIn(dates: OrderOfFile, said: string | undefined): OrderOfFile {
  const order = said === undefined ? undefined : statedOrder(said)
  return order === undefined ? dates : { order, isDoubtful: false }
}

/** Hectares in one unit of area. An acre is exact by definition (international yard). */
const HECTARES_IN = new Map([
  ...['ha', 'hectare', 'hectares', 'hektar'].map((name) => [name, 1] as const),
  ...['ac', 'acre', 'acres', 'acs'].map((name) => [name, 0.40468564224] as const),
  ...['m2', 'm²', 'sqm', 'qm', 'sq m'].map((name) => [name, 0.0001] as const),
  ...['a', 'ar', 'are', 'ares'].map((name) => [name, 0.01] as const),
])

function hectaresIn(unit: string): number | undefined {
  return HECTARES_IN.get(unit.trim().toLowerCase())
}

/** An area, with the unit it was written in. */
export function area(title: string, naming: Naming = {}): Column<MeasuredColumn> {
  return measured(title, naming, 'area', 'ha', (unit) => hectaresIn(unit) !== undefined)
}

/** Hectares of an area, to the square metre. */
export function hectaresOf({ value, unit }: MeasuredColumn): number {
  return Math.round(value * (hectaresIn(unit) ?? 1) * 10_000) / 10_000
}

/** A weight. Its unit stands in its header, in the cell or in a column beside it. */
export function weight(title: string, naming: Naming = {}): Column<MeasuredColumn> {
  return measured(title, naming, 'weight', 'kg', isWeightUnit)
}

/** A weight an area, such as t/ha. */
export function yieldPerArea(title: string, naming: Naming = {}): Column<MeasuredColumn> {
  return measured(title, naming, 'yield', 'kg/ha', (unit, countryISO) => {
    const [of = '', per = ''] = unit.split('/')
    return hectaresIn(per) !== undefined && isWeightUnit(of.trim(), countryISO)
  })
}

function measured(
  title: string,
  naming: Naming,
  measure: Measure,
  defaultUnit: string,
  takesUnit: Column['takesUnit'],
): Column<MeasuredColumn> {
  return column(title, naming, (cell, reading) => readMeasured(cell, reading, takesUnit, defaultUnit), {
    measure,
    takesUnit,
    defaultUnit,
  })
}

/** Reads a measured cell. Its own unit goes before that of its header or of another column. */
function readMeasured(
  cell: string,
  { numbers, unit, countryISO }: ReadCell,
  takesUnit: Column['takesUnit'],
  defaultUnit: string,
): MeasuredColumn | Unreadable {
  const written = splitNumber(cell)
  if (written.unit !== '' && !takesUnit(written.unit, countryISO))
    return { reason: message('isNoNumber', {}) }
  const value = readNumber(written.number, numbers)
  if (typeof value !== 'number') return value
  const its = written.unit || unit
  if (its === undefined) return { reason: message('needsUnit', { value, unit: defaultUnit }) }
  return takesUnit(its, countryISO)
    ? { value, unit: its }
    : { reason: message('unitIsUnknown', { unit: its }) }
}

const ANY_BUSHEL = 1

function isWeightUnit(unit: string, countryISO: string): boolean {
  return unitFor(countryISO, unit) !== undefined || unitFor(countryISO, unit, ANY_BUSHEL) !== undefined
}

/**
 * Kilograms, or kilograms per hectare, of what a cell says; undefined for bushels of a commodity that is not weighed in them.
 *
 * @example kilogramsOf({ value: 3.2, unit: 't/ha' }, 'GB', 1) // 3200
 */
export function kilogramsOf(
  { value, unit }: MeasuredColumn,
  countryISO: string,
  commodityId: number | undefined,
): number | undefined {
  const [of = '', per] = unit.split('/')
  const found = unitFor(countryISO, of.trim(), commodityId)
  if (!found) return undefined
  const hectares = per === undefined ? 1 : (hectaresIn(per) ?? 1)
  // Rounded to the gram here, or 0.1 t would be 100.00000000000001 kg.
  return Math.round((value * found.conversion * 1000) / hectares) / 1000
}

/** The units that people of a country may mean by a number of a column, the likeliest first: for whoever is asked. */
export function unitsOf({ measure }: Pick<Column, 'measure'>, countryISO: string): string[] {
  const isAmerican = countryISO === 'US' || countryISO === 'CA'
  const weights = isAmerican ? ['lb', 'bu', 't', 'kg', 'cwt'] : ['t', 'kg', 'dt']
  const areas = isAmerican ? ['ac', 'ha'] : ['ha', 'ac', 'm2']
  if (measure === 'weight') return weights
  if (measure === 'area') return areas
  if (measure !== 'yield') return []
  return isAmerican ? ['bu/ac', 'lb/ac', 't/ha'] : ['t/ha', 'kg/ha', 'dt/ha', 't/ac']
}

function splitList(cell: string): string[] {
  const items: string[] = []
  let item = ''
  for (let at = 0; at < cell.length; at++) {
    const mark = cell[at] ?? ''
    const next = cell[at + 1]
    if (mark === '\\' && (next === ';' || next === '\\')) {
      item += next
      at += 1
    } else if (mark === ';') {
      items.push(item)
      item = ''
    } else item += mark
  }
  return [...items, item].map((each) => each.trim()).filter((each) => each !== '')
}

/** The cell that `list` reads as these texts. */
export function joinList(items: readonly string[]): string {
  return items.map((item) => item.replace(/[\\;]/g, '\\$&')).join('; ')
}
