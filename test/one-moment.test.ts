import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openArena, type Arena } from './arena.ts'
import { shareAskedApp } from './asked-app.ts'
import { operationsOf, readDocuments } from './documents.ts'
import { makeBay, makeRecord, movement, STOCK_TAKE, WINTER_WHEAT } from './farm.ts'
import { ok, openScene } from './scene.ts'
import { send, withRequests, workingRequest } from './sending.ts'
import { watchStatements } from './statements.ts'

// An answer is made of several statements, and others write between them: what it says must be of one moment all the same.

const READS = 20
const WRITERS = 4
/** Kilograms of a load: so few that the quickest writers do not empty a bay while it is read, and a fraction that computers have exactly. */
const LOAD = 0.25

describe('while others write', () => {
  let arena: Arena
  beforeAll(async () => {
    arena = await openArena()
  })
  afterAll(() => arena.close())

  const owner = () => arena.farm.as('owner')

  /** What is read while several clients write without a pause. */
  async function readMeanwhile<T>(write: () => Promise<unknown>, read: () => Promise<T>): Promise<T[]> {
    let isReading = true
    const writers = Array.from({ length: WRITERS }, async () => {
      while (isReading) await write()
    })
    const answers: T[] = []
    try {
      while (answers.length < READS) answers.push(await read())
    } finally {
      isReading = false
      await Promise.all(writers)
    }
    return answers
  }

  /** A record of 1000 kg, and what is read while small loads leave it. */
  async function readWhileLoadsLeave(url: (recordId: string, storeId: string) => string) {
    const { id, bay } = await makeRecord(arena)
    const to = await makeBay(arena)
    return readMeanwhile(
      async () => ok(await owner().post('/api/inventory/movements', movement(id, LOAD, to))),
      async () => ok(await owner().get(url(id, bay.storageId))),
    )
  }

  test('a record says as much stock as its timeline has loads for', async () => {
    const answers = await readWhileLoadsLeave((id) => `/api/inventory/records/${id}`)
    const said = answers.map(({ yield: { current } }) => current)
    // All of it but that the stock was there; of quick writers a record carries the newest loads alone.
    const told = answers.map(({ timelineCount }) => 1000 - LOAD * (timelineCount - 1))
    expect(said).toEqual(told)
  })

  test('a trace finds every kilogram once', async () => {
    const answers = await readWhileLoadsLeave((id) => `/api/inventory/records/${id}/trace`)
    const sums = answers.map(({ wentTo }) =>
      wentTo.reduce((sum: number, { weight }: { weight: number }) => sum + weight, 0),
    )
    expect(sums).toEqual(answers.map(() => 1000))
  })

  test('as many movements are counted as are shown', async () => {
    const answers = await readWhileLoadsLeave(
      (_id, storeId) => `/api/inventory/movements?limit=200&f:storageSourceId=${storeId}`,
    )
    // Where writers are quick there come to be more than a page can show.
    expect(answers.map(({ docs }) => docs.length)).toEqual(
      answers.map(({ totalDocs }) => Math.min(totalDocs, 200)),
    )
  })

  test('a place that is found weighs what it is shown to hold', async () => {
    const answers = await readWhileLoadsLeave(
      (_id, storeId) => `/api/inventory/storage/search?f:storageId=${storeId}`,
    )
    const counted = answers.map(({ aggregations: [weight] }) => weight.sum)
    expect(answers.map(({ docs: [store] }) => store.substorage[0].record.weight.weight)).toEqual(counted)
  })

  test.each(['name', 'capacity'])(
    'a store whose %s is changed has a conflict where it shows too much',
    async (what) => {
      const { id, bay } = await makeRecord(arena, 600)
      const url = `/api/inventory/storage/${bay.storageId}`
      const capacity = { commodityId: WINTER_WHEAT.id, weight: 500 }
      const change = () =>
        what === 'name'
          ? owner().patch(url, { name: 'Long Barn' })
          : owner().post(`${url}/commodities`, { substorageId: bay.substorageId, ...capacity })
      const substorage = [{ id: bay.substorageId, capacity: [capacity] }]
      ok(await owner().patch(url, { substorage }))
      let counted = 0
      const count = async () => {
        const records = [{ id, adjustTo: counted++ % 2 === 0 ? 400 : 600 }]
        ok(await owner().post('/api/inventory/records/adjustments', { records, reasonId: STOCK_TAKE }))
      }
      const answers = await readMeanwhile(count, async () => ok(await change()))
      const shown = answers.map((store) => store.substorage[0])
      expect(shown.map(({ conflict }) => conflict.status)).toEqual(
        shown.map(({ record }) => (record.weight.weight > 500 ? 'over_capacity' : 'none')),
      )
    },
  )

  test('as many contracts are counted as are shown', async () => {
    const contract = {
      ownerOrganisationId: 'valley-farm',
      ownerOrganisationName: 'Valley Farm',
      details: { reference: 'SC-1', startDateISO: '2026-08-01', endDateISO: '2027-07-31', services: {} },
      inventory: { weightKG: 1000, commodity: { id: WINTER_WHEAT.id, type: WINTER_WHEAT.type }, variety: [] },
    }
    const answers = await readMeanwhile(
      async () => ok(await owner().post('/api/inventory/contracts', contract)),
      async () => ok(await owner().get('/api/inventory/contracts?limit=200')),
    )
    expect(answers.map(({ docs }) => docs.length)).toEqual(
      answers.map(({ totalDocs }) => Math.min(totalDocs, 200)),
    )
  })
})

/** What reads more than one statement in more than one moment, and why that contradicts nothing. */
const OF_SEVERAL_MOMENTS = new Set([
  // Rows in memory are of a moment of their own (docs/decisions/0016).
  'GET /api/inventory/records',
  'GET /api/inventory/commodities/organisation',
  'GET /api/inventory/organisations/with-commodity',
  'GET /api/inventory/varieties/suggest',
  // Whether the caller may see it does not change, nor what a file is called.
  'GET /api/inventory/storage/notes',
  'GET /api/system/experts/questions/{id}',
  // Nobody changes where postcodes are.
  'GET /api/system/locations/three-words',
  'GET /api/system/locations/coordinates',
  // How the organisation writes its tables is no part of what stands in them.
  ...['fields', 'stores', 'field-yields', 'inventory/stores', 'inventory/fields', 'varieties'].map(
    (kind) => `GET /api/inventory/imports/${kind}/export`,
  ),
  'GET /api/system/commodities/varieties/import/export',
  // Each contract and each order is read whole; which come next is asked for apart.
  'GET /api/inventory/imports/trades/export',
  'GET /api/inventory/imports/orders/export',
  // It is read piece by piece as it is sent.
  'GET /api/inventory/imports/{id}/errors',
])

describe('what takes several statements is read in one transaction', async () => {
  const { service, externalToken } = await shareAskedApp()
  const scene = await openScene(service, externalToken)
  const reads = withRequests(operationsOf(await readDocuments(service))).filter(
    ({ method, key }) => method === 'GET' && !OF_SEVERAL_MOMENTS.has(key),
  )
  const statements = watchStatements(service.database.pool)
  /** Who asks is a question of its own. */
  const ASKS_WHO = /as organisation_status/
  /** So is which partner an id of the address means. */
  const ASKS_WHOM = /"merged_into" is not null/
  /** A letterhead and an issued paper are rows that nobody changes: a paper names the version, and was issued or not. */
  const ASKS_PAPERS = /from (letterheads|papers)/
  /** Into the audit log: it is read by nobody here. */
  const TELLS_OF_EXPORTS = /^insert into audit_pending/
  const isApart = (text: string) =>
    [ASKS_WHO, ASKS_WHOM, ASKS_PAPERS, TELLS_OF_EXPORTS].some((each) => each.test(text))

  test.each(reads)('$key', async (operation) => {
    const { parts, headers } = await workingRequest(scene, operation)
    const times: string[][] = []
    // Every second the service asks for notices of its own, and that may fall in between.
    for (let time = 1; time <= 3; time++) {
      statements.taken()
      await send(service, operation, parts, headers)
      times.push(statements.taken().filter((text) => !isApart(text)))
    }
    const [fewest = []] = times.toSorted((a, b) => a.length - b.length)
    expect(fewest.slice(1)).toEqual([])
  })
})
