import { countryHere } from '../api/country.ts'
import { unitsHere } from '../api/units.ts'
import { formatsOf } from '../i18n/format.ts'
import { useLanguage } from '../i18n/language.ts'
import { say, useMessages } from '../i18n/messages.ts'
import { parseWeight, type WeightContext } from '../i18n/numbers.ts'
import { unitsOf } from '../i18n/weight-units.ts'
import { messages } from './messages.ts'

/** The kilograms that somebody typed, or why it is not one figure; neither where nothing was typed. */
export interface WeightRead {
  kg?: number
  fault?: string
}

/**
 * Reads what is typed for a weight: the one way of all fields, so that none drops a unit.
 *
 * @param parse of stock, or of a ticket, whose figures are kilograms
 */
export function useWeightReader(
  parse: typeof parseWeight = parseWeight,
): (typed: string, context?: WeightContext) => WeightRead {
  const language = useLanguage()
  const m = useMessages(messages)
  return (typed, context = {}) => {
    const parsed = parse(typed, language, context)
    if ('kg' in parsed) return { kg: parsed.kg }
    const { country = countryHere.get() } = context
    const faults = {
      unreadable: () => say(m.weightUnreadable, { example: formatsOf(language, 'UTC').weighed(28_460) }),
      ambiguous: () =>
        parse !== parseWeight && unitsHere.get().stock === 't'
          ? say(m.tonnesAmbiguous, { example: formatsOf(language, 'UTC').exactStock(28_460) })
          : say(m.weightAmbiguous, { example: '28460' }),
      'too-large': () => m.weightTooLarge,
      unit: () => say(m.weightUnit, { units: unitsOf(country) }),
      bushel: () => m.weightBushel,
    }
    return parsed.fault === 'none' ? {} : { fault: faults[parsed.fault]() }
  }
}
