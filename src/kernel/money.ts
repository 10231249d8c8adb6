import Big from 'big.js'

/**
 * Money and what is reckoned of it, as decimals in text: `1204.50`. No figure passes through a float, and currencies are never added up
 * together (docs/decisions/0161-charges.md).
 */
export type DecimalText = string

// Quotients are rounded here before they are rounded to cents; all else is exact. What is no tie differs from one by more than this.
const Exact = Big()
Exact.DP = 40
Exact.RM = Exact.roundHalfUp

const currencies: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'))

/** True for the code of a currency in ISO 4217, such as EUR. */
export function isCurrency(code: string): boolean {
  return currencies.has(code)
}

/** The decimals of a currency's smallest unit: 2 of EUR, 0 of JPY. */
export function currencyDigits(currency: string): number {
  return (
    new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2
  )
}

/**
 * A quantity times a rate, rounded once, half up, to the cents of the currency.
 *
 * @param of.divisor of a rate for several units, such as 7 days of a week
 * @example amountOf({ quantity: '12.345', rate: '2.50', currency: 'GBP' }) // '30.86'
 */
export function amountOf(of: {
  quantity: DecimalText
  rate: DecimalText
  divisor?: number
  currency: string
}): DecimalText {
  const exact = new Exact(of.quantity).times(of.rate).div(of.divisor ?? 1)
  return exact.toFixed(currencyDigits(of.currency), Exact.roundHalfUp)
}

/** Adds amounts of one currency; none are 0. */
export function sumOfMoney(amounts: DecimalText[], currency: string): DecimalText {
  return amounts
    .reduce((sum, amount) => sum.plus(amount), new Exact(0))
    .toFixed(currencyDigits(currency), Exact.roundHalfUp)
}

/** One amount less another, of one currency. */
export function lessMoney(one: DecimalText, other: DecimalText, currency: string): DecimalText {
  return new Exact(one).minus(other).toFixed(currencyDigits(currency), Exact.roundHalfUp)
}

/**
 * Adds decimals exactly, without rounding and without zeros at the end.
 *
 * @example exactSum(['214.50', '-2.7885']) // '211.7115'
 */
export function exactSum(decimals: DecimalText[]): DecimalText {
  return decimals.reduce((sum, each) => sum.plus(each), new Exact(0)).toFixed()
}

/**
 * Multiplies decimals exactly.
 *
 * @param percents as many of the factors as are per cent
 * @example exactProduct(['214.50', '-1.3', '1.5'], 1) // '-4.18275'
 */
export function exactProduct(factors: DecimalText[], percents = 0): DecimalText {
  const product = factors.reduce((sum, each) => sum.times(each), new Exact(1))
  return product.div(new Exact(100).pow(percents)).toFixed()
}

/** Compares two amounts of one currency: less than 0, 0 or more, as for sorting. */
export function compareMoney(one: DecimalText, other: DecimalText): number {
  return new Exact(one).cmp(other)
}

/** A whole number of small units as a decimal of large ones: grams in tonnes with 6 places, without zeros at its end. */
export function decimalOf(units: bigint, places: number): DecimalText {
  return new Exact(units.toString()).div(new Exact(10).pow(places)).toFixed()
}
