import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { clientAt } from '../processes.ts'
import { makeWorkplace, run, serve } from '../program.ts'
import { oldStock, type Bay } from '../farm.ts'
import { ok } from '../scene.ts'
import { canMakeClusters, makeCluster, type Cluster } from './cluster.ts'
import { initialise } from './program.ts'
import { makeYard } from './writers.ts'

// Reads from a standby: whoever has written finds what they wrote, and a standby that is behind or away is passed by
// (docs/decisions/0067-reads-from-a-replica.md).

const PATIENCE = 240_000
const base = '/api/inventory'

let workplace: Awaited<ReturnType<typeof makeWorkplace>>
beforeAll(async () => {
  workplace = await makeWorkplace()
})
afterAll(() => workplace.remove())

const cleanups: (() => Promise<unknown> | void)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

async function startServers(): Promise<{ primary: Cluster; replica: Cluster }> {
  const primary = await makeCluster()
  cleanups.push(primary.remove)
  await primary.start()
  const from = `host=127.0.0.1 port=${primary.port} user=postgres`
  const replica = await makeCluster({
    make: (directory) =>
      primary.program('pg_basebackup', ['-d', from, '-D', directory, '-R', '-X', 'stream', '-c', 'fast']),
  })
  cleanups.push(replica.remove)
  await replica.start()
  return { primary, replica }
}

async function startWorld() {
  const { primary, replica } = await startServers()
  const env = { DATABASE_URL: primary.url, DATABASE_READ_URL: replica.url, RATE_LIMIT_PER_MINUTE: '0' }
  const apiKey = await initialise(workplace.directory, env)
  const open = async () => {
    const program = await serve({ cwd: workplace.directory, env })
    cleanups.push(async () => {
      program.kill('SIGKILL')
      await program.ended
    })
    return clientAt(program.url, { 'x-api-key': apiKey })
  }
  const client = await open()
  const { intakeBay } = await makeYard(client)
  const enter = async (weight: number) => {
    ok(await client.post(`${base}/records`, oldStock(intakeBay, weight)))
  }
  /** What the position says of that bay. */
  const storedOf = async (of: Client): Promise<number> => {
    const { lines } = ok(await of.get(`${base}/position`))
    return lines.find((line: Bay) => line.substorageId === intakeBay.substorageId)?.weight ?? 0
  }
  return { primary, replica, env, client, open, enter, storedOf }
}

type Client = ReturnType<typeof clientAt>

const readyOf = async (client: Client) => (await client.get('/readyz')).body

/** The server is only asked to pause, and does so a little later. */
async function pause(replica: Cluster): Promise<void> {
  await replica.query('select pg_wal_replay_pause()')
  const stateOf = async () => (await replica.query('select pg_get_wal_replay_pause_state() as state'))[0]
  await expect.poll(stateOf, { timeout: 20_000 }).toEqual({ state: 'paused' })
}

/** How many reads the replica has answered, and how many the primary in its place. */
async function countsOf(client: Client): Promise<Record<string, number>> {
  const { body } = await client.get('/metrics')
  const lines = String(body).matchAll(/^replica_reads\{outcome="(\w+)"\} (\d+)$/gm)
  return Object.fromEntries([...lines].map(([, outcome = '', count]) => [outcome, Number(count)]))
}

const isOnServer = inject('databaseSource').engine === 'postgresql'

describe.runIf(isOnServer && canMakeClusters)('a replica', () => {
  test(
    'answers every read that it may, and each finds what was written before',
    { timeout: PATIENCE },
    async () => {
      const { client, open, enter, storedOf } = await startWorld()
      const other = await open()
      for (let loads = 1; loads <= 20; loads++) {
        await enter(100)
        // Also of a process that has written nothing.
        expect(await storedOf(loads % 2 === 0 ? client : other)).toBe(loads * 100)
      }
      const record = ok(await client.get(`${base}/records`)).docs[0].id
      const before = await countsOf(client)
      const reads = [
        `records/${record}/trace`,
        'position?format=csv',
        'position/series?from=2026-08-01&to=2026-08-02',
        `records/${record}/timeline`,
        'harvest-plans',
        'harvest-plans/history',
        'movements',
        'movements?format=csv',
        'movements/actions',
        'conflicts',
        'storage',
        'storage/search?format=csv',
        'storage/names',
        'partners',
        'contracts',
        'vehicles',
        'imports/inventory/stores/export',
      ]
      for (const read of reads)
        expect(await client.get(`${base}/${read}`), read).toMatchObject({ status: 200 })
      const { replica = 0, behind, away } = await countsOf(client)
      expect({ replica: replica - (before['replica'] ?? 0), behind, away }).toEqual({
        replica: reads.length,
        behind: 0,
        away: 0,
      })
      expect(await readyOf(client)).toEqual({ status: 'ready', replica: 'in use' })
    },
  )

  test('that has not replayed a write is waited for, and then passed by', { timeout: PATIENCE }, async () => {
    const { client, replica, enter, storedOf } = await startWorld()
    await enter(100)
    expect(await storedOf(client)).toBe(100)
    // On a busy machine it may come too late for a read, and the primary answers.
    let stored = 100
    let isWaitedFor = false
    for (let tries = 0; tries < 20 && !isWaitedFor; tries++) {
      await pause(replica)
      await enter(50)
      stored += 50
      const soon = sleep(50).then(() => replica.query('select pg_wal_replay_resume()'))
      const before = await countsOf(client)
      expect(await storedOf(client)).toBe(stored)
      await soon
      isWaitedFor = (await countsOf(client))['replica'] === (before['replica'] ?? 0) + 1
      if (!isWaitedFor) await sleep(1100)
    }
    expect(isWaitedFor).toBe(true)

    await pause(replica)
    await enter(25)
    const { behind = 0 } = await countsOf(client)
    expect(await storedOf(client)).toBe(stored + 25)
    expect(await readyOf(client)).toEqual({ status: 'ready', replica: 'behind' })
    expect(await storedOf(client)).toBe(stored + 25)
    expect((await countsOf(client))['behind']).toBe(behind + 2)
    await replica.query('select pg_wal_replay_resume()')
    await expect
      .poll(async () => [await storedOf(client), (await readyOf(client)).replica], { timeout: 30_000 })
      .toEqual([stored + 25, 'in use'])
  })

  test(
    'that is killed or promoted is passed by, and used again once it is back',
    { timeout: PATIENCE },
    async () => {
      const { client, replica, enter, storedOf } = await startWorld()
      await enter(100)
      expect(await storedOf(client)).toBe(100)
      await replica.kill()
      await enter(50)
      expect(await storedOf(client)).toBe(150)
      expect(await readyOf(client)).toEqual({ status: 'ready', replica: 'away' })
      await replica.start()
      await expect
        .poll(async () => [await storedOf(client), (await readyOf(client)).replica], { timeout: 30_000 })
        .toEqual([150, 'in use'])

      // From here on it has a history of its own.
      await replica.query('select pg_promote()')
      await enter(25)
      await expect
        .poll(async () => [await storedOf(client), (await readyOf(client)).replica], { timeout: 30_000 })
        .toEqual([175, 'away'])
    },
  )

  test(
    'that cannot be one is named by config check, and keeps nobody from starting',
    { timeout: PATIENCE },
    async () => {
      const { env, replica, primary, client, storedOf } = await startWorld()
      const check = (readUrl: string) =>
        run(['config', 'check'], { cwd: workplace.directory, env: { ...env, DATABASE_READ_URL: readUrl } })
      expect(await check(replica.url)).toMatchObject({ code: 0, stderr: '' })
      expect(await check(primary.url)).toMatchObject({
        code: 1,
        stderr: 'DATABASE_READ_URL cannot be used: it is no standby.\n',
      })
      await replica.kill()
      expect(await check(replica.url)).toMatchObject({
        code: 1,
        stderr: expect.stringMatching(/^DATABASE_READ_URL cannot be used: .*ECONNREFUSED/),
      })
      const program = await serve({ cwd: workplace.directory, env })
      cleanups.push(() => program.kill('SIGKILL'))
      expect(await storedOf(client)).toBe(0)
    },
  )
})
