import type { Operations } from '../../api/operations.ts'
import { isDay, momentOf } from '../../i18n/days.ts'
import type { Language } from '../../i18n/languages.ts'
import { parsePercentage, parseStock } from '../../i18n/numbers.ts'
import { onlyCrop } from '../../stock/only-crop.ts'

/** Way to type the amount of each source: as a weight, or as a part of a weight that is given once. */
export type RecipeMeasure = 'weights' | 'shares'

export interface Recipe {
  /** Records, with what was typed of each. */
  sources: { recordId: string; typed: string }[]
  measure: RecipeMeasure
  /** The weight of all of it, where shares are typed. */
  total: string
  /** `lorry`, or `store/bay`. */
  to: string
  buyer: string
  /** Of a buyer who never got anything before. */
  buyerId: string
  isSold: boolean
  reference: string
  vehicle: string
  day: string
  time: string
}

type Body = Operations['POST /api/inventory/movements/bulk']['body']

export const LORRY = 'lorry'

/**
 * Kilograms of each source, in their order; undefined for what cannot be read or is nothing. Shares give the whole weight away, to the gram.
 *
 * @param crops commodities by record, by which a bushel is one
 */
export function weightsOf(
  { sources, measure, total }: Pick<Recipe, 'sources' | 'measure' | 'total'>,
  language: Language,
  crops: ReadonlyMap<string, number> = new Map(),
): (number | undefined)[] {
  const read = (typed: string, commodityId: number | undefined) =>
    positive(parseStock(typed, language, { commodityId }))
  if (measure !== 'shares') return sources.map(({ recordId, typed }) => read(typed, crops.get(recordId)))
  const whole = read(total, cropOfRecipe(sources, crops))
  const shares = sources.map(({ typed }) => {
    const share = parsePercentage(typed, language)
    return 'value' in share && share.value > 0 ? share.value : 0
  })
  const all = shares.reduce((sum, share) => sum + share, 0)
  if (whole === undefined || all === 0) return sources.map(() => undefined)
  let given = 0
  let taken = 0
  return shares.map((share) => {
    given += share
    // Each ends where its shares end, so that what rounding takes from one the next gets.
    const until = Math.round((whole * 1000 * given) / all)
    const grams = until - taken
    taken = until
    return grams > 0 ? grams / 1000 : undefined
  })
}

/** The crop of all that is blended, if it is one. */
export const cropOfRecipe = (sources: Recipe['sources'], crops: ReadonlyMap<string, number>) =>
  onlyCrop(sources.map(({ recordId }) => crops.get(recordId) ?? 0))

function positive(read: ReturnType<typeof parseStock>): number | undefined {
  return 'kg' in read && read.kg > 0 ? read.kg : undefined
}

/** Context for reading a recipe. */
interface Given {
  buyerId: string
  /** Owners of the heaps, by record. */
  owners: ReadonlyMap<string, string>
  today: string
  timeZone: string
}

/** Builds the request to the service; undefined while something is missing. Without a time it is now, or noon of another day. */
export function bodyOf(
  recipe: Recipe,
  weights: (number | undefined)[],
  { buyerId, owners, today, timeZone }: Given,
): Body | undefined {
  const records = recipe.sources.flatMap(({ recordId }, index) => {
    const weight = weights[index]
    return weight === undefined ? [] : [{ id: recordId, weight }]
  })
  const { to, buyer, isSold, reference, vehicle, day, time } = recipe
  if (records.length === 0 || to === '' || !isDay(day)) return undefined
  const isNow = day === today && time === ''
  const shared = {
    records,
    ...(!isNow && { movementDateISO: momentOf(day, time || '12:00', timeZone).toISOString() }),
  }
  if (to === LORRY) {
    const organisationName = buyer.trim()
    if (organisationName === '') return undefined
    // So that the buyer's one weight is compared with all of it. No owner reads what others have on the lorry.
    const isOneLoad = records.length > 1 && new Set(records.map(({ id }) => owners.get(id))).size === 1
    return {
      ...shared,
      ...(isOneLoad && { ticket: {} }),
      destination: { organisationId: buyerId, organisationName },
      sold: isSold,
      ...(reference.trim() && { contractReference: reference.trim() }),
      ...(vehicle.trim() && { driver: { vehicleRegistration: vehicle.trim() } }),
    }
  }
  const [storageId = '', bay = ''] = to.split('/')
  return { ...shared, destination: { type: 'store', storageId, substorageId: Number(bay) } }
}
