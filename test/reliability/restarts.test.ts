import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import type { Client } from '../app.ts'
import { openTestDatabase, placeEmptyDatabase, type TestDatabase } from '../database.ts'
import { clientAt } from '../processes.ts'
import { makeWorkplace, run, serve, type Environment, type RunningProgram } from '../program.ts'
import { initialise } from './program.ts'

/** What is stored when the program is stopped, or killed, while sixteen clients write without a pause. */

const WRITERS = 16
const PATIENCE = 240_000
const DRAIN_MS = 25_000
const isOnServer = inject('databaseSource').engine === 'postgresql'

let workplace: Awaited<ReturnType<typeof makeWorkplace>>
let database: TestDatabase | undefined
let env: Environment
let apiKey: string
let storeId: string

/** The bay that this test fills: one each, so that the sums are its own. */
const bays: number[] = []

beforeAll(async () => {
  workplace = await makeWorkplace()
  await placeEmptyDatabase(workplace.dataDir)
  if (isOnServer) database = await openTestDatabase()
  env = {
    RATE_LIMIT_PER_MINUTE: '0',
    ...(database?.url ? { DATABASE_URL: database.url } : { DATA_DIR: workplace.dataDir }),
  }
  apiKey = await initialise(workplace.directory, env)
}, PATIENCE)

afterAll(async () => {
  await database?.close()
  await workplace.remove()
})

describe('under load', () => {
  test(
    'SIGTERM: what was acknowledged is there, once, and the exit is 0 within the drain',
    { timeout: PATIENCE },
    async () => {
      const program = await start()
      const bayId = await bayFor(program, 0)
      const work = startWriters(program, bayId)
      await until(() => work.acknowledged.size >= 100)
      const stoppedAt = Date.now()
      program.kill('SIGTERM')
      expect(await program.ended).toMatchObject({ code: 0, stderr: '' })
      expect(Date.now() - stoppedAt).toBeLessThan(DRAIN_MS)
      await work.done
      // Those that the drain did not take were told so, or found nobody there: none got another answer.
      expect([...work.refused]).toEqual([...work.refused].filter((status) => status === 503))
      await expectSound(bayId, work)
    },
  )

  test('kill -9: what was acknowledged is there, once', { timeout: PATIENCE }, async () => {
    const program = await start()
    const bayId = await bayFor(program, 1)
    const work = startWriters(program, bayId)
    await until(() => work.acknowledged.size >= 100)
    program.kill('SIGKILL')
    expect((await program.ended).code).toBeNull()
    await work.done
    expect([...work.refused]).toEqual([])
    await expectSound(bayId, work)
    expect(await run(['doctor'], { cwd: workplace.directory, env })).toMatchObject({ code: 0 })
  })
})

async function start(): Promise<RunningProgram> {
  return serve({ cwd: workplace.directory, env })
}

async function bayFor(program: RunningProgram, index: number): Promise<number> {
  if (bays.length === 0) {
    const substorage = [{ name: 'Bay 1' }, { name: 'Bay 2' }]
    const made = await clientOf(program).post('/api/inventory/storage', {
      name: 'Long Barn',
      type: 'store',
      location: null,
      substorage,
    })
    expect(made.status, JSON.stringify(made.body)).toBe(200)
    storeId = made.body.id
    bays.push(...made.body.substorage.map(({ id }: { id: number }) => id))
  }
  return bays[index] as number
}

interface Work {
  /** Loads that were answered with 200. */
  acknowledged: Set<string>
  /** Loads that were sent and got no answer: stored or not, nobody knows yet. */
  unanswered: Set<string>
  /** Other answers. */
  refused: Set<number>
  /** Resolves when every writer has found the door closed. */
  done: Promise<void>
}

/** Writers that each send load after load, and stop at the first that is not stored. */
function startWriters(program: RunningProgram, bayId: number): Work {
  const acknowledged = new Set<string>()
  const unanswered = new Set<string>()
  const refused = new Set<number>()
  const client = clientOf(program)
  const write = async (writer: number) => {
    for (let number = 1; ; number++) {
      const load = `${bayId}/${writer}/${number}`
      try {
        const { status } = await sendLoad(client, bayId, load)
        if (status === 200) acknowledged.add(load)
        else refused.add(status)
        if (status !== 200) return
      } catch {
        unanswered.add(load)
        return
      }
    }
  }
  const done = Promise.all(Array.from({ length: WRITERS }, (_each, index) => write(index + 1))).then(
    () => undefined,
  )
  return { acknowledged, unanswered, refused, done }
}

/** One lorry: its load reference is the key of the request too, so that it can be sent again. */
function sendLoad(client: Client, bayId: number, load: string) {
  return client.post(
    '/api/inventory/records',
    {
      type: 'crop',
      harvestYear: '2026',
      owned: true,
      commodity: { id: 1, type: 101, grade: 1010101, variety: 'Skyfall' },
      storage: [{ storageId: storeId, substorageId: bayId, weight: 1 }],
      source: { intake: { loadReference: load } },
    },
    { 'Idempotency-Key': load },
  )
}

/**
 * Starts the program again and looks: every acknowledged load is stored once, nothing is stored that was not sent. Then
 * those who got no answer send theirs again, as weighbridges do: afterwards each of these is stored once, too.
 */
async function expectSound(bayId: number, { acknowledged, unanswered }: Work): Promise<void> {
  const program = await start()
  const client = clientOf(program)
  try {
    const before = await storedLoads(client, bayId)
    expect(new Set(before).size, 'nothing twice').toBe(before.length)
    expect(acknowledged.difference(new Set(before)), 'nothing lost').toEqual(new Set())
    expect(new Set(before).difference(acknowledged.union(unanswered)), 'nothing from nowhere').toEqual(
      new Set(),
    )

    const again = await Promise.all([...unanswered].map((load) => sendLoad(client, bayId, load)))
    expect(again.filter(({ status }) => status !== 200)).toEqual([])
    const after = await storedLoads(client, bayId)
    expect(after.toSorted()).toEqual([...acknowledged.union(unanswered)].toSorted())
    const store = await client.get(`/api/inventory/storage/${storeId}`)
    const bay = store.body.substorage.find(({ id }: { id: number }) => id === bayId)
    expect(bay.record.weight.weight).toBe(after.length)
  } finally {
    program.kill('SIGTERM')
    await program.ended
  }
}

/** The load references of all stored movements into a bay. */
async function storedLoads(client: Client, bayId: number): Promise<string[]> {
  const loads: string[] = []
  for (;;) {
    const { status, body } = await client.get(
      `/api/inventory/movements?limit=200&sortBy=id&offset=${loads.length}`,
    )
    expect(status).toBe(200)
    if (body.docs.length === 0) break
    loads.push(...body.docs.map(({ driver }: { driver: { loadReference: string } }) => driver.loadReference))
  }
  return loads.filter((load) => load.startsWith(`${bayId}/`))
}

function clientOf(program: RunningProgram): Client {
  return clientAt(program.url, { 'x-api-key': apiKey })
}

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await sleep(10)
}
