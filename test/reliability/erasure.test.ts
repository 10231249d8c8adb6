import { once } from 'node:events'
import pg from 'pg'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { clientAt } from '../processes.ts'
import { makeWorkplace, run, serve, start } from '../program.ts'
import { canMakeClusters, makeCluster } from './cluster.ts'
import { initialise } from './program.ts'

// An erasure goes through all tables in which somebody stands, in one transaction: killed in the middle, it has not begun.

const EMAIL = 'wilhelmina.zebrowska@gone.example'

/** Holds an erasure in its last part, when nearly all tables have the pseudonym. */
const HOLD = `
  create function hold_erasure() returns trigger language plpgsql as $$ begin perform pg_sleep(600); return null; end $$;
  create trigger hold_erasure before update on audit_entries for each statement execute function hold_erasure()`

describe.runIf(canMakeClusters)('an erasure', () => {
  test('that is killed in the middle has changed nothing, and goes to its end when it is asked for again', async () => {
    const workplace = await makeWorkplace()
    onTestFinished(workplace.remove)
    const cluster = await makeCluster()
    onTestFinished(cluster.remove)
    await cluster.start()
    const where = { cwd: workplace.directory, env: { RATE_LIMIT_PER_MINUTE: '0', DATABASE_URL: cluster.url } }
    const apiKey = await initialise(where.cwd, where.env)
    const joined = await joinAndEnter(where, apiKey)
    const client = new pg.Client({ connectionString: cluster.url })
    await client.connect()
    onTestFinished(() => client.end())

    const erasing = ['user', 'erase', '--email', EMAIL, '--yes']
    await client.query(HOLD)
    const before = await everything(client)
    expect(before).toContain('Zebrowska')
    const killed = start(erasing, where)
    const holding = async () =>
      (await client.query(`select pid from pg_stat_activity where wait_event = 'PgSleep'`)).rows
    await vi.waitUntil(async () => (await holding()).length > 0, { timeout: 60_000, interval: 50 })
    killed.kill('SIGKILL')
    await once(killed, 'exit')
    // PostgreSQL would notice by itself that nobody is there any more, once it has something to say.
    for (const { pid } of await holding()) await client.query('select pg_terminate_backend($1)', [pid])
    await vi.waitUntil(async () => (await holding()).length === 0, { timeout: 60_000, interval: 50 })
    await client.query('drop function hold_erasure() cascade')
    expect(await everything(client)).toBe(before)

    expect(await run(erasing, where)).toMatchObject({ code: 0 })
    const left = await everything(client)
    expect(left.match(/.{40}(zebrowska|wilhelmina).{20}/gi) ?? []).toEqual([])
    expect(left).toContain('Erased person')
    expect(left).toContain(joined)
    expect(await run(['audit', 'verify'], where)).toMatchObject({ code: 0 })
    expect((await run(erasing, where)).code).toBe(1)
  }, 240_000)
})

/** Has somebody join and make a key, so that they stand in books and logs, all of it chained. @returns the key's id */
async function joinAndEnter(where: Parameters<typeof serve>[0], apiKey: string): Promise<string> {
  const program = await serve(where)
  const owner = clientAt(program.url, { 'x-api-key': apiKey })
  const { token } = (await owner.post('/api/identity/invitations', { email: EMAIL, role: 'admin' })).body
  const { body } = await clientAt(program.url, {}).post('/api/identity/invitations/accept', {
    token,
    password: 'wide yellow combine',
    givenName: 'Wilhelmina',
    familyName: 'Zebrowska',
  })
  const own = clientAt(program.url, { authorization: `Bearer ${body.accessToken}` })
  const made = await own.post('/api/identity/business-units', { name: 'North Farm', type: 'farm' })
  expect(made.status).toBe(200)
  // Chains the rest.
  await owner.get('/api/system/audit')
  program.kill('SIGTERM')
  await program.ended
  return made.body.id
}

/** Every row of every table as text. */
async function everything(client: pg.Client): Promise<string> {
  const { rows: tables } = await client.query<{ name: string }>(
    `select tablename::text as name from pg_tables where schemaname = 'public' order by 1`,
  )
  let text = ''
  for (const { name } of tables) {
    const { rows } = await client.query<{ row: string }>(`select t::text as row from "${name}" t order by 1`)
    text += rows.map(({ row }) => `${name} ${row}\n`).join('')
  }
  return text
}
