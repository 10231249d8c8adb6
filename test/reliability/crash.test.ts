import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test } from 'vitest'
import { openTestDatabase, placeEmptyDatabase, type TestDatabase } from '../database.ts'
import { clientAt } from '../processes.ts'
import { makeWorkplace, run, serve, type Environment, type RunningProgram } from '../program.ts'
import { fc } from '../seed.ts'
import { canMakeClusters, makeCluster } from './cluster.ts'
import { initialise } from './program.ts'
import { sized } from './size.ts'
import { expectExactlyOnce, makeYard, startWriters, type Work } from './writers.ts'
import { report } from './report.ts'

// Killed without warning while sixteen lorries send their loads (README: what was acknowledged is stored, once). Kills fall at
// random, from the start of a load to long after.

const KILLS = sized(5, 200)
const PATIENCE = sized(240_000, 3_600_000)
/**
 * What is promised is held by the long run, which has the machine to itself; beside other tests it takes longer, and a hang
 * is far beyond.
 */
const READY_WITHIN_MS = { server: sized(30_000, 5_000), postgresql: sized(30_000, 10_000) }
const isOnServer = inject('databaseSource').engine === 'postgresql'

/** When to kill: after so many more loads, and so many milliseconds. */
const moments = fc.sample(
  fc.record({ loads: fc.integer({ min: 1, max: 60 }), ms: fc.integer({ min: 0, max: 25 }) }),
  KILLS,
)

async function untilMoment({ loads, ms }: (typeof moments)[number], { acknowledged }: Work): Promise<void> {
  for (const until = acknowledged.size + loads; acknowledged.size < until;) await sleep(5)
  await sleep(ms)
}

let workplace: Awaited<ReturnType<typeof makeWorkplace>>
beforeAll(async () => {
  workplace = await makeWorkplace()
  await placeEmptyDatabase(workplace.dataDir)
})
afterAll(() => workplace.remove())

async function untilReady(url: string): Promise<void> {
  for (;;) {
    const answer = await fetch(`${url}/readyz`).catch(() => undefined)
    await answer?.body?.cancel()
    if (answer?.status === 200) return
    await sleep(10)
  }
}

function reportKills(what: string, times: number[], works: Work[]): void {
  const loads = works.reduce((sum, { acknowledged }) => sum + acknowledged.size, 0)
  const retries = works.reduce((sum, work) => sum + work.retries(), 0)
  const sorted = times.toSorted((a, b) => a - b)
  const median = sorted[Math.floor(sorted.length / 2)]
  report(
    `${what}: ${times.length} kills, ready again after ${median} ms (at most ${sorted.at(-1)}); ${loads} loads, sent again ${retries} times`,
  )
}

async function expectHealthy(env: Environment): Promise<void> {
  expect(await run(['doctor'], { cwd: workplace.directory, env })).toMatchObject({ code: 0 })
}

describe('the server is killed', () => {
  let database: TestDatabase | undefined
  let env: Environment
  /** Undefined between a kill and the next start. */
  let program: RunningProgram | undefined
  beforeAll(async () => {
    if (isOnServer) database = await openTestDatabase()
    env = {
      RATE_LIMIT_PER_MINUTE: '0',
      ...(database?.url ? { DATABASE_URL: database.url } : { DATA_DIR: workplace.dataDir }),
    }
  })
  afterAll(async () => {
    program?.kill('SIGKILL')
    await program?.ended
    await database?.close()
  })

  test('nothing acknowledged is lost, nothing is done twice', { timeout: PATIENCE }, async () => {
    const apiKey = await initialise(workplace.directory, env)
    program = await serve({ cwd: workplace.directory, env })
    const yard = await makeYard(clientAt(program.url, { 'x-api-key': apiKey }))
    const work = startWriters(() => program?.url, apiKey, yard, 'server')
    const times: number[] = []
    for (const moment of moments) {
      await untilMoment(moment, work)
      const killed: RunningProgram | undefined = program
      program = undefined
      killed?.kill('SIGKILL')
      await killed?.ended
      const since = performance.now()
      const next: RunningProgram = await serve({ cwd: workplace.directory, env })
      await untilReady(next.url)
      times.push(Math.round(performance.now() - since))
      program = next
    }
    await work.finish()
    reportKills(isOnServer ? 'the server, on PostgreSQL' : 'the server, embedded', times, [work])
    await expectExactlyOnce(clientAt(program?.url ?? '', { 'x-api-key': apiKey }), yard, [work])
    program?.kill('SIGTERM')
    expect(await program?.ended).toMatchObject({ code: 0 })
    await expectHealthy(env)
    expect(Math.max(...times)).toBeLessThan(READY_WITHIN_MS.server)
  })
})

describe.runIf(isOnServer && canMakeClusters)('PostgreSQL is killed', () => {
  test(
    'nothing acknowledged is lost or done twice, and the server goes on',
    { timeout: PATIENCE },
    async () => {
      const cluster = await makeCluster()
      onTestFinished(cluster.remove)
      await cluster.start()
      const env = { RATE_LIMIT_PER_MINUTE: '0', DATABASE_URL: cluster.url }
      const apiKey = await initialise(workplace.directory, env)
      const program = await serve({ cwd: workplace.directory, env })
      onTestFinished(async () => {
        program.kill('SIGKILL')
        await program.ended
      })
      const client = clientAt(program.url, { 'x-api-key': apiKey })
      const yard = await makeYard(client)
      const work = startWriters(() => program.url, apiKey, yard, 'postgresql')
      const times: number[] = []
      for (const moment of moments) {
        await untilMoment(moment, work)
        await cluster.kill()
        const since = performance.now()
        await cluster.start()
        await untilReady(program.url)
        times.push(Math.round(performance.now() - since))
      }
      await work.finish()
      reportKills('PostgreSQL', times, [work])
      await expectExactlyOnce(client, yard, [work])
      await expectHealthy(env)
      expect(Math.max(...times)).toBeLessThan(READY_WITHIN_MS.postgresql)
    },
  )
})
