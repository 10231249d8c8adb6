import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestApp, type TestApp } from '../../../test/app.ts'
import { buffersRead } from '../../../test/rows-touched.ts'
import { base, GROUP_1, makeFarm, STOCK_TAKE, WHEAT, WINTER, type TestFarm } from '../../../test/farm.ts'
import { ok } from '../../../test/scene.ts'

// Opening a record shows its newest entries and says how many there are: neither may cost more the longer the books are kept.

let service: TestApp
let farm: TestFarm

beforeAll(async () => {
  service = await openTestApp()
  farm = await makeFarm(service)
})
afterAll(() => service.close())

/** What may happen to a heap on a day: loads come, measured, and go; one was a mistake, one is corrected; it is counted and tagged. */
async function enterDay(recordId: string, bayId: number): Promise<void> {
  const manager = farm.organisation.as('manager')
  await comes(bayId)
  await comes(bayId)
  ok(await manager.delete(`${base}/movements/${await newestMovement()}`, { recordId }))
  await farm.move(recordId, 'mill-7', 20_000, { adjustment: { weight: -100, reason: STOCK_TAKE } })
  const records = [{ id: recordId, adjustTo: 107_000 }]
  ok(await manager.post(`${base}/records/adjustments`, { records, reasonId: STOCK_TAKE }))
  ok(await manager.patch(`${base}/records/${recordId}`, { tags: [3] }))
}

async function comes(bayId: number): Promise<void> {
  const sample = { fields: [{ name: 'Moisture', value: '14.2', metric: '%' }] }
  ok(
    await farm.organisation.as('manager').post(`${base}/records`, {
      type: 'crop',
      harvestYear: '2026',
      owned: true,
      commodity: { id: WHEAT, type: WINTER, grade: GROUP_1, variety: 'Skyfall' },
      storage: [{ storageId: farm.storeId, substorageId: bayId, weight: 28_000 }],
      source: { intake: { sender: { id: 'hill', name: 'Hill Farm' }, driverName: 'Sam', sample } },
    }),
  )
}

async function newestMovement(): Promise<number> {
  const { id } = await service.database.db
    .selectFrom('movements')
    .select((eb) => eb.fn.max('id').as('id'))
    .executeTakeFirstOrThrow()
  return Number(id)
}

/** The tables of what happened that day, with what places a row in time. */
const TABLES = {
  movements: 'effective_at',
  ledger_entries: 'effective_at',
  ledger_counts: 'effective_at',
  adjustments: 'effective_at',
  record_changes: 'effective_at',
  samples: 'recorded_at',
  ledger_days: 'day',
}
/** Columns that number facts. */
const NUMBERS = ['id', 'fact_id', 'movement_id', 'reverses']
const TIMES = ['effective_at', 'recorded_at', 'deleted_at', 'completed_at', 'withdrawn_at', 'told_at', 'day']

/** Copies what happened to a record on a day to the days before it, from so many days before to so many. */
async function repeatDay(recordId: string, [first, last]: [number, number]): Promise<void> {
  const { pool } = service.database
  const day = service.clock.now().toISOString().slice(0, 10)
  const client = await pool.connect()
  try {
    await client.query('begin')
    await client.query('set local session_replication_role = replica')
    for (const [table, at] of Object.entries(TABLES))
      await client.query(
        `insert into ${table} overriding system value
        select copy.* from ${table} original cross join generate_series($1::int, $2::int) n
        cross join lateral jsonb_populate_record(original, (
          select coalesce(jsonb_object_agg(key, case when key = any($3) then to_jsonb(value::bigint - n * 1000)
            else to_jsonb(value::timestamp - n * interval '1 day') end), '{}')
          from jsonb_each_text(to_jsonb(original)) where (key = any($3) or key = any($4)) and value is not null
        )) copy
        where (original.${at})::date = $5::date and strpos(to_jsonb(original)::text, $6) > 0`,
        [first, last, NUMBERS, TIMES, day, recordId],
      )
    await client.query('commit')
  } finally {
    client.release()
  }
  await service.database.unbounded(() => pool.query('vacuum (analyze)'))
}

test('opening a record costs as much after 20,000 entries as after 1,000', { timeout: 300_000 }, async () => {
  const viewer = farm.organisation.as('viewer')
  const begin = async (bayId: number) => {
    const recordId = await farm.opening(bayId, 100_000, { at: '2000-01-01' })
    await enterDay(recordId, bayId)
    return { recordId, open: async () => ok(await viewer.get(`${base}/records/${recordId}`)) }
  }
  const [{ recordId, open }, neighbour] = [await begin(farm.bays[0]), await begin(farm.bays[1])]
  const ofOneDay = (await open()).timelineCount - 1
  const [aFew, many] = [Math.ceil(1000 / ofOneDay), Math.ceil(20_000 / ofOneDay)]
  const costAt = async (days: number) => {
    const record = await open()
    expect(record.timelineCount).toBe(1 + days * ofOneDay)
    expect(record.timeline).toHaveLength(200)
    return buffersRead(service.database, open)
  }
  // Others have as much: a table of one record alone is read whole.
  await repeatDay(neighbour.recordId, [1, many])
  await repeatDay(recordId, [1, aFew - 1])
  const before = await costAt(aFew)
  await repeatDay(recordId, [aFew, many - 1])
  const after = await costAt(many)
  expect(after / before, `${after} pages instead of ${before}`).toBeLessThan(1.3)
})
