import { commodityName, findType } from '../../system/commodities/catalogue.ts'
import type { KnownCommodity } from './commodity.ts'

/** What stock is called that nobody gave a name: `Winter wheat 2026`. */
export function nameOfStock(
  countryISO: string,
  { commodityId, typeId }: Pick<KnownCommodity, 'commodityId' | 'typeId'>,
  harvestYear: string,
): string {
  const commodity = commodityName(countryISO, commodityId)?.toLowerCase() ?? ''
  const type = findType(typeId)?.name ?? ''
  // Of sugar beet, the type is “Sugar”.
  const words = commodity.startsWith(type.toLowerCase()) ? [commodity] : [type, commodity]
  const name = [...words, harvestYear].filter((word) => word !== '').join(' ')
  return name.charAt(0).toUpperCase() + name.slice(1)
}
