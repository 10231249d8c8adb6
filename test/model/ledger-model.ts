/**
 * A second, naive telling of rules.md §2 to §4, against which the service is tested: it keeps all facts and adds them
 * up again for every question. It shares nothing with the service but the document. Grams and epoch milliseconds.
 */

/** A parcel: what may be mixed, in one bay. */
export interface Parcel {
  bay: number
  commodity: number
  owner: number
  isOrganic?: boolean
}

export interface ModelFact {
  /** The order of entry. */
  order: number
  at: number
  deltas: { parcel: string; grams: number; sold?: boolean; isLoss?: boolean; isHarvest?: boolean }[]
  /** Counted after the deltas: what the parcel holds. */
  counts: { parcel: string; grams: number; mayGain: number }[]
  /** The parcel that it brings a load to which nobody has weighed yet. */
  awaits?: string | undefined
  /** The parcel that such a load leaves. */
  leaves?: string | undefined
  /** Grams that go off the field to a buyer, and lie in no parcel; 0 where nobody has weighed them yet. */
  offField?: number | undefined
  /** Whether somebody let it go although something was on hold. */
  isLetGo?: boolean | undefined
}

/** A movement the model knows how to say again. */
export interface ModelMovement {
  id: string
  recordParcel: string | 'planting'
  type: 'internal' | 'intake' | 'outbound'
  fact: ModelFact
  grams: number
  bay: number | null
  /** The parcel that it joined: the same one while it stays in its bay, whatever that is called since. */
  to?: string | undefined
  sold: boolean
  adjustsToZero: boolean
  adjustment: number
  weighedNet: number | null
  emptyGrams: number | null
  fullGrams: number | null
  isDeleted: boolean
  isLetGo?: boolean | undefined
}

/** Something that may not leave a bay or parcel, or come into it. */
export interface ModelHold {
  id: string
  bay: number
  /** Of one parcel; undefined for the whole bay. */
  parcel?: string | undefined
  blocks: 'out' | 'in' | 'both'
  from: number
  until: number
  enteredAt: number
}

/** A session of counts that is open. */
export interface ModelStocktake {
  id: string
  cutOff: number
  /** Per cent of the book above which a second count is due; null for none. */
  tolerance: number | null
  /** Of each bay, in their order: what was counted and when, one after the other, and after how many counts somebody asked for one more. */
  counts: ({ made: { grams: number; at: number }[]; askedAfter: number } | undefined)[]
}

export interface Model {
  now: number
  facts: ModelFact[]
  movements: ModelMovement[]
  nextOrder: number
  holds?: ModelHold[]
  /** The first open instant of closed books, and what lay where then. */
  closed?: { before: number; figures: unknown }
  /** When each fact was entered, and which loads a weighbridge has read, by their order. */
  enteredAt?: Map<number, number>
  weighed?: Set<number>
  /** Every parcel that there ever was, by what it is by now. */
  known?: Set<string>
  /** Bays that are being counted. */
  stocktake?: ModelStocktake
  /** What another organisation enters meanwhile. */
  other?: Model
}

export const parcelName = ({ bay, commodity, owner, isOrganic = false }: Parcel) =>
  `${bay}/${commodity}/${owner}${isOrganic ? '/organic' : ''}`
/** What a parcel is, wherever it lies: what may not be mixed differs in it. */
export const kindOf = (parcel: string) => parcel.slice(parcel.indexOf('/') + 1)
export const bayOf = (parcel: string) => Number(parcel.split('/')[0])

export type Verdict = 'accepted' | 'period_closed' | 'insufficient_stock' | 'incompatible_stock' | 'on_hold'

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
  const named = facts.flatMap((fact) => [...fact.deltas, ...fact.counts].map(({ parcel }) => parcel))
  return [...new Set([...named, ...facts.flatMap(({ awaits }) => awaits ?? [])])]
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
  const instants = new Set([...model.facts, ...facts].map(({ at }) => at).filter((at) => at <= model.now))
  return [...Map.groupBy(after.keys(), bayOf).values()].some((parcels) =>
    [...instants].some((at) => {
      const present = parcels.filter((parcel) => lies(facts, after, parcel, at))
      const isWorse = present.some(
        (parcel) =>
          !lies(model.facts, before, parcel, at) || facts.some((fact) => isNewLoad(model, fact, parcel, at)),
      )
      return present.length > 1 && isWorse
    }),
  )
}

/** Whether anything of a parcel is there, if only a load that nobody has weighed: that lies there until the parcel is counted. */
function lies(facts: ModelFact[], series: Map<string, Standing[]>, parcel: string, at: number): boolean {
  const counted = facts.filter(({ counts }) => counts.some((count) => count.parcel === parcel))
  const isAwaited = facts.some(
    (fact) =>
      fact.awaits === parcel &&
      fact.at <= at &&
      !counted.some((count) => count.at > fact.at && count.at <= at),
  )
  return isAwaited || standingBy(series.get(parcel) ?? [], at) > 0
}

/** Whether a fact brings a load then that it did not bring before; what is found was there. */
function isNewLoad(model: Model, fact: ModelFact, parcel: string, at: number): boolean {
  const brings = (each: ModelFact) =>
    each.at === at &&
    (each.awaits === parcel ||
      each.deltas.some((delta) => delta.parcel === parcel && delta.grams > 0 && !delta.isLoss))
  return brings(fact) && !model.facts.some((each) => each.order === fact.order && brings(each))
}

/** All that is known of one parcel, as what it turns out to be. */
export function renamed(model: Model, from: string, to: string): void {
  const name = (parcel: string) => (parcel === from ? to : parcel)
  for (const fact of model.facts) {
    for (const each of [...fact.deltas, ...fact.counts]) each.parcel = name(each.parcel)
    if (fact.awaits !== undefined) fact.awaits = name(fact.awaits)
    if (fact.leaves !== undefined) fact.leaves = name(fact.leaves)
  }
  for (const movement of model.movements) {
    movement.recordParcel = name(movement.recordParcel)
    if (movement.to !== undefined) movement.to = name(movement.to)
  }
  for (const hold of model.holds ?? []) if (hold.parcel !== undefined) hold.parcel = name(hold.parcel)
  model.known = new Set([...(model.known ?? [])].map(name))
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
