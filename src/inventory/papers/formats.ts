import type { Language } from '../../words/languages.ts'
import type { Issuer } from './issuer.ts'
import type { StockUnit } from './stock-unit.ts'
import { inUnit, type Units } from '../../words/units.ts'
import { paired } from '../../kernel/paired.ts'

/** Formats of a paper's figures and dates, in its language and on the farm's clock. */
export interface Formats {
  /** The unit in which weights are written. */
  unit: Units['scale']
  /** Kilograms in that unit, with its name, to the gram where there are grams. */
  weight: (kilograms: number) => string
  /** Kilograms in that unit with its name, to whole ones, over lines that are written so. */
  wholeWeight: (kilograms: number) => string
  /** Kilograms in that unit without its name, for columns. */
  weightFigure: (kilograms: number) => string
  /** A figure that is no weight. */
  figure: (value: number) => string
  /** Kilograms of one column, with as many decimals as the finest of them needs, so that they stand under each other. */
  column: (kilograms: number[]) => (kilograms: number) => string
  /** Kilograms of one column, as in `column`, with their signs. */
  signedColumn: (kilograms: number[]) => (kilograms: number) => string
  /** Kilograms of one column in a unit of stock, without its name. */
  stockColumn: (unit: StockUnit, kilograms: number[]) => (kilograms: number) => string
  /** Of a share in per cent, to one decimal. */
  percent: (share: number) => string
  day: (iso: string) => string
  moment: (iso: string) => string
}

const locales: Record<Language, string> = { en: 'en-GB', de: 'de-DE', fr: 'fr-FR' }

/**
 * @param countryISO the organisation's, which says how days and times of day are written; figures are written as the language writes them
 * @param timeZone the organisation's, an IANA name; `unit` the one in which it printed
 */
export function formatsIn(
  language: Language,
  { countryISO, timeZone, unit: printed }: Pick<Issuer, 'countryISO' | 'timeZone' | 'unit'>,
): Formats {
  const unit: Units['scale'] = printed ?? 'kg'
  const locale = locales[language]
  const localeOfDates = `${language}-${countryISO}`
  const number = new Intl.NumberFormat(locale, { maximumFractionDigits: 3 })
  const share1 = new Intl.NumberFormat(locale, fractionDigits(1))
  const datesAs = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(localeOfDates, { timeZone, ...options })
  const day = datesAs({ day: 'numeric', month: 'short', year: 'numeric' })
  const isByHalves = datesAs({ hour: 'numeric' }).resolvedOptions().hour12
  const time = datesAs(
    isByHalves ? { timeStyle: 'short' } : { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
  )
  const weightIn = (kilograms: number) => weightInUnit(kilograms, unit)
  const aligned = (values: number[], signDisplay: 'auto' | 'exceptZero') => {
    const decimals = decimalsOf(values.map(weightIn))
    const format = new Intl.NumberFormat(locale, { ...fractionDigits(decimals), signDisplay })
    return (kilograms: number) => printable(format.format(weightIn(kilograms)))
  }
  const figure = (value: number) => printable(number.format(value))
  const weightFigure = (kilograms: number) => figure(weightIn(kilograms))
  const dayOf = (iso: string) => (iso === '' ? '' : printable(day.format(new Date(iso))))
  return {
    unit,
    figure,
    weightFigure,
    weight: (kilograms) => `${weightFigure(kilograms)} ${unit}`,
    wholeWeight: (kilograms) => `${figure(Math.round(weightIn(kilograms)))} ${unit}`,
    column: (values) => aligned(values, 'auto'),
    signedColumn: (values) => aligned(values, 'exceptZero'),
    stockColumn({ kilograms: size, decimals: [fewest, most] }, values) {
      const scale = 10 ** most
      const rounded = (kilograms: number) => Math.round((kilograms / size) * scale) / scale
      const needed = Math.max(fewest, ...values.map((each) => decimalsIn(rounded(each))))
      const format = new Intl.NumberFormat(locale, fractionDigits(Math.min(needed, most)))
      return (kilograms) => printable(format.format(rounded(kilograms)))
    },
    percent: (share) => `${printable(share1.format(share))} %`,
    day: dayOf,
    moment: (iso) => (iso === '' ? '' : `${dayOf(iso)}, ${printable(time.format(new Date(iso)))}`),
  }
}

const fractionDigits = (count: number) => ({ minimumFractionDigits: count, maximumFractionDigits: count })

/** Pounds to the tenth: that much is lost in none, and what was read comes back as it was. */
function weightInUnit(kilograms: number, unit: Units['scale']): number {
  return unit === 'kg' ? kilograms : Math.round(inUnit(kilograms, unit) * 10) / 10
}

/** Counts the decimals that weights need, of the three that grams are. */
function decimalsOf(values: number[]): number {
  const needed = values.map((value) => {
    const grams = Math.abs(Math.round(value * 1000))
    return [1000, 100, 10, 1].findIndex((step) => grams % step === 0)
  })
  return Math.max(0, ...needed)
}

/** Counts the decimals of a figure as it is written. */
const decimalsIn = (value: number): number => String(value).split('.')[1]?.length ?? 0

/**
 * Figures rounded to steps of one size, so that they add up to their rounded sum: a column that can be added up by hand.
 *
 * @example roundedToSum([0.5, 0.5, 3], 1) // [1, 0, 3]
 */
export function roundedToSum(values: number[], perUnit: 1 | 10): number[] {
  // In thousandths, since kilograms have grams, and shares three decimals.
  const step = 1000 / perUnit
  const exact = values.map((value) => Math.round(value * 1000))
  const whole = exact.map((each) => Math.floor(each / step))
  const sum = Math.round(exact.reduce((all, each) => all + each, 0) / step)
  const left = sum - whole.reduce((all, each) => all + each, 0)
  const remainder = (index: number) => (exact[index] ?? 0) - (whole[index] ?? 0) * step
  const byRemainder = [...values.keys()].sort((a, b) => remainder(b) - remainder(a) || a - b)
  for (const index of byRemainder.slice(0, left)) whole[index] = (whole[index] ?? 0) + 1
  return whole.map((each) => each / perUnit)
}

/**
 * Kilograms and shares of lines that make up a whole, as they stand under each other: whole kilograms and tenths of a per cent, which add up to what
 * stands below them.
 */
export function partsOfWhole(
  lines: { weight: number; share: number }[],
  formats: Pick<Formats, 'unit' | 'figure' | 'percent'>,
): { lines: [weight: string, share: string][]; total: [weight: string, share: string] } {
  const said = (weight: number, share: number): [string, string] => [
    formats.figure(weight),
    formats.percent(share),
  ]
  const weights = roundedToSum(
    lines.map(({ weight }) => weightInUnit(weight, formats.unit)),
    1,
  )
  const shares = roundedToSum(
    lines.map(({ share }) => share),
    10,
  )
  const sum = (values: number[]) => values.reduce((all, each) => all + Math.round(each * 10), 0) / 10
  return {
    lines: paired(weights, shares).map(([weight, share]) => said(weight, share)),
    total: said(sum(weights), sum(shares)),
  }
}

/** The face has no narrow blanks that do not break; it has the ordinary one. */
function printable(text: string): string {
  return text.replace(/[\u202f\u2009]/g, '\u00a0')
}
