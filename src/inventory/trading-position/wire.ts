import type { Actor } from '../../http/actor.ts'
import { namedCommodity, namedGrade, namedTags, namedType } from '../../system/commodities/named-ids.ts'
import type { StockKey } from './rules.ts'

/** A row of the position by the names of what it is of. */
export function keyToWire(
  { countryISO }: Actor,
  { commodityId, typeId, gradeId, harvestYear, tagIds }: StockKey,
) {
  return {
    commodity: namedCommodity(countryISO, commodityId),
    type: namedType(typeId),
    grade: namedGrade(gradeId),
    harvestYear,
    tags: namedTags(tagIds),
  }
}
