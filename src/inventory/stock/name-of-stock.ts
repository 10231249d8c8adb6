import { capitalised } from '../../kernel/names.ts'
import { commodityName, typeName } from '../../system/commodities/catalogue.ts'
import type { KnownCommodity } from './insert-records.ts'

/** What stock is called that nobody gave a name: `Winter wheat 2026`. */
export function nameOfStock(
  countryISO: string,
  { commodityId, typeId }: Pick<KnownCommodity, 'commodityId' | 'typeId'>,
  harvestYear: string,
): string {
  const commodity = commodityName(countryISO, commodityId)?.toLowerCase() ?? ''
  const type = typeName(typeId) ?? ''
  // Of sugar beet, the type is “Sugar”.
  const words = commodity.startsWith(type.toLowerCase()) ? [commodity] : [type, commodity]
  return capitalised([...words, harvestYear].filter((word) => word !== '').join(' '))
}

/** What stock is, as far as it is called after it. */
interface Named {
  commodityId: number
  typeId: number
  harvestYear: string
}

/** What stock is called once it is something else: a name that somebody gave stays. */
export function nameAfter(countryISO: string, name: string, was: Named, is: Named): string {
  return name === nameOfStock(countryISO, was, was.harvestYear)
    ? nameOfStock(countryISO, is, is.harvestYear)
    : name
}
