import { countryHere } from '../api/country.ts'
import { unitsHere } from '../api/units.ts'
import { formatsOf, useFormats } from '../i18n/format.ts'
import { useLanguage } from '../i18n/language.ts'
import { say, useMessages } from '../i18n/messages.ts'
import { fieldWeight, LARGE_UNIT_KG, parseReading, parseWeight, type WeightContext } from '../i18n/numbers.ts'
import { scaleUnitOf, stockUnitOf } from '../i18n/units.ts'
import { unitsOf } from '../i18n/weight-units.ts'
import { messages } from './messages.ts'

/** Writes weights of a ticket as they stand in its fields. */
export function useFieldWeight(): (kilograms: number) => string {
  const formats = useFormats()
  const language = useLanguage()
  return (kilograms) => fieldWeight(kilograms, formats, language)
}

/** The kilograms that somebody typed, or why it is not one figure; neither where nothing was typed. */
export interface WeightRead {
  kg?: number
  fault?: string
}

/**
 * Reads what is typed for a weight: the one way of all fields, so that none drops a unit.
 *
 * @param parse of stock, of a yield, of a reading, or of a load, whose figures are of the scale, too
 */
export function useWeightReader(
  parse: typeof parseWeight = parseWeight,
): (typed: string, context?: WeightContext) => WeightRead {
  const language = useLanguage()
  const m = useMessages(messages)
  return (typed, context = {}) => {
    const parsed = parse(typed, language, context)
    if ('kg' in parsed) return { kg: parsed.kg }
    const { country = countryHere.get(), commodityId } = context
    const isOfScale = parse === parseWeight || parse === parseReading
    const [units, formats] = [unitsHere.get(), formatsOf(language, 'UTC').of(commodityId)]
    const stock = stockUnitOf(units, country, commodityId)
    const faults = {
      unreadable: () => {
        const { kilograms } = scaleUnitOf(units)
        return say(m.weightUnreadable, { example: formats.weighed(28_460 * kilograms) })
      },
      ambiguous: () =>
        !isOfScale && stock.kilograms >= LARGE_UNIT_KG
          ? say(m.unitAmbiguous, {
              unit: stock.label === 't' ? m.tonnes : m.shortTons,
              example: formats.exactStock(28.46 * stock.kilograms),
            })
          : say(m.weightAmbiguous, { example: '28460' }),
      'too-large': () => m.weightTooLarge,
      unit: () => say(m.weightUnit, { units: unitsOf(country) }),
      bushel: () => m.weightBushel,
      reading: () => m.weightReading,
    }
    return parsed.fault === 'none' ? {} : { fault: faults[parsed.fault]() }
  }
}
