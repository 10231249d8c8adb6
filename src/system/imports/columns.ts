import { unitFor } from '../units/units.ts'
import { orderSaid, readDate, readDateOrMonth, type OrderOfFile } from './date-rules.ts'
import { readNumber, type MarkOfFile } from './number-rules.ts'

/** How the cells of one file are read. */
export interface Reading {
  countryISO: string
  numbers: MarkOfFile
  dates: OrderOfFile
}

/** Why a cell cannot be read. */
export interface Unreadable {
  reason: string
}

/** A column that an import knows. */
export interface Column<Value = unknown> {
  /** As templates and messages name it. */
  title: string
  /** Other names it is known by. */
  aliases: string[]
  isRequired: boolean
  isNumber: boolean
  isDate: boolean
  /** Whether a header may say this unit in it: `Weight (t)`; or, of dates, how they are written. */
  takesUnit: (unit: string, countryISO: string) => boolean
  /** The unit, where the header says none. */
  defaultUnit: string
  read: (cell: string, reading: Reading, unit: string) => Value | Unreadable
}

export type Columns = Record<string, Column>

/** What a row of these columns reads as. Empty cells are undefined. */
export type Values<Of extends Columns> = {
  [Name in keyof Of]?: Of[Name] extends Column<infer Value> ? Value : never
}

/** Whether a cell was not read, and is answered why. */
export function isUnreadable(value: unknown): value is Unreadable {
  return typeof value === 'object' && value !== null && 'reason' in value
}

interface Naming {
  aliases?: string[]
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
    isNumber: false,
    isDate: false,
    takesUnit: () => false,
    defaultUnit: '',
    read,
    ...more,
  }
}

/** Text as it is, without blanks around it. */
export function text(title: string, naming: Naming = {}): Column<string> {
  return column(title, naming, (cell) => cell)
}

/** Several texts with semicolons between; one that is part of a text is written `\;`. */
export function list(title: string, naming: Naming = {}): Column<string[]> {
  return column(title, naming, (cell) => splitList(cell))
}

/** A number, with the decimal sign that the file has (number-rules.ts). */
export function number(title: string, naming: Naming = {}): Column<number> {
  return column(title, naming, (cell, reading) => readNumber(cell, reading.numbers), { isNumber: true })
}

/** A date in the order of day and month that the file has (date-rules.ts), as ISO 8601. */
export function date(title: string, naming: Naming = {}): Column<string> {
  return column(title, naming, (cell, { dates }, said) => readDate(cell, orderIn(dates, said)), dated)
}

/** A date, or a month alone: then its first day stands for all of it. */
export function dateOrMonth(
  title: string,
  naming: Naming = {},
): Column<{ date: string; precision: 'date' | 'month' }> {
  return column(title, naming, (cell, { dates }, said) => readDateOrMonth(cell, orderIn(dates, said)), dated)
}

/** A header may say how its dates are written, where others say a unit: `Date (MM/DD/YYYY)`. */
const dated = { isDate: true, takesUnit: (said: string) => orderSaid(said) !== undefined }

/** What the header says counts, whatever the file and whoever's it is. */
function orderIn(dates: OrderOfFile, said: string): OrderOfFile {
  const order = orderSaid(said)
  return order === undefined ? dates : { order, isDoubtful: false }
}

/** Hectares in one unit of area. An acre is exact by definition (international yard). */
const HECTARES_IN = new Map([
  ['ha', 1],
  ['hectare', 1],
  ['hectares', 1],
  ['ac', 0.40468564224],
  ['acre', 0.40468564224],
  ['acres', 0.40468564224],
])

function hectaresIn(unit: string): number | undefined {
  return HECTARES_IN.get(unit.trim().toLowerCase())
}

/** An area in hectares, to the square metre. */
export function area(title: string, naming: Naming = {}): Column<number> {
  return column(
    title,
    naming,
    (cell, reading, unit) => {
      const value = readNumber(cell, reading.numbers)
      return typeof value === 'number' ? Math.round(value * (hectaresIn(unit) ?? 1) * 10_000) / 10_000 : value
    },
    { isNumber: true, takesUnit: (unit) => hectaresIn(unit) !== undefined, defaultUnit: 'ha' },
  )
}

/** A number with the unit it was written in. A bushel has a weight only once the commodity is known. */
export interface Measured {
  value: number
  unit: string
}

/** A weight. Without a unit in its header it is kilograms. */
export function weight(title: string, naming: Naming = {}): Column<Measured> {
  return column(
    title,
    naming,
    (cell, reading, unit) => {
      const value = readNumber(cell, reading.numbers)
      return typeof value === 'number' ? { value, unit } : value
    },
    { isNumber: true, takesUnit: isWeightUnit, defaultUnit: 'kg' },
  )
}

/** A weight an area, such as t/ha. Without a unit in its header it is kilograms per hectare. */
export function yieldPerArea(title: string, naming: Naming = {}): Column<Measured> {
  return {
    ...weight(title, naming),
    takesUnit: (unit, countryISO) => {
      const [of = '', per = ''] = unit.split('/')
      return hectaresIn(per) !== undefined && isWeightUnit(of, countryISO)
    },
    defaultUnit: 'kg/ha',
  }
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
  { value, unit }: Measured,
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
