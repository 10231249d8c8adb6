import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestApp, TEST_START, type TestApp } from '../../../test/app.ts'
import { base, makeFarm, STOCK_TAKE } from '../../../test/farm.ts'
import { ok } from '../../../test/scene.ts'
import { kyselyOf, type Client } from '../../db/snapshot.ts'
import { verifyLedger, ledgerHash } from './ledger.ts'

// Much is proved by asking these two, so they have to see: each figure that is kept is made wrong by itself, and put right again.

let service: TestApp
/** Has come in and gone, was counted, and is to go on. */
let recordId: string
beforeAll(async () => {
  service = await openTestApp({ now: TEST_START })
  const farm = await makeFarm(service)
  const [bay, other] = farm.bays
  recordId = await farm.opening(bay, 1000)
  await farm.move(await farm.planting(), bay, 500)
  await farm.move(recordId, other, 200)
  await farm.move(recordId, 'mill-7', 100, { movementDateISO: '2026-08-30T10:00:00Z' })
  const counted = { records: [{ id: recordId, adjustTo: 1290 }], reasonId: STOCK_TAKE }
  ok(await farm.organisation.as('manager').post(`${base}/records/adjustments`, counted))
})
afterAll(() => service.close())

/** What is seen of a database in which a statement was run, and then taken back. */
async function after<T>(statement: string, look: (client: Client) => Promise<T>): Promise<T> {
  const client = await service.database.pool.connect()
  try {
    await client.query('begin')
    // Entries are only ever added to, says a trigger.
    await client.query('set local session_replication_role = replica')
    const { rowCount } = await client.query(statement)
    expect(rowCount, 'there is something to make wrong').toBeGreaterThan(0)
    return await look(client)
  } finally {
    await client.query('rollback')
    client.release()
  }
}

const examined = (client: Client) => Array.fromAsync(verifyLedger(kyselyOf(client)))
const NOTHING = 'select'

test('a sound ledger is found sound', async () => {
  expect(await after(NOTHING, examined)).toEqual([])
})

describe('the examination sees', () => {
  const today = TEST_START.slice(0, 10)
  const balance = (change: string) => `update ledger_balances set ${change}`
  const day = (change: string) => `update ledger_days set ${change} where day = '${today}'`

  test.each([
    ['balance', balance('balance_grams = balance_grams + 1')],
    ['received', balance('received_grams = received_grams + 1')],
    ['harvested', balance('harvested_grams = harvested_grams + 1')],
    ['loss', balance('loss_grams = loss_grams + 1')],
    ['sold', balance('sold_grams = sold_grams + 1')],
    ['next due', balance('next_due_at = null')],
    ['next due', balance(`next_due_at = next_due_at + interval '1 second'`)],
    ['balance row', 'delete from ledger_balances'],
    [`day ${today} closing`, day('closing_grams = closing_grams + 1')],
    [`day ${today} low`, day('low_grams = low_grams + 1')],
    [`day ${today}`, `delete from ledger_days where day = '${today}'`],
    ['day 2026-07-30 closing', `update ledger_days set day = '2026-07-30' where day = '2026-07-31'`],
    ['span', `update ledger_spans set last_day = '${today}'`],
    ['span', `update ledger_spans set first_day = first_day - 1`],
    ['count', 'update ledger_counts set counted_grams = counted_grams + 1'],
    ['balance', 'update ledger_entries set grams = grams + 1'],
  ])('a wrong %s: %s', async (what, statement) => {
    const narrowed = statement.includes(' where ') ? 'and' : 'where'
    const column = statement.includes('ledger_entries') ? 'destination_record_id' : 'record_id'
    const found = await after(`${statement} ${narrowed} ${column} = '${recordId}'`, examined)
    const own = found.filter((each) => each.recordId === recordId)
    expect(own.map((each) => each.what.replace(/^count \d+$/, 'count'))).toContain(what)
  })
})

describe('the hash is another one after', () => {
  test.each([
    'update ledger_entries set grams = grams + 1 where id = (select max(id) from ledger_entries)',
    `update ledger_entries set effective_at = effective_at + interval '1 millisecond' where id = (select min(id) from ledger_entries)`,
    'update ledger_balances set loss_grams = loss_grams + 1',
    'update movements set weight_grams = weight_grams + 1 where id = (select min(id) from movements)',
    'delete from ledger_balances',
  ])('%s', async (statement) => {
    const before = await after(NOTHING, ledgerHash)
    expect(await after(NOTHING, ledgerHash)).toBe(before)
    expect(await after(statement, ledgerHash)).not.toBe(before)
  })
})
