import type { Pen } from './drawn.ts'

/** Money and decimals on papers. */

const LOCALES = { en: 'en-GB', de: 'de-DE', fr: 'fr-FR' } as const

/** A decimal of any length, as the language writes it: none passes through a float. */
export function decimalIn({ language }: Pen, decimal: string): string {
  const format = new Intl.NumberFormat(LOCALES[language], { maximumFractionDigits: 9 })
  return printable(format.format(decimal as Intl.StringNumericLiteral))
}

/** An amount with the code of its currency. */
export function moneyIn({ language }: Pen, amount: string, currency: string): string {
  const format = new Intl.NumberFormat(LOCALES[language], {
    style: 'currency',
    currency,
    currencyDisplay: 'code',
  })
  return printable(format.format(amount as Intl.StringNumericLiteral))
}

/** The face has no narrow blanks that do not break; it has the ordinary one. */
function printable(text: string): string {
  return text.replace(/[\u202f\u2009]/g, '\u00a0')
}
