import { expect } from 'vitest'
import type { Client, TestClock } from '../app.ts'
import type { fc } from '../seed.ts'
import {
  balanceAt,
  judge,
  parcelName,
  parcelsOf,
  totalsOf,
  type Model,
  type ModelFact,
  type ModelMovement,
} from './ledger-model.ts'

/** The service, and what the test has to remember to speak of the same things. */
export interface Real {
  client: Client
  clock: TestClock
  storageId: string
  bayIds: number[]
  plantingId: string
  /** Record ids by parcel, as far as they are known. */
  recordIds: Map<string, string>
  ownOrganisationId: string
}

export const HOUR = 3_600_000
export const WHEAT = { id: 1, type: 101 }
const BARLEY = { id: 2, type: 201 }
export const COMMODITIES = [WHEAT, BARLEY]
export const PARTNER = { id: 'valley-farms', name: 'Valley Farms' }
const BUYER = { organisationId: 'northern-mills', organisationName: 'Northern Mills' }
export const STOCK_TAKE = 1
export const iso = (at: number) => new Date(at).toISOString()

type Answer = Awaited<ReturnType<Client['post']>>
export type Command = fc.AsyncCommand<Model, Real>

/** Compares the answer with the model's verdict; on acceptance the model takes the facts over. */
export function settle(model: Model, answer: Answer, after: ModelFact[]): boolean {
  const verdict = judge(model, after)
  const got = answer.status === 200 ? 'accepted' : answer.body.code
  expect(got, `model says ${verdict}: ${JSON.stringify(answer.body)}`).toBe(verdict)
  if (verdict === 'accepted') model.facts = after
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
  const { recordParcel, type, grams, bay, sold, adjustment, adjustsToZero } = movement
  const fact: ModelFact = { order, at, deltas: [], counts: [] }
  const isFromParcel = recordParcel !== 'planting' && type !== 'intake'
  if (isFromParcel && adjustment !== 0)
    fact.deltas.push({ parcel: recordParcel, grams: adjustment, isLoss: true })
  if (isFromParcel) fact.deltas.push({ parcel: recordParcel, grams: -grams, sold })
  if (bay !== null)
    fact.deltas.push({
      parcel: destinationParcel(recordParcel, bay),
      grams,
      isHarvest: recordParcel === 'planting',
    })
  if (isFromParcel && adjustsToZero)
    fact.counts.push({ parcel: recordParcel, grams: 0, mayGain: Math.round((grams * 5) / 100) })
  return fact
}

export function destinationParcel(from: string, bay: number): string {
  if (from === 'planting') return parcelName({ bay, commodity: WHEAT.id, owner: 0 })
  const [, commodity, owner] = from.split('/').map(Number)
  return parcelName({ bay, commodity: commodity ?? 0, owner: owner ?? 0 })
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
