import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { shareTestApp, type Client, type TestApp } from '../../../test/app.ts'
import { base } from '../../../test/farm.ts'
import { ok } from '../../../test/scene.ts'
import { makeLoadFarm } from './loads/test-loads.ts'
import { imported } from './test-imports.ts'

// A count is a fact: what a file enters before one is lost by it, which is told before the file is entered.

let service: TestApp
let manager: Client
let recordId: string
beforeAll(async () => {
  service = await shareTestApp()
})
afterAll(() => service.close())

const STOCK = 'Store,Bay,Commodity,Harvest year,Weight (t),Date\n'
const stock = (tonnes: number, day: string) => `${STOCK}Barn,Bay 1,Winter wheat,2026,${tonnes},${day}\n`
const LOADS = 'Date,Ticket,Net (t),Store,Bay,Sender,Receiver,Commodity,Harvest year\n'
const came = (day: string, ticket: string, tonnes: number) =>
  `${day}T10:00,${ticket},${tonnes},Barn,Bay 1,Hill,,Winter wheat,2026\n`
const left = (day: string, ticket: string, tonnes: number) =>
  `${day}T10:00,${ticket},${tonnes},Barn,Bay 1,,Mill,,\n`

/** 100 t on 1 August, of which a count of the 10th finds 99 t. */
beforeEach(async () => {
  manager = (await makeLoadFarm(service)).manager
  const { results } = await imported(manager, 'inventory/stores', stock(100, '2026-08-01'))
  recordId = results[0].id
  const records = [{ id: recordId, adjustTo: 99_000 }]
  const countedAtISO = '2026-08-10T10:00:00Z'
  ok(await manager.post(`${base}/records/adjustments`, { records, countedAtISO, reasonId: null }))
})

const tried = async (kind: string, file: string) =>
  (await imported(manager, `${kind}dryRun=true`, file)).countsThatStand
const stands = (before: number, after: number) => [
  {
    recordId,
    name: 'Winter wheat 2026',
    place: 'Barn, Bay 1',
    countedAtUTC: '2026-08-10T10:00:00.000Z',
    before,
    after,
  },
]

test('stock that lay there before it', async () => {
  expect(await tried('inventory/stores?', stock(40, '2026-08-05'))).toEqual(stands(-1000, -41_000))
  expect(await tried('inventory/stores?', stock(40, '2026-08-11'))).toEqual([])
})

test('loads, all of the file together: what came in, less what left', async () => {
  const kind = 'inventory/loads?create=partners&'
  const file =
    LOADS + came('2026-08-05', 'T1', 20) + left('2026-08-06', 'T2', 5) + left('2026-08-12', 'T3', 5)
  expect(await tried(kind, file)).toEqual(stands(-1000, -16_000))
  expect(await tried(kind, LOADS + came('2026-08-12', 'T1', 20))).toEqual([])
})

test('but no row that is refused', async () => {
  const kind = 'inventory/loads?create=partners&'
  const file =
    LOADS + came('2026-08-05', 'T1', 20) + left('2026-08-06', 'T2', 300) + came('2026-08-07', 'T3', 4)
  const dry = await imported(manager, `${kind}dryRun=true`, file)
  expect(dry).toMatchObject({ success: 2, errors: 1 })
  expect(dry.countsThatStand).toEqual(stands(-1000, -25_000))
})
