import { flowsBetween, type Books } from './books.ts'
import { plantingName, type Office } from './enter.ts'
import { commodities } from './farm.ts'
import { crops, sumOf, type Season } from './file.ts'
import { seasonEnd } from './plan.ts'
import { askPosition, compareWithBooks } from './position.ts'
import { grams } from './service.ts'
import { reasons } from './steps.ts'

const MOST_IDS = 200

interface FullRecord {
  id: string
  commodity: { commodity: { id: number } }
  yield: { harvested: number; sold: number }
}

interface MovementTrace {
  weight: number
  madeOf: { weight: number; share: number }[]
}

/** When everything is entered and corrected: every season end again, every plot's harvest, all that was sold, and one load's origin. */
export async function audit(office: Office, seasons: Season[]): Promise<string[]> {
  return [
    ...(await auditSeasonEnds(office, seasons)),
    ...auditBooks(office.books, seasons),
    ...(await auditHarvests(office, seasons)),
    ...(await auditSales(office, seasons)),
    ...(await auditOrigin(office, seasons)),
  ]
}

async function auditSeasonEnds({ service, farm, books }: Office, seasons: Season[]): Promise<string[]> {
  const differences: string[] = []
  for (const { year } of seasons) {
    const position = await askPosition(service, farm, seasonEnd(year))
    differences.push(...compareWithBooks(books, seasonEnd(year), position))
  }
  return differences
}

/** The books themselves: what they harvested in a season is what the file says. */
function auditBooks(books: Books, seasons: Season[]): string[] {
  return seasons.flatMap(({ year, plots }) => {
    const { harvestedGrams } = flowsBetween(books, seasonEnd(year - 1), seasonEnd(year))
    return crops.flatMap((crop) => {
      const wanted = sumOf(plots, crop)
      return wanted === harvestedGrams[crop]
        ? []
        : [`${year}: the books have ${harvestedGrams[crop]} g of ${crop}, the file ${wanted} g`]
    })
  })
}

/** Every row of the file against the record of its planting. */
async function auditHarvests(office: Office, seasons: Season[]): Promise<string[]> {
  const rows = seasons.flatMap(({ year, plots }) =>
    plots.flatMap((plot) =>
      crops.map((crop) => ({ name: plantingName(crop, year, plot.plot), wanted: plot.grams[crop] })),
    ),
  )
  const records = await readRecords(
    office,
    rows.map(({ name }) => office.plantings.get(name) ?? ''),
  )
  return rows.flatMap(({ name, wanted }) => {
    const found = grams(records.get(office.plantings.get(name) ?? '')?.yield.harvested ?? 0)
    return found === wanted ? [] : [`${name}: ${found} g harvested, ${wanted} g in the file`]
  })
}

/** All that left the bays and was sold. */
async function auditSales(office: Office, seasons: Season[]): Promise<string[]> {
  const { soldGrams } = flowsBetween(office.books, '', seasonEnd(seasons.at(-1)?.year ?? 0))
  const records = await readRecords(office, [...new Set(office.parcels.values())])
  return crops.flatMap((crop) => {
    const found = [...records.values()]
      .filter(({ commodity }) => commodity.commodity.id === commodities[crop].id)
      .reduce((sum, each) => sum + grams(each.yield.sold), 0)
    return found === soldGrams[crop]
      ? []
      : [`${found} g of ${crop} sold, and by the file ${soldGrams[crop]} g`]
  })
}

/** The last sale is made of whole grams that add up to its weight. */
async function auditOrigin({ service, movements }: Office, seasons: Season[]): Promise<string[]> {
  const key = `${seasons.at(-1)?.year}-sale`
  const { weight, madeOf } = await service.get<MovementTrace>(`movements/${movements.get(key)?.[0]}/trace`)
  const parts = madeOf.reduce((sum, part) => sum + grams(part.weight), 0)
  const shares = madeOf.reduce((sum, { share }) => sum + Math.round(share * 1000), 0)
  return [
    ...(parts === grams(weight) ? [] : [`${key} is ${grams(weight)} g, made of ${parts} g`]),
    ...(shares === 100_000 ? [] : [`the shares of ${key} add up to ${shares / 1000} %`]),
  ]
}

async function readRecords({ service }: Office, ids: string[]): Promise<Map<string, FullRecord>> {
  const records = new Map<string, FullRecord>()
  for (let from = 0; from < ids.length; from += MOST_IDS) {
    const some = ids.slice(from, from + MOST_IDS).join(',')
    for (const record of await service.get<FullRecord[]>(`records/by-ids?ids=${some}`))
      records.set(record.id, record)
  }
  return records
}

/**
 * A stock take today: whatever the books of the last season still have is not there any more. It changes today's position
 * and no season end.
 */
export async function takeStock({ service, farm }: Office, lastYear: number): Promise<string[]> {
  const { recordIds } = await askPosition(service, farm, seasonEnd(lastYear))
  await service.send('POST', 'records/adjustments', `stock-take-after-${lastYear}`, {
    records: [...recordIds.values()].map((id) => ({ id, adjustTo: 0 })),
    reasonId: reasons.bayEmptied,
  })
  const { standing } = await askPosition(service, farm)
  return [...standing].map(([name, each]) => `after the stock take ${name} still has ${each} g`)
}
