import { expect } from 'vitest'
import type { Client, TestClock } from '../app.ts'
import { changesClosed } from './period-model.ts'
import type { fc } from '../seed.ts'
import { isHeld } from './hold-model.ts'
import {
  balanceAt,
  bayOf,
  judge,
  kindOf,
  parcelName,
  parcelsOf,
  totalsOf,
  type Model,
  type ModelFact,
  type ModelMovement,
  type Verdict,
} from './ledger-model.ts'

/** The service, and what the test has to remember to speak of the same things. */
export interface Real {
  client: Client
  /** Closes the books. */
  owner: Client
  clock: TestClock
  storageId: string
  bayIds: number[]
  plantingId: string
  /** Record ids by parcel, as far as they are known. */
  recordIds: Map<string, string>
  ownOrganisationId: string
  /** Another organisation, which works meanwhile. */
  other?: Real
}

export const HOUR = 3_600_000
export const WHEAT = { id: 1, type: 101 }
const BARLEY = { id: 2, type: 201 }
export const COMMODITIES = [WHEAT, BARLEY]
export const PARTNER = { id: 'valley-farms', name: 'Valley Farms' }
const BUYER = { organisationId: 'northern-mills', organisationName: 'Northern Mills' }
export const STOCK_TAKE = 1
export const ORGANIC = 1
export const iso = (at: number) => new Date(at).toISOString()

type Answer = Awaited<ReturnType<Client['post']>>
export type Command = fc.AsyncCommand<Model, Real>

/** Compares the answer with the model's verdict; on acceptance the model takes the facts over. `read` is the order of a load that was weighed. */
export function settle(
  model: Model,
  answer: Answer,
  after: ModelFact[],
  veto?: Verdict,
  read?: number,
): boolean {
  const verdict = veto ?? (isHeld(model, after, read) ? 'on_hold' : judge(model, after))
  const got = answer.status === 200 ? 'accepted' : answer.body.code
  if (changesClosed(model.facts, after, model.closed?.before)) {
    // Which of several rules refuses it is of no account.
    expect(['period_closed', 'insufficient_stock', 'incompatible_stock', 'on_hold']).toContain(got)
    return false
  }
  expect(got, `model says ${verdict}: ${JSON.stringify(answer.body)}`).toBe(verdict)
  if (verdict === 'accepted') {
    model.facts = after
    model.enteredAt ??= new Map()
    for (const { order } of after) model.enteredAt.getOrInsert(order, model.now)
    if (read !== undefined) model.weighed = new Set([...(model.weighed ?? []), read])
    model.known = new Set([...(model.known ?? []), ...parcelsOf(after)])
  }
  return verdict === 'accepted'
}

export async function recordIdOf(real: Real, parcel: string): Promise<string> {
  if (!real.recordIds.has(parcel)) {
    const { body } = await real.client.get(`/api/inventory/records?f:storageId=${real.storageId}&limit=200`)
    for (const doc of body.docs) {
      const name = parcelName({
        bay: real.bayIds.indexOf(doc.storage.substorageId),
        commodity: doc.commodity.commodity.id,
        owner: doc.organisationId === real.ownOrganisationId ? 0 : 1,
        isOrganic: doc.commodity.tags.some(({ id }: { id: number }) => id === ORGANIC),
      })
      real.recordIds.set(name, doc.id)
    }
  }
  const id = real.recordIds.get(parcel)
  if (id === undefined) throw new Error(`the service has no record for ${parcel}`)
  return id
}

/** Every parcel's figures are the model's. */
export async function compareAll(model: Model, real: Real): Promise<void> {
  for (const parcel of parcelsOf(model.facts)) {
    const { body } = await real.client.get(`/api/inventory/records/${await recordIdOf(real, parcel)}`)
    const { current, loss, sold } = totalsOf(model, parcel)
    expect({ current: body.yield.current, loss: body.yield.loss, sold: body.yield.sold }, parcel).toEqual({
      current: current / 1000,
      loss: loss / 1000,
      sold: sold / 1000,
    })
  }
  for (const at of [model.now - 50 * HOUR, model.now - 7 * HOUR, model.now, model.now + 30 * HOUR]) {
    const { body } = await real.client.get(`/api/inventory/position?at=${iso(at)}`)
    for (const parcel of parcelsOf(model.facts)) {
      const line = body.lines.find(
        (each: { recordId: string }) => each.recordId === real.recordIds.get(parcel),
      )
      expect(line?.weight ?? 0, `${parcel} at ${iso(at)}`).toBe(balanceAt(model, parcel, at) / 1000)
    }
  }
}

export function newFact(model: Model, at: number): ModelFact {
  return { order: model.nextOrder++, at, deltas: [], counts: [] }
}

export function knownParcels(model: Model): string[] {
  return parcelsOf(model.facts)
}

export function pick<Item>(items: Item[], choice: number): Item | undefined {
  return items.length === 0 ? undefined : items[choice % items.length]
}

/** The facts a movement says now, in the model's words. */
export function postingOf(movement: ModelMovement, order: number, at: number): ModelFact {
  const { recordParcel, type, grams, sold, adjustment, adjustsToZero } = movement
  const to = destinationOf(movement)
  const isFromParcel = recordParcel !== 'planting' && type !== 'intake'
  const fact: ModelFact = {
    order,
    at,
    deltas: [],
    counts: [],
    awaits: grams === 0 ? to : undefined,
    leaves: grams === 0 && isFromParcel ? recordParcel : undefined,
    isLetGo: movement.isLetGo,
  }
  if (isFromParcel && adjustment !== 0)
    fact.deltas.push({ parcel: recordParcel, grams: adjustment, isLoss: true })
  if (isFromParcel && grams > 0) fact.deltas.push({ parcel: recordParcel, grams: -grams, sold })
  if (to !== undefined && grams > 0)
    fact.deltas.push({ parcel: to, grams, isHarvest: recordParcel === 'planting' })
  if (isFromParcel && adjustsToZero)
    fact.counts.push({ parcel: recordParcel, grams: 0, mayGain: Math.round((grams * 5) / 100) })
  if (recordParcel === 'planting' && to === undefined) fact.offField = grams
  return fact
}

export function destinationParcel(from: string, bay: number): string {
  if (from === 'planting') return parcelName({ bay, commodity: WHEAT.id, owner: 0 })
  return `${bay}/${kindOf(from)}`
}

/** The parcel that a movement goes to: the one that it joined, while it stays in its bay. */
export function destinationOf({ recordParcel, bay, to }: ModelMovement): string | undefined {
  if (bay === null) return undefined
  return to !== undefined && bayOf(to) === bay ? to : destinationParcel(recordParcel, bay)
}

/** Whether a movement still goes to its like: either may have turned out to be something else since. */
export function isAlike({ recordParcel, type, bay, to }: ModelMovement): boolean {
  if (type === 'intake' || bay === null || to === undefined) return true
  return kindOf(destinationParcel(recordParcel, bay)) === kindOf(to)
}

export function destinationBody(real: Real, movement: { bay: number | null; sold: boolean }): object {
  return movement.bay === null
    ? { destination: BUYER, sold: movement.sold }
    : { destination: { storageId: real.storageId, substorageId: real.bayIds[movement.bay], type: 'store' } }
}

export abstract class Step implements Command {
  abstract check(model: Model): boolean
  abstract run(model: Model, real: Real): Promise<void>
  abstract toString(): string
}

/** Time goes by, and plans come due. */
export class Pass extends Step {
  readonly hours: number
  constructor(hours: number) {
    super()
    this.hours = hours
  }
  check = () => true
  async run(model: Model, real: Real): Promise<void> {
    model.now += this.hours * HOUR
    real.clock.set(new Date(model.now))
    await Promise.resolve()
  }
  toString = () => `${this.hours} h pass`
}

/** A step after which every parcel says of itself what is recomputed from the beginning of the books. */
export class Checked implements Command {
  readonly step: Command
  readonly checkDescriptions: (real: Real) => Promise<void>
  constructor(step: Command, checkDescriptions: (real: Real) => Promise<void>) {
    this.step = step
    this.checkDescriptions = checkDescriptions
  }
  check = (model: Model) => this.step.check(model)
  async run(model: Model, real: Real): Promise<void> {
    await this.step.run(model, real)
    await this.checkDescriptions(real)
  }
  toString = () => this.step.toString()
}

export class Compare extends Step {
  check = () => true
  run = compareAll
  toString = () => 'compare'
}
