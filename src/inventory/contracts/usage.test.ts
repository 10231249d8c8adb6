import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { shareTestApp, TEST_START, type TestApp } from '../../../test/app.ts'
import { acceptForGood, type TestOrganisation } from '../../../test/factories.ts'
import { fc } from '../../../test/seed.ts'
import { findExceeded, type Intake } from '../ledger/conflict-rules.ts'
import { base, makeFarm, WINTER_BARLEY } from '../../../test/farm.ts'
import { ok } from '../../../test/scene.ts'
import { makeStore, type TestStore } from './test-contracts.ts'

let service: TestApp
let store: TestStore
const manager = () => store.merchant.as('manager')
const operator = () => store.merchant.as('operator')

beforeAll(async () => {
  service = await shareTestApp()
})
afterAll(() => service.close())
beforeEach(async () => {
  service.clock.set(TEST_START)
  store = await makeStore(service)
})

const usageOf = async (id: string, as: TestOrganisation = store.merchant) =>
  ok(await as.as('viewer').get(`${base}/contracts/${id}`)).usage

const conflictsOf = async (as: TestOrganisation = store.merchant) => {
  const { conflicts } = ok(await as.as('viewer').get(`${base}/storage/${store.storeId}/conflicts`))
  return conflicts.map(
    ({ kind, movementId, weight }: { kind: string; movementId: number; weight: number }) => [
      kind,
      movementId,
      weight,
    ],
  )
}

describe('how far a limit is exceeded', () => {
  const intake = (factId: number, grams: number): Intake => ({
    at: factId * 1000,
    factId,
    grams,
    recordId: 'r',
    bayId: 1,
    storageId: 's',
  })
  const last = intake(1, 40)

  test.each([
    { what: 'not reached', takenGrams: 40, plan: [intake(2, 59)], found: [] },
    { what: 'reached to the gram', takenGrams: 100, plan: [], found: [] },
    { what: 'exceeded now', takenGrams: 130, plan: [], found: [[1, 30]] },
    { what: 'exceeded by the plan', takenGrams: 40, plan: [intake(2, 60), intake(3, 5)], found: [[3, 5]] },
    {
      what: 'exceeded more and more',
      takenGrams: 110,
      plan: [intake(2, 5), intake(3, 5)],
      found: [
        [1, 10],
        [2, 15],
        [3, 20],
      ],
    },
  ])('$what', ({ takenGrams, plan, found }) => {
    expect(
      findExceeded({ agreementId: 'contract', limitGrams: 100, takenGrams, last, plan }).map(
        ({ movementId, grams }) => [movementId, grams],
      ),
    ).toEqual(found)
  })

  test('now, but nothing of it is there any more', () => {
    expect(
      findExceeded({ agreementId: 'contract', limitGrams: 100, takenGrams: 130, last: null, plan: [] }),
    ).toEqual([])
  })
})

describe('what a contract has taken up', () => {
  test('is what came in under it, dried, less what was taken back', async () => {
    const { id } = await store.contract()
    await store.intake(40_000, { contract: { id } })
    const wet = await store.intake(17_000, { contract: { id }, moisture: 20 })
    const wrong = await store.intake(9000, { contract: { id } })
    await store.intake(5000)
    await store.intake(20_000, { contract: { id }, at: '2026-08-20' })
    const { recordId } = wrong.inventory
    ok(await operator().delete(`${base}/movements/${wrong.id}`, { recordId }))
    const expected = {
      intake: 57_000,
      used: 56_000,
      remaining: 44_000,
      exceeded: 0,
      planned: 20_000,
      losses: [{ reasonId: 2, reason: 'Drying loss', payer: 'owner', weight: 1000 }],
    }
    expect(await usageOf(id)).toEqual(expected)
    expect(await usageOf(id, store.farm)).toEqual(expected)

    ok(
      await operator().put(`${base}/movements/${wet.id}/actions`, {
        recordId,
        weighbridge: { empty: 14_000, full: 31_017 },
      }),
    )
    expect(await usageOf(id)).toMatchObject({ intake: 57_017, used: 56_016, losses: [{ weight: 1001 }] })
  })

  test('is nothing of what its owner brings in at home, and that keeps the storer from no change', async () => {
    const home = await makeFarm(service)
    const { organisationId, name } = home.organisation
    await acceptForGood(home.organisation, store.merchant)
    const { id } = await store.contract({ owner: { id: organisationId, name } })
    await home.move(await home.planting(), home.bays[0], 5000, { storageContractId: id })
    expect(await usageOf(id)).toMatchObject({ intake: 0, used: 0 })
    const toBarley = { details: {}, inventory: { commodity: WINTER_BARLEY } }
    const changed = ok(await manager().put(`${base}/contracts/${id}`, toBarley))
    expect(changed.inventory.commodity.type.id).toBe(WINTER_BARLEY.type)
  })
})

describe('a contract that is exceeded', () => {
  test('is a conflict of the bay and of the movement, and nothing is refused', async () => {
    const { id } = await store.contract()
    const first = await store.intake(60_000, { contract: { id } })
    expect(await conflictsOf()).toEqual([])
    const second = await store.intake(50_000, {
      contract: { id },
      bay: store.bays[1],
      at: '2026-08-14T08:00:00Z',
    })
    expect(await conflictsOf()).toEqual([['contract_exceeded', second.id, 10_000]])
    expect(await conflictsOf(store.farm)).toEqual([['contract_exceeded', second.id, 10_000]])
    expect(await usageOf(id)).toMatchObject({ used: 110_000, remaining: 0, exceeded: 10_000 })

    const storage = ok(await manager().get(`${base}/storage/${store.storeId}`))
    expect(storage.isConflicted).toBe(true)
    expect(
      storage.substorage.map(({ conflict }: { conflict: { status: string } }) => conflict.status),
    ).toEqual(['none', 'contract_exceeded'])
    const asked = ok(await manager().get(`${base}/movements?conflicts=true`)).docs
    expect(asked.find((doc: { id: number }) => doc.id === second.id).conflicts).toMatchObject([
      { kind: 'contract_exceeded', weight: 10_000 },
    ])

    const body = { recordId: second.inventory.recordId, weighbridge: { empty: 14_000, full: 66_000 } }
    const rehearsed = ok(await operator().put(`${base}/movements/${second.id}/actions?dryRun=true`, body))
    expect(rehearsed.dryRun.conflicts).toMatchObject({
      before: [{ weight: 10_000 }],
      after: [{ weight: 12_000 }],
    })
    const weighed = ok(await operator().put(`${base}/movements/${second.id}/actions`, body))
    expect(weighed.conflicts).toMatchObject([
      { kind: 'contract_exceeded', movementId: second.id, weight: 12_000 },
    ])
    expect(weighed.message).toMatch(
      /On 14 Aug 2026, “.+” in Vale Store, Bay 2 exceeds its storage contract by 12,000 kg\./,
    )

    const planned = await store.intake(5000, { contract: { id }, at: '2026-08-20' })
    expect(await conflictsOf()).toEqual([
      ['contract_exceeded', second.id, 12_000],
      ['contract_exceeded', planned.id, 17_000],
    ])
    // A larger contract solves it.
    ok(await manager().put(`${base}/contracts/${id}`, { details: {}, inventory: { weight: 200_000 } }))
    expect(await conflictsOf()).toEqual([])
    expect(first.inventory.recordId).not.toBe(second.inventory.recordId)
  })

  test('is told of a load that is entered late too, though it shows at the last one in another bay', async () => {
    const { id } = await store.contract({ inventory: { weightKG: 50_000 } })
    const last = await store.intake(40_000, { contract: { id } })
    const late = { contract: { id }, bay: store.bays[1], at: '2026-08-13' }
    const told = ({ conflicts }: { conflicts?: object[] }) => conflicts
    const enter = async (weight: number, query = '') =>
      ok(await operator().post(`${base}/records${query}`, store.intakeBody(weight, late)))
    const exceeded = (weight: number) => [
      { kind: 'contract_exceeded', movementId: last.id, substorageId: store.bays[0], weight },
    ]
    const rehearsed = await enter(15_000, '?dryRun=true')
    expect(rehearsed.dryRun.conflicts).toMatchObject({ before: [], after: exceeded(5000) })
    const first = await enter(15_000)
    expect(told(first)).toMatchObject(exceeded(5000))
    expect(first.conflicts[0].message).toBe(
      'On 14 Aug 2026, “Winter wheat 2026” in Vale Store, Bay 1 exceeds its storage contract by 5,000 kg.',
    )
    const { conflicts } = await enter(1000)
    expect(conflicts).toMatchObject(exceeded(6000))

    const { movementId } = first
    const recordId = first.id
    const full = { recordId, weighbridge: { empty: 14_000, full: 30_000 } }
    expect(told(ok(await operator().put(`${base}/movements/${movementId}/actions`, full)))).toMatchObject(
      exceeded(7000),
    )
    const copied = await operator().post(`${base}/movements/${movementId}/duplicate`, { recordId, count: 1 })
    expect(told(ok(copied))).toMatchObject(exceeded(23_000))
    const lighter = { recordId, weighbridge: { empty: 14_000, full: 29_000 } }
    expect(told(ok(await operator().put(`${base}/movements/${movementId}/actions`, lighter)))).toBeUndefined()
    const other = await store.intake(10_000, { bay: store.bays[1], at: '2026-08-13' })
    const edited = {
      recordId,
      weight: 10_000,
      movementDateISO: '2026-08-13',
      destination: { storageId: store.storeId, substorageId: store.bays[1], type: 'store' },
      storageContractId: id,
    }
    expect(told(ok(await operator().put(`${base}/movements/${other.id}`, edited)))).toMatchObject(
      exceeded(32_000),
    )
    const without = store.intakeBody(1000, { bay: store.bays[1], at: '2026-08-13' })
    expect(told(ok(await operator().post(`${base}/records`, without)))).toBeUndefined()
  })

  test('is rehearsed in the bay of the load that is the last once another is taken back, or under none', async () => {
    const { id } = await store.contract({ inventory: { weightKG: 50_000 } })
    const contract = { id }
    const first = await store.intake(60_000, { contract, at: '2026-08-12' })
    const last = await store.intake(30_000, { contract, bay: store.bays[1], at: '2026-08-13' })
    const { recordId } = last.inventory
    const url = `${base}/movements/${last.id}`
    const changed = {
      before: [
        { kind: 'contract_exceeded', movementId: last.id, substorageId: store.bays[1], weight: 40_000 },
      ],
      after: [
        { kind: 'contract_exceeded', movementId: first.id, substorageId: store.bays[0], weight: 10_000 },
      ],
    }
    const deleted = ok(await operator().delete(`${url}?dryRun=true`, { recordId }))
    expect(deleted.dryRun.conflicts).toMatchObject(changed)
    const withoutContract = {
      recordId,
      weight: 30_000,
      movementDateISO: '2026-08-13',
      destination: { storageId: store.storeId, substorageId: store.bays[1] },
      storageContractId: null,
    }
    const edited = ok(await operator().put(`${url}?dryRun=true`, withoutContract))
    expect(edited.dryRun.conflicts).toMatchObject(changed)
    expect(ok(await operator().delete(url, { recordId })).conflicts).toBeUndefined()
    expect(await conflictsOf()).toEqual([['contract_exceeded', first.id, 10_000]])
  })

  test('is none of the bay’s once the grain has gone, and still is the contract’s', async () => {
    const { id } = await store.contract({ inventory: { weightKG: 1000 } })
    const { inventory } = await store.intake(1500, { contract: { id } })
    const toMill = {
      recordId: inventory.recordId,
      weight: 1500,
      movementDateISO: '2026-08-14T08:00:00Z',
      sold: true,
      destination: { organisationId: 'mill-7', organisationName: 'Valley Mill' },
    }
    ok(await operator().post(`${base}/movements`, toMill))
    expect(await conflictsOf()).toEqual([])
    expect(await usageOf(id)).toMatchObject({ exceeded: 500 })
  })

  test.each([
    { what: 'all left that day', days: [10, 10, 10], left: 1500, excess: [] },
    { what: 'all left another day', days: [10, 11, 12], left: 1500, excess: [] },
    { what: 'all left today', days: [10, 14, 14], left: 1500, excess: [] },
    { what: 'some is left', days: [10, 11, 12], left: 1400, excess: [500] },
  ])('is told no more of a bay that is filled again: $what', async ({ days, left, excess }) => {
    const [came, went, again] = days.map((day, index) => `2026-08-${day}T0${index + 1}:00:00Z`)
    const { id } = await store.contract({ inventory: { weightKG: 1000 } })
    const { inventory } = await store.intake(1500, { contract: { id }, at: came ?? '' })
    const gone = { recordId: inventory.recordId, weight: left, movementDateISO: went, sold: true }
    const destination = { organisationId: 'mill-7', organisationName: 'Valley Mill' }
    ok(await operator().post(`${base}/movements`, { ...gone, destination }))
    for (const filled of [{}, { contract: { id: (await store.contract()).id } }]) {
      const body = store.intakeBody(200, { ...filled, at: again ?? '' })
      expect(ok(await operator().post(`${base}/records`, body)).conflicts).toBeUndefined()
      expect((await conflictsOf()).map(([, , weight]: number[]) => weight)).toEqual(excess)
    }
  })
})

describe('owner and storer', () => {
  type Step = {
    kind: 'intake' | 'weigh' | 'drop' | 'sell' | 'move' | 'count'
    pick: number
    kilograms: number
    moisture: number
    hours: number
  }
  const step: fc.Arbitrary<Step> = fc.record({
    kind: fc.constantFrom(
      'intake' as const,
      'intake' as const,
      'weigh' as const,
      'drop' as const,
      'sell' as const,
      'move' as const,
      'count' as const,
    ),
    pick: fc.nat({ max: 20 }),
    kilograms: fc.integer({ min: 1, max: 30_000_000 }).map((grams) => grams / 1000),
    moisture: fc.integer({ min: 130, max: 300 }).map((tenths) => tenths / 10),
    hours: fc.integer({ min: -30, max: 10 }),
  })

  /** Does it where it can be done: a refusal is no matter here. */
  async function take({ kind, pick, kilograms, moisture, hours }: Step, contractId: string): Promise<void> {
    const at = new Date(service.clock.now().getTime() + hours * 3_600_000).toISOString()
    const { docs: movements } = ok(await manager().get(`${base}/movements?sortBy=id&limit=200`))
    const { docs: records } = ok(await manager().get(`${base}/records?sortBy=createdAtUTC&limit=200`))
    const movement = movements[pick % movements.length]
    const record = records[pick % records.length]
    const to = { storageId: store.storeId, substorageId: store.bays[pick % 2], type: 'store' }
    const moves = { recordId: record?.id, weight: kilograms, movementDateISO: at }
    if (kind === 'intake') {
      const contract = pick % 3 === 0 ? {} : { contract: { id: contractId } }
      await operator().post(
        `${base}/records`,
        store.intakeBody(kilograms, { ...contract, at, moisture, bay: store.bays[pick % 2] ?? 0 }),
      )
    } else if (kind === 'weigh' && movement) {
      const weighbridge = { empty: 14_000, full: 14_000 + kilograms }
      await operator().put(`${base}/movements/${movement.id}/actions`, {
        recordId: movement.inventory.recordId,
        weighbridge,
      })
    } else if (kind === 'drop' && movement) {
      await operator().delete(`${base}/movements/${movement.id}`, {})
    } else if (kind === 'sell' && record) {
      await operator().post(`${base}/movements`, {
        ...moves,
        sold: true,
        destination: { organisationId: 'mill', organisationName: 'Mill' },
      })
    } else if (kind === 'move' && record) {
      await operator().post(`${base}/movements`, { ...moves, destination: to })
    } else if (kind === 'count' && record) {
      await manager().post(`${base}/records/adjustments`, {
        records: [{ id: record.id, adjustTo: kilograms }],
        reasonId: null,
      })
    }
  }

  /** What the ledger's entries say came in under a contract until now, net of what drying took. */
  async function usedByEntries(contractId: string): Promise<number> {
    const { rows } = await sql<{ grams: number }>`
      select coalesce(sum(case when e.destination_record_id is null then -e.grams else e.grams end), 0)::bigint as grams
      from movements m join ledger_entries e on e.fact_id = m.id
      where m.storage_contract_id = ${contractId} and m.type = 'intake' and e.effective_at <= ${service.clock.now()}`.execute(
      service.database.db,
    )
    return (rows[0]?.grams ?? 0) / 1000
  }

  async function compare(contractId: string): Promise<void> {
    for (const hours of [-24, -6, 0, 24]) {
      const at = new Date(service.clock.now().getTime() + hours * 3_600_000).toISOString()
      const position = async (as: TestOrganisation) =>
        ok(await as.as('viewer').get(`${base}/position?at=${at}`))
      const [kept, owned] = [await position(store.merchant), await position(store.farm)]
      expect(kept.totals.stored).toBe(owned.totals.owned)
      const lines = ({ lines: all }: { lines: { recordId: string; weight: number }[] }) =>
        all.map(({ recordId, weight }) => `${recordId} ${weight}`).sort()
      expect(lines(kept)).toEqual(lines(owned))
    }
    const records = async (as: TestOrganisation, status: string) =>
      ok(
        await as.as('viewer').get(`${base}/records?ownerStatus=${encodeURIComponent(status)}&limit=200`),
      ).docs.map((doc: { id: string; yield: object }) => ({ id: doc.id, yield: doc.yield }))
    expect(await records(store.merchant, 'stored by')).toEqual(await records(store.farm, 'owned by'))
    const usage = await usageOf(contractId)
    expect(await usageOf(contractId, store.farm)).toEqual(usage)
    expect(usage.used).toBe(await usedByEntries(contractId))
    // Of a store in which nothing of theirs lies now, owners see nothing.
    const { lines: present } = ok(await store.farm.as('viewer').get(`${base}/position`))
    if (present.length > 0)
      expect(await conflictsOf()).toEqual(expect.arrayContaining(await conflictsOf(store.farm)))
  }

  test('tell the same of the same stock, whatever happens to it', { timeout: 300_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 16 }), async (steps) => {
        store = await makeStore(service)
        const { id } = await store.contract({ details: { startDateISO: '2026-08-01' } })
        await store.intake(20_000, { contract: { id }, moisture: 18, at: '2026-08-13' })
        for (const each of steps) await take(each, id)
        await compare(id)
      }),
      { numRuns: 6, endOnFailure: true },
    )
  })
})
