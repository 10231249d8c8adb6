import { languages, type Language } from '../../words/languages.ts'
import type { Kysely } from 'kysely'
import Type, { type Static } from 'typebox'
import type { Tables } from '../../db/tables.ts'
import type { Actor } from '../../http/actor.ts'
import { closed, oneOf } from '../../http/validate/schema.ts'
import { unitFor } from '../units/units.ts'
import { hectaresOf, kilogramsOf, titleFor, type Column } from './columns.ts'
import { decimalMarkOf, type DecimalMark } from './number-rules.ts'
import { readLocale } from './queries.ts'

/** Style of templates and exports: the office that asked for them can work with them, and the import reads them back exactly. */
export interface TableStyle {
  countryISO: string
  language: Language
  /** Otherwise hectares. */
  isInAcres: boolean
  /** Otherwise tonnes. A bushel is a weight in some countries alone. */
  isInBushels: boolean
  mark: DecimalMark
  timeZone: string
}

export const StyleQuery = closed({
  format: Type.Optional(
    oneOf(
      ['csv', 'xlsx'],
      'xlsx: a workbook, with numbers and dates that a spreadsheet can calculate with. Left out: csv.',
    ),
  ),
  language: Type.Optional(
    oneOf(
      languages,
      'Of the header. Left out: that of the organisation, or English where it has none of these.',
    ),
  ),
  units: Type.Optional(
    oneOf(
      ['hectares', 'acres'],
      'hectares and tonnes, or acres and, where the country has them, bushels. Left out: acres in the United States and Canada.',
    ),
  ),
  delimiter: Type.Optional(
    oneOf(
      ['comma', 'semicolon'],
      'Between cells. Numbers have a point before their decimals beside commas, and a comma beside semicolons. Left out: as the language of the organisation writes numbers.',
    ),
  ),
})
export type StyleQuery = Static<typeof StyleQuery>

/** Commodity id of wheat: where anything is weighed in bushels, wheat is. */
const WHEAT = 1

/** The style that a request asks for, and where it does not say, that of its organisation. */
export async function styleOf(
  db: Kysely<Tables>,
  actor: Actor,
  { language, units, delimiter }: Omit<StyleQuery, 'format'>,
): Promise<TableStyle> {
  const { countryISO, timeZone } = actor
  const locale = await readLocale(db, actor)
  const own = languages.find((each) => locale.toLowerCase().startsWith(each))
  const isAmerican = countryISO === 'US' || countryISO === 'CA'
  const isInAcres = units === undefined ? isAmerican : units === 'acres'
  return {
    countryISO,
    timeZone,
    language: language ?? own ?? 'en',
    isInAcres,
    isInBushels: isInAcres && unitFor(countryISO, 'bu', WHEAT) !== undefined,
    mark: delimiter === undefined ? decimalMarkOf(locale) : delimiter === 'comma' ? '.' : ',',
  }
}

/** Gives the delimiter of cells where numbers have this mark. */
export function delimiterBeside({ mark }: TableStyle): ',' | ';' {
  return mark === ',' ? ';' : ','
}

/** An amount as the books have it, which is written in the units of whoever asks: square metres, grams, or grams per hectare. */
export interface Amount {
  amount: number
  /** A bushel is a weight of it. */
  commodityId?: number
}

/** The unit that the cells of a column are in, where they do not say another; undefined of a column that measures nothing. */
function unitIn(
  { measure, title }: Pick<Column, 'measure' | 'title'>,
  { countryISO, isInAcres, isInBushels }: TableStyle,
): string | undefined {
  const own = /\(([^)]+)\)$/.exec(title)?.[1]
  const [area, weight] = [isInAcres ? 'ac' : 'ha', isInBushels ? 'bu' : 't']
  if (measure === 'yield') return `${weight}/${area}`
  if (measure === 'area') return area
  if (measure !== 'weight') return own
  // A weighbridge shows kilograms or pounds, whatever stock is counted in.
  return own === 'kg' ? (countryISO === 'US' ? 'lb' : 'kg') : weight
}

/** The title of a column, with its unit. */
export function titleIn(column: Column, style: TableStyle): string {
  const unit = unitIn(column, style)
  const [said = ''] = titleFor(column, style.language).split(' (')
  return unit === undefined ? said : `${said} (${unit})`
}

const MOST_DECIMALS = 12

/**
 * An amount in the units of a style, with as few decimals as are read back as exactly that amount. What is not weighed in bushels says its own
 * unit: `1200 lb`.
 */
export function writeAmount(column: Column, amount: Amount, style: TableStyle): string {
  const usual = unitIn(column, style) ?? ''
  const isWithout = usual.startsWith('bu') && !unitFor(style.countryISO, 'bu', amount.commodityId)
  const unit = isWithout ? usual.replace('bu', 'lb') : usual
  const metric = column.measure === 'weight' ? 'kg' : column.measure === 'yield' ? 'kg/ha' : 'ha'
  for (const its of [unit, metric]) {
    const one = amountIn(column, { value: 1, unit: its }, amount, style)
    for (let decimals = 0; one > 0 && decimals <= MOST_DECIMALS; decimals++) {
      const text = (amount.amount / unitSize(column, its, amount, style)).toFixed(decimals)
      if (amountIn(column, { value: Number(text), unit: its }, amount, style) !== amount.amount) continue
      return its === usual ? writeNumber(text, style) : `${writeNumber(text, style)} ${its}`
    }
  }
  throw new Error(`an amount cannot be written: ${amount.amount}`)
}

/** Reads a cell as the import would. */
function amountIn(
  { measure }: Column,
  measured: { value: number; unit: string },
  { commodityId }: Amount,
  { countryISO }: TableStyle,
): number {
  if (measure === 'area') return Math.round(hectaresOf(measured) * 10_000)
  return Math.round((kilogramsOf(measured, countryISO, commodityId) ?? 0) * 1000)
}

/** One of a unit, as exactly as a number can say it. */
function unitSize(column: Column, unit: string, amount: Amount, style: TableStyle): number {
  const many = 1_000_000
  return amountIn(column, { value: many, unit }, amount, style) / many
}

/** With the mark of the style, and never with exactly three decimals, which could be taken for thousands. */
export function writeNumber(text: string, { mark }: TableStyle): string {
  const clear = /\.\d{3}$/.test(text) ? `${text}0` : text
  return mark === ',' ? clear.replace('.', ',') : clear
}
