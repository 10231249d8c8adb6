import type { Trade } from '../../api/operations.ts'
import { useFormats } from '../../i18n/format.ts'
import { useLanguage } from '../../i18n/language.ts'
import { say, useMessages } from '../../i18n/messages.ts'
import { measureText } from '../../i18n/numbers.ts'
import { pageMessages } from './page-messages.ts'

/** Gives a price as people say it: 214.50 GBP per t, or that it is fixed later. */
export function usePriceWords(): (price: NonNullable<Trade['price']>) => string {
  const m = useMessages(pageMessages)
  const language = useLanguage()
  return ({ kind, amount, currency, unit }) => {
    if (amount === null || unit === null) return m[kind]
    // An amount stays to the digit as it is agreed: 214.50 is not 214.5.
    const decimal = measureText('0.5', language).charAt(1)
    return say(m.priceIs, { amount: amount.replace('.', decimal), currency: currency ?? '', unit: m[unit] })
  }
}

/** Gives a tolerance as people say it. */
export function useToleranceWords(): (tolerance: Trade['tolerance']) => string {
  const m = useMessages(pageMessages)
  const formats = useFormats()
  return ({ percentage, option }) =>
    percentage === 0
      ? m.noTolerance
      : say(option === null ? m.toleranceIs : m[`option_${option}`], { percent: formats.figure(percentage) })
}
