import type { FullRecord, Operations } from '../api/operations.ts'
import type { Language } from '../i18n/languages.ts'
import { parseStock, typedStock } from '../i18n/numbers.ts'

type NewBody = Operations['POST /api/inventory/trade-availability']['body']
type ChangeBody = Operations['PATCH /api/inventory/trade-availability/{id}']['body']
export type Kind = NewBody['commodities'][number]['type']

/** Stock for sale as it is typed. */
export interface TypedOffer {
  /** Commodity and type, with a point between; '' is none yet. */
  grain: string
  /** '0' is ungraded. */
  grade: string
  variety: string
  /** '' is the harvest that the grain is of today. */
  year: string
  weight: string
  /** '' is nothing. */
  sold: string
  /** With commas between. */
  tags: string
  units: string[]
}

export const blankOffer = (): TypedOffer => ({
  grain: '',
  grade: '0',
  variety: '',
  year: '',
  weight: '',
  sold: '',
  tags: '',
  units: [],
})

const tagsOf = (tags: string) => tags.split(',').flatMap((each) => each.trim() || [])

/** The commodity of a grain that was chosen. */
export const grainIdOf = (grain: string) => (grain === '' ? undefined : Number(grain.split('.')[0]))

/** Kilograms; null is nothing typed, undefined what cannot be read. */
function kilogramsOf(typed: string, language: Language, commodityId: number | undefined) {
  const parsed = parseStock(typed, language, { commodityId })
  if ('kg' in parsed) return parsed.kg
  return parsed.fault === 'none' ? null : undefined
}

/**
 * Builds the body of new offers; undefined as long as something cannot be read or is missing.
 *
 * @param kinds whether a commodity is a crop or produce, by its id
 */
export function offersBody(
  offers: TypedOffer[],
  kinds: ReadonlyMap<number, Kind>,
  language: Language,
): NewBody | undefined {
  const commodities = offers.flatMap(({ grain, grade, variety, year, weight, sold, tags, units }) => {
    const [id = 0, type = 0] = grain.split('.').map(Number)
    const kind = kinds.get(id)
    const [kg, soldKg] = [kilogramsOf(weight, language, id), kilogramsOf(sold, language, id)]
    if (!kind || typeof kg !== 'number' || soldKg === undefined || year.trim() === '') return []
    return [
      {
        type: kind,
        harvestYear: year.trim(),
        commodity: { id, type, grade: Number(grade), variety: variety.trim() || null },
        weight: kg,
        soldWeight: soldKg,
        businessUnitIds: units,
        tags: tagsOf(tags),
      },
    ]
  })
  return commodities.length === offers.length ? { commodities } : undefined
}

/** Fields of an offer that can be changed, as they are typed. */
export type TypedChange = Pick<TypedOffer, 'grade' | 'weight' | 'sold' | 'tags' | 'units'>

export function changeOf(record: FullRecord, language: Language): TypedChange {
  const { soldWeight, tags, commodity, storage } = record
  return {
    grade: String(commodity.grade.id),
    weight: typedStock(record.yield.initial, language, commodity.commodity.id),
    sold: soldWeight === 0 ? '' : typedStock(soldWeight, language, commodity.commodity.id),
    tags: tags.join(', '),
    units: storage.businessUnits.map(({ id }) => id).toSorted(),
  }
}

/** Builds the body of a change: only what was touched; undefined as long as something cannot be read, or nothing was touched. */
export function changeBody(
  now: TypedChange,
  base: TypedChange,
  language: Language,
  commodityId?: number,
): ChangeBody | undefined {
  const [kg, soldKg] = [now.weight, now.sold].map((typed) => kilogramsOf(typed, language, commodityId))
  if (typeof kg !== 'number' || soldKg === undefined) return undefined
  const body = {
    ...(now.weight !== base.weight && { commodityWeight: kg }),
    ...(now.sold !== base.sold && { soldWeight: soldKg }),
    ...(now.grade !== base.grade && { commodityGrade: Number(now.grade) }),
    ...(now.tags !== base.tags && { tags: tagsOf(now.tags) }),
    ...(String(now.units) !== String(base.units) && { businessUnitIds: now.units }),
  }
  return Object.keys(body).length > 0 ? body : undefined
}
