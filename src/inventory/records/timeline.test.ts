import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { shareTestApp, TEST_START, type TestApp } from '../../../test/app.ts'
import { historyCount } from '../../../test/history-count.ts'
import { commandArbitraries } from '../../../test/model/commands.ts'
import { parcelsOf, type Model } from '../../../test/model/ledger-model.ts'
import { iso, recordIdOf, STOCK_TAKE, type Real } from '../../../test/model/step.ts'
import { ok } from '../../../test/scene.ts'
import { fc } from '../../../test/seed.ts'
import { kilogramsFromGrams } from '../../kernel/weight.ts'
import { base, makeFarm } from '../../../test/farm.ts'
import { commandLineActor } from '../../system/access/command-line.ts'
import { findRecordRows } from './rows.ts'
import type { FullRecord, ShortPlace, TimelineEntry } from './schema.ts'
import { timelinesOf } from './timeline/timeline.ts'
import { balancesBeforeFacts } from '../ledger/ledger.ts'

let service: TestApp

beforeAll(async () => {
  service = await shareTestApp()
})
afterAll(() => service.close())

async function begin(): Promise<{ model: Model; real: Real }> {
  service.clock.set(TEST_START)
  const farm = await makeFarm(service)
  return {
    model: { now: Date.parse(TEST_START), facts: [], movements: [], nextOrder: 1 },
    real: {
      client: farm.organisation.as('manager'),
      owner: farm.organisation.as('owner'),
      clock: service.clock,
      storageId: farm.storeId,
      bayIds: farm.bays,
      plantingId: await farm.planting(),
      recordIds: new Map(),
      ownOrganisationId: farm.organisation.organisationId,
    },
  }
}

/** All records of a history, told together; each alone is told the same. */
async function readRecords(model: Model, real: Real): Promise<FullRecord[]> {
  const ids = [real.plantingId]
  for (const parcel of parcelsOf(model.facts)) ids.push(await recordIdOf(real, parcel))
  const records: FullRecord[] = ok(await real.client.get(`${base}/records/by-ids?ids=${ids.join(',')}`))
  for (const [index, id] of ids.entries())
    expect(ok(await real.client.get(`${base}/records/${id}`))).toEqual(records[index])
  return records
}

/** What the position operation says that lies in records at an instant, in kilograms. */
function positionsOf({ client }: Real): (recordId: string, at: number) => Promise<number> {
  const known = new Map<number, Map<string, number>>()
  const read = async (at: number) => {
    const { lines } = ok(await client.get(`${base}/position?at=${iso(at)}`))
    return new Map<string, number>(
      lines.map((line: { recordId: string; weight: number }) => [line.recordId, line.weight]),
    )
  }
  return async (recordId, at) => {
    const position = known.get(at) ?? (await read(at))
    known.set(at, position)
    return position.get(recordId) ?? 0
  }
}

const atOf = ({ details }: TimelineEntry) => Date.parse(details.moveAtUTC)
/** A merge that no movement made, such as stock that was entered, is of the subtype merge. */
const movementsIn = ({ timeline }: FullRecord) =>
  timeline.filter(
    ({ type, subtype, details }) =>
      details.status !== 'deleted' && (type === 'movement' || (type === 'merge' && subtype !== 'merge')),
  )

type Shown = Pick<ShortPlace, 'area' | 'name' | 'storageId' | 'substorageId' | 'type'>

/** Every movement stands in the timeline of some record, with the places that the list of movements has. */
async function comparePlaces({ client }: Real, records: FullRecord[]): Promise<void> {
  const { docs } = ok(await client.get(`${base}/movements?limit=200`))
  const listed = new Map<number, { source: Shown; destination: Shown }>(
    docs.map((movement: { id: number; inventory: { storage: object } }) => [
      movement.id,
      movement.inventory.storage,
    ]),
  )
  const entries = records.flatMap(movementsIn)
  for (const { details } of entries) {
    const { source, destination } = listed.get(details.id) ?? {}
    const told = [placeOf(details.origin), placeOf(details.destination)]
    expect(told, `movement ${details.id}`).toEqual([placeOf(source), placeOf(destination)])
  }
  expect(new Set(entries.map(({ details }) => details.id))).toEqual(new Set(listed.keys()))
}

/** The two operations call a sender or receiver by different fields; it has no storage. */
function placeOf({ area, name, storageId, substorageId, type }: Partial<Shown> = {}) {
  return storageId === '' ? 'elsewhere' : { area, name, storageId, substorageId, type }
}

/** A movement into a bay is told as a merge where stock lay there just before, and else as a movement. */
async function compareMerges(real: Real, records: FullRecord[]): Promise<void> {
  const positionOf = positionsOf(real)
  for (const record of records) {
    for (const [index, entry] of record.timeline.entries()) {
      if (!movementsIn(record).includes(entry)) continue
      // Of one instant, by the order of entry. What is moved within its bay has not left it.
      const earlier = record.timeline
        .slice(0, index)
        .filter((each) => atOf(each) === atOf(entry) && each.details.id !== entry.details.id)
      const before = earlier.reduce(
        (sum, each) => sum + changeBy(record, each),
        await positionOf(record.id, atOf(entry) - 1),
      )
      const expected = isArrival(record, entry) && before > 0 ? 'merge' : 'movement'
      expect(entry.type, `movement ${entry.details.id} after ${before} kg`).toBe(expected)
    }
  }
}

function isArrival({ isRecordInStorage, storage }: FullRecord, { details }: TimelineEntry): boolean {
  return isRecordInStorage && details.destination.substorageId === storage.substorageId
}

/** What an entry changed of its record, in kilograms. */
function changeBy(record: FullRecord, entry: TimelineEntry): number {
  if (entry.details.status === 'deleted') return 0
  if (entry.type === 'adjustment') return entry.details.adjustment?.difference ?? 0
  const weight = entry.details.weight.weight ?? 0
  return isArrival(record, entry) ? weight : -weight
}

/** Before and at every moment of any timeline, each record's balance is what the position says. */
async function compareBalances(real: Real, records: FullRecord[]): Promise<void> {
  const instants = new Set(records.flatMap(({ timeline }) => timeline.map(atOf)))
  const moments = records.flatMap(({ id: recordId }) =>
    [...instants].flatMap((at) => [
      { recordId, at },
      { recordId, at: at + 1 },
    ]),
  )
  // Numbered below all facts: before any of its instant.
  const asked = sql`
    select -id as id, record_id, effective_at from unnest(${moments.map(({ recordId }) => recordId)}::uuid[], ${moments.map(({ at }) => new Date(at))}::timestamptz[])
      with ordinality as asked (record_id, effective_at, id)`
  const recordIds = records.map(({ id }) => id)
  const { rows } = await sql<{ id: number; grams: number }>`
    select id, grams from ${balancesBeforeFacts(recordIds, asked)} order by id desc`.execute(
    service.database.db,
  )
  const positionOf = positionsOf(real)
  for (const [index, { recordId, at }] of moments.entries()) {
    const balance = kilogramsFromGrams(rows[index]?.grams ?? Number.NaN)
    expect(balance, `${recordId} before ${iso(at)}`).toBe(await positionOf(recordId, at - 1))
  }
}

/** Where there are more entries than are told, those of the end are. */
async function compareNewest(real: Real, records: FullRecord[]): Promise<void> {
  const ids = records.map(({ id }) => id)
  const { db } = service.database
  const reader = await commandLineActor(db, real.ownOrganisationId, real.clock.now())
  const newest = await timelinesOf(db, reader, await findRecordRows(db, reader, ids), { limit: 3, offset: 1 })
  for (const { id, timeline, timelineCount } of records)
    expect(newest.get(id)).toEqual({ entries: timeline.slice(-4, -1), total: timelineCount })
}

/** What the entries changed adds up to what lay there after each of them, whatever was dried, corrected, written off or taken back. */
function compareChanges(records: FullRecord[]): void {
  for (const { id, timeline } of records) {
    let grams = 0
    for (const { change, balanceAfter, details } of timeline) {
      grams += Math.round(change * 1000)
      if (balanceAfter !== null)
        expect(balanceAfter, `${id} after ${details.id}`).toBe(kilogramsFromGrams(grams))
      if (details.status === 'deleted') expect(change).toBe(0)
    }
  }
}

test('tells movements with their places, and as merges where the position says that stock lay before', async () => {
  const history = fc.commands(commandArbitraries, { maxCommands: 30, size: 'max' })
  const property = fc.asyncProperty(history, async (commands) => {
    const { model, real } = await begin()
    await fc.asyncModelRun(() => ({ model, real }), commands)
    const records = await readRecords(model, real)
    await comparePlaces(real, records)
    await compareMerges(real, records)
    await compareBalances(real, records)
    await compareNewest(real, records)
    compareChanges(records)
  })
  await fc.assert(property, { numRuns: historyCount(1 / 10), endOnFailure: false })
})

test('an arrival is a merge or not as everything stands that is known of the time before it', async () => {
  service.clock.set(TEST_START)
  const farm = await makeFarm(service)
  const manager = farm.organisation.as('manager')
  const [bay] = farm.bays
  const at = (day: string) => `2026-08-${day}T10:00:00Z`
  const recordId = await farm.intake(bay, 1000, { at: at('10') })
  const told = async () => {
    const { timeline } = ok(await manager.get(`${base}/records/${recordId}`)) as FullRecord
    return timeline
      .filter(({ subtype, type }) => subtype === 'intake' && type !== 'created')
      .map(({ type, details }) => `${details.moveAtUTC.slice(8, 10)} ${type}`)
  }
  expect(await told()).toEqual(['10 movement'])

  await farm.intake(bay, 1000, { at: at('10') })
  await farm.intake(bay, 1000, { at: at('11') })
  expect(await told(), 'two at one instant').toEqual(['10 movement', '10 merge', '11 merge'])

  await farm.intake(bay, 1000, { at: at('09') })
  expect(await told(), 'one dated back').toEqual(['09 movement', '10 merge', '10 merge', '11 merge'])

  const out = await farm.move(recordId, 'mill-7', 1000, { movementDateISO: '2026-08-09T18:00:00Z' })
  expect(await told(), 'emptied in between').toEqual(['09 movement', '10 movement', '10 merge', '11 merge'])

  ok(await manager.delete(`${base}/movements/${out}`, { recordId }))
  expect(await told(), 'not emptied after all').toEqual(['09 movement', '10 merge', '10 merge', '11 merge'])

  ok(
    await manager.post(`${base}/records/adjustments`, {
      records: [{ id: recordId, adjustTo: 0 }],
      reasonId: STOCK_TAKE,
    }),
  )
  await farm.intake(bay, 1000, { at: at('20') })
  expect((await told()).at(-1), 'after a count that found nothing').toBe('20 movement')
})

test('stock that was there before the books began stands at its own time, after what was dated back behind it', async () => {
  service.clock.set(TEST_START)
  const farm = await makeFarm(service)
  const manager = farm.organisation.as('manager')
  const [bay] = farm.bays
  const recordId = await farm.opening(bay, 3000, { at: '2026-08-12T10:00:00Z' })
  expect(await farm.opening(bay, 1000, { at: '2026-08-10T10:00:00Z' })).toBe(recordId)
  const { timeline } = ok(await manager.get(`${base}/records/${recordId}`)) as FullRecord
  expect(
    timeline.map(({ details, change, balanceAfter }) => [
      details.moveAtUTC.slice(8, 10),
      change,
      balanceAfter,
    ]),
  ).toEqual([
    ['10', 1000, 1000],
    ['12', 3000, 4000],
  ])
})

test('a sample of a load goes with the load: to another bay, or away', async () => {
  service.clock.set(TEST_START)
  const farm = await makeFarm(service)
  const manager = farm.organisation.as('manager')
  const [bay, other] = farm.bays
  const fields = [{ name: 'Protein', value: '12.5', metric: '%' }]
  const made = ok(
    await manager.post(`${base}/records`, {
      type: 'crop',
      harvestYear: '2026',
      commodity: { id: 1, type: 101 },
      storage: [{ storageId: farm.storeId, substorageId: bay, weight: 1000 }],
      source: { intake: { sample: { fields } } },
    }),
  )
  const samplesOf = async (id: string) => {
    const { timeline } = ok(await manager.get(`${base}/records/${id}`)) as FullRecord
    return timeline.flatMap(({ details }) => details.sample?.fields ?? [])
  }
  expect(await samplesOf(made.id)).toEqual(fields)

  const edited = ok(
    await manager.put(`${base}/movements/${made.movementId}`, {
      recordId: made.id,
      movementDateISO: TEST_START,
      weight: 1000,
      destination: { storageId: farm.storeId, substorageId: other },
    }),
  )
  const [moved] = edited.recordIds
  expect([await samplesOf(made.id), await samplesOf(moved)]).toEqual([[], fields])

  ok(await manager.delete(`${base}/movements/${made.movementId}`, { recordId: moved }))
  expect(await samplesOf(moved), 'the load never came').toEqual([])
})
