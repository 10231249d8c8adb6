import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestApp, type TestApp } from '../app.ts'
import { verifyLedger } from '../../src/inventory/ledger/ledger.ts'
import type { TestOrganisation } from '../factories.ts'
import { ok } from '../scene.ts'
import { season, SEASON_BEGINS } from './script.ts'
import { Store } from './store.ts'

const inventory = '/api/inventory'

/** One wet harvest and the winter after it, in the order in which it was entered. */
describe('a season of a merchant who stores the grain of three farms', () => {
  let service: TestApp
  let store: Store
  beforeAll(async () => {
    service = await openTestApp({ now: SEASON_BEGINS })
    store = await Store.open(service)
  })
  afterAll(() => service.close())

  test('barley comes first, some of it wet', () => play(season.barley))

  test('wheat is brought in between showers, and dried as each contract says', () => play(season.wheat))

  test('wheat of one farm is turned into another bay, where more of it joins', () => play(season.turned))

  test('lorries leave, sold and unsold, with what the bridge says they carry', () => play(season.lorries))

  test('a bay is counted, and what is missing is a loss', () => play(season.counted))

  test('a ticket of August was misread: the count stands, and every later load is made of something else', async () => {
    const before = store.books()
    await season.corrected(store)
    const after = store.books()
    expect(after.gramsByBay.get('N1')).toBe(before.gramsByBay.get('N1'))
    expect(after.lossGramsByBay.get('N1')).not.toBe(before.lossGramsByBay.get('N1'))
    await agree()
  })

  test('the rest of two bays is blended and sold', () => play(season.blended))

  test('no past day tells anything else than it did', async () => {
    for (const at of [
      '2026-07-24T14:00:00Z',
      '2026-08-09T23:00:00Z',
      '2026-08-20T08:00:00Z',
      '2026-10-01T00:00:00Z',
    ]) {
      const happened = store.happenings.filter((each) => each.at <= at)
      const merchant = await position(store.merchant, at)
      for (const [bay, { substorageId }] of store.bays) {
        const grams = sumOf(merchant.lines.filter((line) => line.substorageId === substorageId))
        expect(grams, `${bay} at ${at}`).toBe(store.booksOf(happened).gramsByBay.get(bay) ?? 0)
      }
    }
  })

  test('every stored figure is what the entries add up to', async () => {
    const differences = []
    for await (const difference of verifyLedger(service.database.db)) differences.push(difference)
    expect(differences).toEqual([])
  })

  async function play(part: (store: Store) => Promise<unknown>): Promise<void> {
    await part(store)
    await agree()
  }

  /** Each farm's statement, the merchant's position and the trace of every load that left, against the books. */
  async function agree(): Promise<void> {
    const { gramsByBay, lossGramsByBay, soldGramsByBay, sharesByOutbound } = store.books()
    const merchant = await position(store.merchant)
    const ofOwner = (sums: Map<string, number>, owner: string) =>
      [...store.bays]
        .filter(([, bay]) => bay.owner === owner)
        .reduce((sum, [name]) => sum + (sums.get(name) ?? 0), 0)
    for (const [bay, { substorageId }] of store.bays) {
      const lines = merchant.lines.filter((line) => line.substorageId === substorageId)
      expect(sumOf(lines), bay).toBe(gramsByBay.get(bay) ?? 0)
    }
    for (const [name, { organisation }] of store.growers) {
      const statement = await position(organisation)
      expect(sumOf(statement.lines), `${name}'s own statement`).toBe(ofOwner(gramsByBay, name))
      expect(sumOf(merchant.lines.filter(({ ownerId }) => ownerId === organisation.organisationId))).toBe(
        ofOwner(gramsByBay, name),
      )
      const { docs } = ok(
        await organisation.as('viewer').get(`${inventory}/records?f:storageType=store&limit=200`),
      )
      const stock = docs as { yield: Record<'current' | 'loss' | 'sold', number> }[]
      const told = (figure: 'current' | 'loss' | 'sold') =>
        stock.reduce((sum, { yield: figures }) => sum + Math.round(figures[figure] * 1000), 0)
      expect({ current: told('current'), loss: told('loss'), sold: told('sold') }, name).toEqual({
        current: ofOwner(gramsByBay, name),
        loss: ofOwner(lossGramsByBay, name),
        sold: ofOwner(soldGramsByBay, name),
      })
    }
    for (const id of store.outboundIds) await agreeOnOrigin(id, sharesByOutbound.get(id) ?? new Map())
  }

  async function agreeOnOrigin(id: number, expected: Map<string, number>): Promise<void> {
    const trace = ok(await store.merchant.as('viewer').get(`${inventory}/movements/${id}/trace`))
    const parts = trace.madeOf as { type: string; fieldName: string; share: number; weight: number }[]
    expect(new Set(parts.map(({ type }) => type))).toEqual(new Set(['harvest']))
    const shares = new Map<string, number>()
    for (const { fieldName, share } of parts) shares.set(fieldName, (shares.get(fieldName) ?? 0) + share)
    expect([...shares.keys()].sort()).toEqual([...expected.keys()].sort())
    for (const [field, share] of expected) expect(shares.get(field), field).toBeCloseTo(share * 100, 1)
    expect(sumOf(parts)).toBe(Math.round(trace.weight * 1000))
  }

  async function position(organisation: TestOrganisation, at?: string): Promise<{ lines: Line[] }> {
    return ok(
      await organisation.as('viewer').get(`${inventory}/position${at === undefined ? '' : `?at=${at}`}`),
    )
  }
})

interface Line {
  weight: number
  ownerId: string
  substorageId: number
}

function sumOf(lines: { weight: number }[]): number {
  return lines.reduce((sum, { weight }) => sum + Math.round(weight * 1000), 0)
}
