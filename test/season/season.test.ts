import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestApp, type TestApp } from '../app.ts'
import { examineLedger } from '../../src/inventory/ledger/ledger.ts'
import type { TestOrganisation } from '../factories.ts'
import { ok } from '../scene.ts'
import { Store } from './store.ts'

const inventory = '/api/inventory'
const LORRY = 15_200

/** One wet harvest and the winter after it, in the order in which it was entered. */
describe('a season of a merchant who stores the grain of three farms', () => {
  let service: TestApp
  let store: Store
  let misread: number
  const outbound: number[] = []
  beforeAll(async () => {
    service = await openTestApp({ now: '2026-07-20T06:00:00Z' })
    store = await Store.open(service)
  })
  afterAll(() => service.close())

  test('barley comes first, some of it wet', async () => {
    await store.loads([
      { at: '2026-07-24T13:10:00Z', field: 'Long Strip', bay: 'S1', kilograms: 14_820, moisture: 14.2 },
      { at: '2026-07-24T15:40:00Z', field: 'Long Strip', bay: 'S1', kilograms: 15_140, moisture: 15.6 },
      { at: '2026-07-25T12:05:00Z', field: 'Moor Top', bay: 'S2', kilograms: 16_020, moisture: 17.9 },
    ])
    await agree()
  })

  test('wheat is brought in between showers, and dried as each contract says', async () => {
    const [first] = await store.loads([
      { at: '2026-08-08T11:30:00Z', field: 'Top Field', bay: 'N1', kilograms: 16_300, moisture: 18.4 },
      { at: '2026-08-08T14:00:00Z', field: 'Church Piece', bay: 'N1', kilograms: 15_775.5, moisture: 16 },
      { at: '2026-08-08T16:20:00Z', field: 'Brook Meadow', bay: 'N2', kilograms: 17_010, moisture: 20 },
      { at: '2026-08-09T10:15:00Z', field: 'Brook Meadow', bay: 'N2', kilograms: 16_660.25, moisture: 14.5 },
      { at: '2026-08-09T12:45:00Z', field: 'Moor End', bay: 'N3', kilograms: 15_990, moisture: 21 },
      // Beyond the last row of the table, where dry matter decides.
      { at: '2026-08-11T17:30:00Z', field: 'Top Field', bay: 'N1', kilograms: 14_905, moisture: 22.7 },
    ])
    misread = first ?? 0
    await agree()
  })

  test('wheat of one farm is turned into another bay, where more of it joins', async () => {
    await store.move('2026-08-12T08:00:00Z', 'N1', 'N4', 20_000)
    await store.loads([
      { at: '2026-08-13T15:10:00Z', field: 'Church Piece', bay: 'N4', kilograms: 13_330, moisture: 15.2 },
    ])
    await agree()
  })

  test('lorries leave, sold and unsold, with what the bridge says they carry', async () => {
    const scale = (ordered: number, net: number) => ({ ordered, empty: LORRY, full: LORRY + net })
    outbound.push(
      await store.outbound('2026-08-20T07:30:00Z', 'N4', scale(28_000, 28_140), true),
      await store.outbound('2026-08-20T09:00:00Z', 'N2', scale(20_000, 19_480.5), false),
      await store.outbound('2026-08-27T07:45:00Z', 'S1', scale(25_000, 25_060), true),
    )
    await agree()
  })

  test('a bay is counted, and what is missing is a loss', async () => {
    await store.count('2026-09-30T16:00:00Z', 'N1', 23_700)
    await agree()
  })

  test('a ticket of August was misread: the count stands, and every later load is made of something else', async () => {
    const before = store.books()
    await store.correctLoad(misread, 16_030)
    const after = store.books()
    expect(after.gramsByBay.get('N1')).toBe(before.gramsByBay.get('N1'))
    expect(after.lossGramsByBay.get('N1')).not.toBe(before.lossGramsByBay.get('N1'))
    await agree()
  })

  test('the rest of two bays is blended and sold', async () => {
    await store.move('2026-11-02T10:00:00Z', 'N1', 'N4', 12_000)
    outbound.push(
      await store.outbound(
        '2026-11-03T07:30:00Z',
        'N4',
        { ordered: 15_000, empty: LORRY, full: LORRY + 15_220 },
        true,
      ),
    )
    await agree()
  })

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
    for await (const difference of examineLedger(service.database.db)) differences.push(difference)
    expect(differences).toEqual([])
  })

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
    for (const id of outbound) await agreeOnOrigin(id, sharesByOutbound.get(id) ?? new Map())
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
