import {
  amountOf,
  compareMoney,
  decimalOf,
  exactProduct,
  exactSum,
  sumOfMoney,
  type DecimalText,
} from '../../kernel/money.ts'
import { measureKey } from './measure-rules.ts'

/** The rules of what deliveries under a contract are worth (rules.md §17), as pure functions: loads and terms go in, lines come out. Weights in grams. */

export type FinalSide = 'loading' | 'unloading'

/** A row of a contract's table of allowances. Figures are decimals. */
export interface AllowanceRow {
  name: string
  from: DecimalText
  to: DecimalText
  base: DecimalText
  perPoint: DecimalText
  unit: 'percent' | 'amount'
}

/** Terms of a contract by which its deliveries are valued. */
export interface ValuedTerms {
  kind: 'purchase' | 'sale'
  /** Null as long as none is fixed. */
  price: {
    amount: DecimalText
    currency: string
    /** Kilograms that it is for, as a number: 1000 of a tonne. */
    kilograms: number
  } | null
  /** Null where nothing is agreed: then our own. */
  weightFinal: FinalSide | null
  qualityFinal: FinalSide | null
  allowances: AllowanceRow[]
}

/** A load, or the part of one, that moved under the contract. */
export interface DeliveredLoad {
  movementId: number
  number: string
  day: string
  vehicle: string
  /** As it was weighed here. */
  grams: number
  /** Its part of what a settlement says that the buyer received; null where none does. */
  theirGrams: number | null
  measured: { name: string; value: DecimalText }[]
}

/** An allowance on a line: what was measured, and what that makes of the price. */
export interface AppliedAllowance {
  name: string
  value: DecimalText
  /** Above the base, or below it. */
  points: DecimalText
  /** For one unit of the price, exact; null without a price. */
  change: DecimalText | null
  /** Rounded, to be shown. Only the amount of the line counts. */
  amount: DecimalText | null
}

export interface ValueLine extends DeliveredLoad {
  /** Weight that is valued. */
  valuedGrams: number
  /** Side that found that weight. */
  weightFrom: FinalSide
  /** True if the contract goes by the other side's weight, and nobody has it here. */
  isWeightProvisional: boolean
  /** True if the contract goes by the other side's analysis: what was measured here stands in for it. */
  isQualityProvisional: boolean
  allowances: AppliedAllowance[]
  /** Figures of the contract's table that nobody measured: what they would change is not in the amount. */
  unmeasured: string[]
  /** For one unit, with its allowances, exact; null without a price. */
  price: DecimalText | null
  /** Rounded once; null without a price. */
  amount: DecimalText | null
}

/**
 * Values loads, each by itself: its weight times the price with its allowances, rounded once.
 *
 * @example valueDeliveries({ price: { amount: '200', currency: 'GBP', kilograms: 1000 }, … }, [{ grams: 28_460_000, … }])[0].amount // '5692.00'
 */
export function valueDeliveries(terms: ValuedTerms, loads: DeliveredLoad[]): ValueLine[] {
  return loads.map((load) => valueLoad(terms, load))
}

function valueLoad(terms: ValuedTerms, load: DeliveredLoad): ValueLine {
  const { price } = terms
  const weighed = finalWeight(terms, load)
  const quantity = decimalOf(BigInt(weighed.valuedGrams), 3)
  const worth = (rate: DecimalText | null) =>
    price && rate !== null
      ? amountOf({ quantity, rate, divisor: price.kilograms, currency: price.currency })
      : null
  const allowances = terms.allowances
    .flatMap((row) => apply(row, terms, load))
    .map((applied) => ({
      ...applied,
      amount: worth(applied.change),
    }))
  const whole = price && exactSum([price.amount, ...allowances.flatMap(({ change }) => change ?? [])])
  return {
    ...load,
    ...weighed,
    isQualityProvisional:
      allowances.length > 0 && terms.qualityFinal !== null && terms.qualityFinal !== ownSide(terms),
    allowances,
    unmeasured: unmeasuredOf(terms, load),
    price: whole,
    amount: worth(whole),
  }
}

/** The side of our own scale: what we sell is loaded here, and what we buy is unloaded. */
const ownSide = ({ kind }: Pick<ValuedTerms, 'kind'>): FinalSide =>
  kind === 'sale' ? 'loading' : 'unloading'

function finalWeight(
  { kind, weightFinal }: ValuedTerms,
  { grams, theirGrams }: DeliveredLoad,
): Pick<ValueLine, 'valuedGrams' | 'weightFrom' | 'isWeightProvisional'> {
  const own = ownSide({ kind })
  const isTheirs = weightFinal !== null && weightFinal !== own
  if (isTheirs && theirGrams !== null)
    return { valuedGrams: theirGrams, weightFrom: weightFinal, isWeightProvisional: false }
  return { valuedGrams: grams, weightFrom: own, isWeightProvisional: isTheirs }
}

function unmeasuredOf({ allowances }: ValuedTerms, { measured }: DeliveredLoad): string[] {
  const known = new Set(measured.map(({ name }) => measureKey(name)))
  const missing = allowances.filter(({ name }) => !known.has(measureKey(name)))
  return [...new Map(missing.map(({ name }) => [measureKey(name), name])).values()]
}

/** The allowance that a row of the table makes of what was measured; nothing where no figure is within it, or an earlier row has the figure already. */
function apply(
  row: AllowanceRow,
  { price, allowances }: ValuedTerms,
  { measured }: DeliveredLoad,
): Omit<AppliedAllowance, 'amount'>[] {
  const value = measured.find(({ name }) => measureKey(name) === measureKey(row.name))?.value
  if (value === undefined || !isWithin(row, value)) return []
  const own = allowances.filter(
    (other) => measureKey(other.name) === measureKey(row.name) && isWithin(other, value),
  )
  if (own[0] !== row) return []
  const points = exactSum([value, exactProduct([row.base, '-1'])])
  const change =
    price &&
    (row.unit === 'percent'
      ? exactProduct([price.amount, row.perPoint, points], 1)
      : exactProduct([row.perPoint, points]))
  return [{ name: row.name, value, points, change }]
}

const isWithin = ({ from, to }: AllowanceRow, value: DecimalText) =>
  compareMoney(value, from) >= 0 && compareMoney(value, to) <= 0

/** Sums of lines, by currency: one at most, as a contract has one. */
export function deliveryTotals(
  { price }: ValuedTerms,
  lines: ValueLine[],
): { currency: string; amount: DecimalText }[] {
  if (!price || lines.length === 0) return []
  const amounts = lines.flatMap(({ amount }) => amount ?? [])
  return [{ currency: price.currency, amount: sumOfMoney(amounts, price.currency) }]
}
