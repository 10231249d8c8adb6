import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from 'vitest'
import type { Client } from '../app.ts'
import { clientAt } from '../processes.ts'
import { oldStock } from '../farm.ts'
import { ok } from '../scene.ts'
import { makeWorkplace, run, serve } from '../program.ts'
import { canMakeClusters, makeCluster, type Cluster } from './cluster.ts'
import { openLink, type Link } from './link.ts'
import { initialise } from './program.ts'
import { isNightly } from './size.ts'
import { expectExactlyOnce, makeYard, startWriters, storedReferences } from './writers.ts'
import { report } from './report.ts'

// The machine with the database burns down under sixteen writers while its replica lags behind, and the replica takes over. Whether
// what was acknowledged is there is a matter of PostgreSQL's settings (docs/operations.md, Failover).

const PATIENCE = 240_000
const isOnServer = inject('databaseSource').engine === 'postgresql'

/** What docs/operations.md says to set. */
const DOCUMENTED = { synchronous_standby_names: 'replica', synchronous_commit: 'remote_apply' }

let workplace: Awaited<ReturnType<typeof makeWorkplace>>
beforeAll(async () => {
  workplace = await makeWorkplace()
})
afterAll(() => workplace.remove())

/** What to take down again, last things first. */
const cleanups: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

interface Pair {
  primary: Cluster
  replica: Cluster
  /** Between them. */
  replication: Link
  /** Where clients find the database: an address that moves, as the documentation asks for. */
  address: Link
}

async function makePair(): Promise<Pair> {
  const primary = await makeCluster()
  cleanups.push(primary.remove)
  await primary.start()
  const replication = await openLink(primary.port)
  cleanups.push(replication.close)
  const from = `host=127.0.0.1 port=${replication.port} user=postgres application_name=replica`
  const replica = await makeCluster({
    make: (directory) =>
      primary.program('pg_basebackup', ['-d', from, '-D', directory, '-R', '-X', 'stream', '-c', 'fast']),
  })
  cleanups.push(replica.remove)
  await replica.start()
  const address = await openLink(primary.port)
  cleanups.push(address.close)
  return { primary, replica, replication, address }
}

/** Sets what is to be set, once the replica follows; before, every commit would wait for it. */
async function configure({ primary }: Pair, settings: Record<string, string>): Promise<void> {
  for (const [name, value] of Object.entries(settings))
    await primary.query(`alter system set ${name} = '${value}'`)
  await primary.query('select pg_reload_conf()')
  const isSynchronous = async () => {
    const rows = await primary.query<{ state: string }>(
      `select sync_state as state from pg_stat_replication where state = 'streaming'`,
    )
    return rows[0]?.state
  }
  const expected = 'synchronous_standby_names' in settings ? 'sync' : 'async'
  await expect.poll(isSynchronous).toBe(expected)
}

/** Writes, lets the replica fall behind, burns the primary down, promotes. Answers what was acknowledged, and who was asked. */
async function failOver(
  pair: Pair,
  beforeItIsLost: (client: Client) => Promise<unknown> = async () => undefined,
) {
  const env = {
    DATABASE_URL: `postgres://postgres@127.0.0.1:${pair.address.port}/postgres`,
    RATE_LIMIT_PER_MINUTE: '0',
  }
  const apiKey = await initialise(workplace.directory, env)
  const program = await serve({ cwd: workplace.directory, env })
  cleanups.push(async () => {
    program.kill('SIGKILL')
    await program.ended
  })
  const client = clientAt(program.url, { 'x-api-key': apiKey })
  const yard = await makeYard(client)
  const work = startWriters(() => program.url, apiKey, yard, 'failover')
  const more = async (loads: number) => {
    for (const until = work.acknowledged.size + loads; work.acknowledged.size < until;) await sleep(5)
  }
  await more(50)
  pair.replication.stall()
  const atStall = work.acknowledged.size
  await sleep(1000)
  const whileStalled = work.acknowledged.size - atStall
  await beforeItIsLost(client)
  await pair.primary.kill()
  const since = performance.now()
  pair.replication.cut()
  await pair.replica.query('select pg_promote()')
  pair.address.leadTo(pair.replica.port)
  await more(50)
  const goneForMs = Math.round(performance.now() - since)
  await work.finish()
  return { env, client, yard, work, whileStalled, goneForMs }
}

const RECORDS = '/api/inventory/records'

/** What a search of records finds, and how much it counts. */
async function recordsFound(client: Client) {
  const { docs, totalDocs } = ok(await client.get(`${RECORDS}?limit=200`))
  return { listed: docs.length, counted: totalDocs }
}

describe.runIf(isOnServer && canMakeClusters && isNightly)(
  'the primary is lost while its replica lags',
  () => {
    test('with the documented settings nothing acknowledged is lost', { timeout: PATIENCE }, async () => {
      const pair = await makePair()
      await configure(pair, DOCUMENTED)
      const { env, client, yard, work, whileStalled, goneForMs } = await failOver(pair)
      // What was on its way back when the line stalled; afterwards all wait for the replica, whoever they are.
      expect(whileStalled).toBeLessThanOrEqual(16)
      report(`failover: 50 more loads were stored ${goneForMs} ms after the primary was lost`)
      await expectExactlyOnce(client, yard, [work])
      expect(await run(['doctor'], { cwd: workplace.directory, env })).toMatchObject({ code: 0 })
    })

    test('without them it is, which is why they are documented', { timeout: PATIENCE }, async () => {
      const pair = await makePair()
      await configure(pair, {})
      const { env, client, work, whileStalled } = await failOver(pair, async (farm) => {
        // Searches answer out of memory, which has to forget what the replica never had.
        const { intakeBay } = await makeYard(farm)
        ok(await farm.post(RECORDS, oldStock(intakeBay, 777)))
        expect(await recordsFound(farm)).toEqual({ listed: 4, counted: 4 })
      })
      expect(await recordsFound(client)).toEqual({ listed: 2, counted: 2 })
      expect(whileStalled).toBeGreaterThan(0)
      const stored = new Set(await storedReferences(client))
      const lost = [...work.acknowledged.keys()].filter((each) => !stored.has(each))
      report(
        `failover: ${lost.length} of ${work.acknowledged.size} acknowledged loads are lost with asynchronous replication`,
      )
      expect(lost.length).toBeGreaterThan(0)
      // What is there is sound all the same: an earlier state, and not a torn one.
      expect(await run(['doctor'], { cwd: workplace.directory, env })).toMatchObject({ code: 0 })
    })
  },
)
