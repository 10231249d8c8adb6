import { sql, type Kysely } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import type { Actor } from '../../http/actor.ts'
import { closed } from '../../http/validate/schema.ts'
import { filterSchema, type SearchQuery } from '../../http/search/definition.ts'
import { allOf } from '../../http/search/facets.ts'
import { filterConditions } from '../../http/search/find.ts'
import { hectaresFrom } from '../../kernel/area.ts'
import { kilogramsFromGrams } from '../../kernel/weight.ts'
import { findPlantingFigures } from './planting-figures.ts'
import { historyOf, type YearFigures } from './rules.ts'
import type { HarvestHistory } from './schema.ts'
import { plantingFilters } from './search-plans.ts'

/** What the history may be narrowed to. */
export const HistoryQuery = closed(
  Object.fromEntries(Object.entries(plantingFilters).map(([name, filter]) => [name, filterSchema(filter)])),
)

/** What the plantings of the caller's fields were to bring and brought, harvest year by harvest year, as chart data. */
export async function readHistory(
  db: Kysely<Tables>,
  actor: Actor,
  query: SearchQuery,
): Promise<HarvestHistory> {
  const own = sql`r.keeper_id = ${actor.organisationId}`
  const where = allOf([own, ...filterConditions(plantingFilters, actor, query)])
  const years = historyOf(await findPlantingFigures(db, actor, where, { withMoisture: false }))
  const dataset = (label: string, figure: (year: YearFigures) => number) => ({
    label,
    data: years.map(figure),
  })
  return {
    labels: years.map(({ year }) => year),
    datasets: [
      dataset('predicted', ({ predictedGrams }) => kilogramsFromGrams(predictedGrams)),
      dataset('harvested', ({ harvestedGrams }) => kilogramsFromGrams(harvestedGrams)),
      dataset('area', ({ area }) => Number(hectaresFrom(area))),
      dataset('areaHarvested', ({ areaHarvested }) => Number(hectaresFrom(areaHarvested))),
      dataset('yield', ({ gramsPerHectare }) => kilogramsFromGrams(Math.round(gramsPerHectare))),
    ],
  }
}
