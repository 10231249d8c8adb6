import { expect } from 'vitest'
import { fc } from '../seed.ts'
import { ok } from '../scene.ts'
import {
  balanceAt,
  bayOf,
  parcelsOf,
  type Model,
  type ModelFact,
  type ModelStocktake,
} from './ledger-model.ts'
import { HOUR, iso, newFact, settle, Step, type Command, type Real } from './step.ts'

// A session of counts is what dated counts are that somebody enters by hand (rules.md §12): here as the rule says it, of the facts alone.

const sessions = '/api/inventory/stocktakes'
const sum = (grams: number[]) => grams.reduce((total, each) => total + each, 0)

/** A session is opened over all bays; the counters see no book. */
class OpenStocktake extends Step {
  readonly hours: number
  readonly tolerance: number | null
  constructor(hours: number, tolerance: number | null) {
    super()
    this.hours = hours
    this.tolerance = tolerance
  }
  check = ({ stocktake }: Model) => stocktake === undefined
  async run(model: Model, real: Real): Promise<void> {
    const cutOff = model.now + this.hours * HOUR
    const body = { name: 'Count', substorageIds: real.bayIds, cutOffISO: iso(cutOff), isBlind: true }
    const tolerance = this.tolerance === null ? {} : { tolerance: { percent: this.tolerance } }
    const { id } = ok(await real.client.post(sessions, { ...body, ...tolerance }))
    model.stocktake = { id, cutOff, tolerance: this.tolerance, counts: real.bayIds.map(() => undefined) }
  }
  toString = () => `open a stock-take of ${this.hours} h, tolerance ${this.tolerance}`
}

/** Somebody counts a bay: what the book has then, and some more or less. */
class CountBay extends Step {
  readonly bay: number
  readonly grams: number
  readonly hours: number
  constructor(bay: number, grams: number, hours: number) {
    super()
    this.bay = bay
    this.grams = grams
    this.hours = hours
  }
  check = ({ stocktake }: Model) => stocktake !== undefined
  async run(model: Model, real: Real): Promise<void> {
    const { stocktake } = model
    if (!stocktake) return
    const at = model.now + this.hours * HOUR
    const lying = parcelsOf(model.facts).filter((parcel) => bayOf(parcel) === this.bay)
    const grams = Math.max(0, sum(lying.map((parcel) => balanceAt(model, parcel, at))) + this.grams)
    const body = { counted: grams / 1000, ...(this.hours < 0 && { countedAtISO: iso(at) }) }
    ok(await real.client.patch(`${sessions}/${stocktake.id}/lines/${real.bayIds[this.bay]}`, body))
    const { made = [], askedAfter = 0 } = stocktake.counts[this.bay] ?? {}
    stocktake.counts[this.bay] = { made: [...made, { grams, at }], askedAfter }
  }
  toString = () => `count bay ${this.bay} at ${this.hours} h: the book and ${this.grams} g`
}

/** A bay is to be counted once more, whatever was found. */
class AskRecount extends Step {
  readonly bay: number
  constructor(bay: number) {
    super()
    this.bay = bay
  }
  check = ({ stocktake }: Model) => stocktake?.counts[this.bay] !== undefined
  async run({ stocktake }: Model, real: Real): Promise<void> {
    const count = stocktake?.counts[this.bay]
    if (!stocktake || !count) return
    ok(
      await real.client.post(`${sessions}/${stocktake.id}/recount`, {
        substorageIds: [real.bayIds[this.bay]],
      }),
    )
    count.askedAfter = count.made.length
  }
  toString = () => `count bay ${this.bay} once more`
}

class ApproveStocktake extends Step {
  check = ({ stocktake }: Model) => stocktake !== undefined
  async run(model: Model, real: Real): Promise<void> {
    const { stocktake } = model
    if (!stocktake) return
    const lines = stocktake.counts.map((_count, bay) => datedCount(model, stocktake, bay))
    const answer = await real.client.post(`${sessions}/${stocktake.id}/approve`, {})
    if (lines.includes('not done')) {
      expect(answer.body.code, JSON.stringify(answer.body)).toBe('in_use')
      return
    }
    const counts = lines.filter((line) => typeof line === 'object')
    if (settle(model, answer, [...model.facts, ...counts])) delete model.stocktake
  }
  toString = () => 'approve the stock-take'
}

/** What nobody has counted yet is counted, in a session that is open or begins now, and all of it approved: by single steps few histories come so far. */
class FinishStocktake extends Step {
  readonly grams: number
  constructor(grams: number) {
    super()
    this.grams = grams
  }
  check = () => true
  async run(model: Model, real: Real): Promise<void> {
    if (!model.stocktake) await new OpenStocktake(0, null).run(model, real)
    for (const bay of real.bayIds.keys()) {
      const count = model.stocktake?.counts[bay]
      if (!count || count.made.length <= count.askedAfter)
        await new CountBay(bay, this.grams, 0).run(model, real)
    }
    await new ApproveStocktake().run(model, real)
  }
  toString = () => `count the rest: the book and ${this.grams} g, and approve`
}

/** The dated count that a line is, by the rule; nothing where no parcel is counted. */
function datedCount(
  model: Model,
  stocktake: ModelStocktake,
  bay: number,
): ModelFact | 'nothing' | 'not done' {
  const { made = [], askedAfter = 0 } = stocktake.counts[bay] ?? {}
  const count = made.at(-1)
  if (!count || made.length <= askedAfter) return 'not done'
  const { cutOff, tolerance } = stocktake
  const parcels = parcelsOf(model.facts).filter((parcel) => bayOf(parcel) === bay)
  const bookAt = (at: number) => sum(parcels.map((parcel) => balanceAt(model, parcel, at)))
  const variance = count.grams - bookAt(count.at)
  const isTolerated = (grams: number) =>
    tolerance === null || Math.abs(grams) <= (tolerance * bookAt(cutOff)) / 100
  const isFoundTwice = made.slice(0, -1).some(({ grams, at }) => isTolerated(variance - (grams - bookAt(at))))
  if (!isTolerated(variance) && !isFoundTwice) return 'not done'
  const thatLayAt = (at: number) => parcels.filter((parcel) => balanceAt(model, parcel, at) !== 0)
  const then = thatLayAt(count.at)
  const candidates = then.length > 0 ? then : thatLayAt(cutOff)
  const [parcel] = candidates
  if (parcel === undefined || candidates.length > 1) return variance === 0 ? 'nothing' : 'not done'
  const rolled = canRoll(model, parcel, { from: cutOff, to: count.at, variance })
  const at = rolled ? cutOff : count.at
  const grams = balanceAt(model, parcel, at) + variance
  if (grams < 0) return 'not done'
  return { ...newFact(model, at), counts: [{ parcel, grams, mayGain: Number.POSITIVE_INFINITY }] }
}

/** That what was counted says what lay there at the cut-off. */
function canRoll(
  model: Model,
  parcel: string,
  { from, to, variance }: { from: number; to: number; variance: number },
): boolean {
  if (from === to) return true
  if (balanceAt(model, parcel, from) <= 0) return false
  const [first, last] = [Math.min(from, to), Math.max(from, to)]
  const between = model.facts.filter(({ at }) => at > first && at <= last)
  const isParted = between.some(
    ({ counts, awaits }) => awaits === parcel || counts.some((count) => count.parcel === parcel),
  )
  if (isParted) return false
  const instants = [from, ...between.flatMap(({ at }) => (from < to ? [at] : []))]
  return instants.every((at) => balanceAt(model, parcel, at) + variance >= 0)
}

/** What may happen to a session; a count is made more often than anything else. */
export const stocktakeArbitraries: fc.Arbitrary<Command>[] = [
  fc
    .tuple(fc.constantFrom(-48, -24, -12, 0), fc.constantFrom(null, 5))
    .map(([hours, tolerance]) => new OpenStocktake(hours, tolerance)),
  ...[0, 1, 2].map((bay) =>
    fc
      .tuple(fc.constantFrom(0, 0, -1, 1, -3, 3), fc.constantFrom(0, 0, -6, -24, -30))
      .map(([tonnes, hours]) => new CountBay(bay, tonnes * 500_009, hours)),
  ),
  fc.constantFrom(0, 1, 2).map((bay) => new AskRecount(bay)),
  fc.constant(new ApproveStocktake()),
  ...[0, -1, -3].map((tonnes) => fc.constant(new FinishStocktake(tonnes * 500_009))),
]
