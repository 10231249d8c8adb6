import { localeOf } from './language.ts'
import type { Language } from './languages.ts'

/** Writes a decimal of any length as the language does, with cents if need be: no figure of money passes through a float. */
export function decimalText(decimal: string, language: Language, minimumFractionDigits = 0): string {
  // The type of the browser's own method has texts of digits alone, which these are.
  const digits = decimal as Intl.StringNumericLiteral
  return new Intl.NumberFormat(localeOf(language), { minimumFractionDigits, maximumFractionDigits: 9 })
    .format(digits)
    .replace('-', '−')
}

/**
 * Writes an amount with the code of its currency and its cents.
 *
 * @example moneyText('1204.5', 'EUR', 'de') // '1.204,50 EUR'
 */
export function moneyText(amount: string, currency: string, language: Language): string {
  const format = new Intl.NumberFormat(localeOf(language), {
    style: 'currency',
    currency,
    currencyDisplay: 'code',
  })
  return format.format(amount as Intl.StringNumericLiteral).replace('-', '−')
}
