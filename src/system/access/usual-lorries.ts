import { gramsFromKilograms } from '../../kernel/weight.ts'
import { fromUnit } from '../../words/units.ts'

const pounds = (value: number) => Math.round(fromUnit(value, 'lb') * 1000)
const tonnes = (value: number) => gramsFromKilograms(value * 1000)

/**
 * Above what is usual on the roads of a country, so that a figure too many is asked about and a heavy lorry is not: in the United States the
 * longest combinations that grain is driven in weigh 129,000 lb, a Canadian B-train 63.5 t, an Australian double road train 85 t.
 */
const USUAL: Record<string, { full: number; net: number }> = {
  US: { full: pounds(130_000), net: pounds(100_000) },
  CA: { full: tonnes(65), net: tonnes(50) },
  AU: { full: tonnes(85), net: tonnes(60) },
}

/** The weights with which an organisation of a country begins: of a full lorry, and of what it carries, in grams. */
export const usualLorriesIn = (countryISO: string) =>
  USUAL[countryISO] ?? { full: tonnes(60), net: tonnes(45) }
