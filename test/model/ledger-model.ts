/**
 * A second, naive telling of rules.md §2 to §4, against which the service is tested: it keeps all facts and adds them
 * up again for every question. It shares nothing with the service but the document. Grams and epoch milliseconds.
 */

/** A parcel: what may be mixed, in one bay. */
export interface Parcel {
  bay: number
  commodity: number
  owner: number
}

export interface ModelFact {
  /** The order of entry. */
  order: number
  at: number
  deltas: { parcel: string; grams: number; sold?: boolean; isLoss?: boolean; isHarvest?: boolean }[]
  /** Counted after the deltas: what the parcel holds. */
  counts: { parcel: string; grams: number; mayGain: number }[]
}

/** A movement the model knows how to say again. */
export interface ModelMovement {
  id: string
  recordParcel: string | 'planting'
  type: 'internal' | 'intake' | 'outbound'
  fact: ModelFact
  grams: number
  bay: number | null
  sold: boolean
  adjustsToZero: boolean
  adjustment: number
  weighedNet: number | null
  emptyGrams: number | null
  fullGrams: number | null
  isDeleted: boolean
}

export interface Model {
  now: number
  facts: ModelFact[]
  movements: ModelMovement[]
  nextOrder: number
}

export const parcelName = ({ bay, commodity, owner }: Parcel) => `${bay}/${commodity}/${owner}`
export const bayOf = (parcel: string) => Number(parcel.split('/')[0])

export type Verdict = 'accepted' | 'insufficient_stock' | 'incompatible_stock'

interface Standing {
  at: number
  order: number
  grams: number
}

/** A parcel's balance after each fact, in order. */
function standings(facts: ModelFact[], parcel: string): Standing[] {
  let grams = 0
  return inOrder(facts).flatMap((fact) => {
    const counted = fact.counts.find((count) => count.parcel === parcel)
    const deltas = fact.deltas.filter((delta) => delta.parcel === parcel)
    if (!counted && deltas.length === 0) return []
    grams += deltas.reduce((sum, delta) => sum + delta.grams, 0)
    if (counted) grams = countedFrom(counted, grams)
    return [{ at: fact.at, order: fact.order, grams }]
  })
}

/** What a count leaves: what it counted, unless it would gain more than it may. */
function countedFrom({ grams, mayGain }: ModelFact['counts'][number], before: number): number {
  return grams - before > mayGain ? before : grams
}

function inOrder(facts: ModelFact[]): ModelFact[] {
  return facts.toSorted((a, b) => a.at - b.at || a.order - b.order)
}

function standingBy(series: Standing[], at: number, order = Number.POSITIVE_INFINITY): number {
  return series.findLast((each) => each.at < at || (each.at === at && each.order <= order))?.grams ?? 0
}

export function parcelsOf(facts: ModelFact[]): string[] {
  return [...new Set(facts.flatMap((fact) => [...fact.deltas, ...fact.counts].map(({ parcel }) => parcel)))]
}

export function balanceAt(model: Model, parcel: string, at: number): number {
  return standingBy(standings(model.facts, parcel), at)
}

/** Whether the facts may become these. */
export function judge(model: Model, after: ModelFact[]): Verdict {
  const parcels = parcelsOf([...model.facts, ...after])
  const before = new Map(parcels.map((parcel) => [parcel, standings(model.facts, parcel)]))
  const later = new Map(parcels.map((parcel) => [parcel, standings(after, parcel)]))
  for (const parcel of parcels) {
    const [was, becomes] = [before.get(parcel) ?? [], later.get(parcel) ?? []]
    for (const { at, order } of [...instantsOf([...was, ...becomes]), ...beforeStockTakes(after, parcel)]) {
      if (at > model.now) continue
      const grams = standingBy(becomes, at, order)
      if (grams < 0 && grams < standingBy(was, at, order)) return 'insufficient_stock'
    }
  }
  return hasOverlap(model, after, before, later) ? 'incompatible_stock' : 'accepted'
}

/** An instant is judged as a whole: when all that belongs to it has happened. */
function instantsOf(series: Standing[]): { at: number; order: number }[] {
  return series.map(({ at }) => ({ at, order: Number.POSITIVE_INFINITY }))
}

/** What a stock take finds makes up for nothing that left before it at its instant. */
function beforeStockTakes(facts: ModelFact[], parcel: string): { at: number; order: number }[] {
  return facts
    .filter(({ counts }) =>
      counts.some((count) => count.parcel === parcel && !Number.isFinite(count.mayGain)),
    )
    .map(({ at, order }) => ({ at, order: order - 1 }))
}

/** Whether parcels of one bay lie together that did not, or another load comes to where they do. */
function hasOverlap(
  model: Model,
  facts: ModelFact[],
  before: Map<string, Standing[]>,
  after: Map<string, Standing[]>,
): boolean {
  const bays = Map.groupBy(after.keys(), bayOf)
  return [...bays.values()].some((parcels) => {
    const instants = parcels.flatMap((parcel) =>
      [...(before.get(parcel) ?? []), ...(after.get(parcel) ?? [])].map(({ at }) => at),
    )
    return instants.some((at) => {
      if (at > model.now) return false
      const present = parcels.filter((parcel) => standingBy(after.get(parcel) ?? [], at) > 0)
      const isWorse = present.some(
        (parcel) =>
          standingBy(before.get(parcel) ?? [], at) <= 0 ||
          facts.some((fact) => isNewLoad(model, fact, parcel, at)),
      )
      return present.length > 1 && isWorse
    })
  })
}

/** Whether a fact brings a load then that it did not bring before; what is found was there. */
function isNewLoad(model: Model, fact: ModelFact, parcel: string, at: number): boolean {
  const brings = (each: ModelFact) =>
    each.at === at && each.deltas.some((delta) => delta.parcel === parcel && delta.grams > 0 && !delta.isLoss)
  return brings(fact) && !model.facts.some((each) => each.order === fact.order && brings(each))
}

export interface ModelTotals {
  current: number
  loss: number
  sold: number
}

/** What a record's yield says now. */
export function totalsOf(model: Model, parcel: string): ModelTotals {
  const past = inOrder(model.facts).filter(({ at }) => at <= model.now)
  let current = 0
  let loss = 0
  let sold = 0
  for (const fact of past) {
    for (const delta of fact.deltas.filter((each) => each.parcel === parcel)) {
      current += delta.grams
      if (delta.isLoss) loss -= delta.grams
      if (delta.sold) sold -= delta.grams
    }
    const counted = fact.counts.find((count) => count.parcel === parcel)
    if (counted) {
      const left = countedFrom(counted, current)
      loss += current - left
      current = left
    }
  }
  return { current, loss, sold }
}
