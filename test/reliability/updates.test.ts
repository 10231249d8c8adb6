import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from 'vitest'
import { clientAt } from '../processes.ts'
import { makeWorkplace, run, serve, type RunningProgram, type Where } from '../program.ts'
import { canMakeClusters, makeCluster, type Cluster } from './cluster.ts'
import { canName, hasPooler, openPooler, type Pooler } from './pooler.ts'
import { report } from './report.ts'
import { sized } from './size.ts'
import { expectExactlyOnce, makeYard, startWriters } from './writers.ts'

// An update beside the version before, while lorries are weighed: nothing is lost or entered twice, nobody waits for a lock, and no process ends.

const PROJECT = fileURLToPath(new URL('../..', import.meta.url))
const PATIENCE = sized(240_000, 1_200_000)
const isOnServer = inject('databaseSource').engine === 'postgresql'
/** Loads and entries of the ledger that others have stored before. */
const ROWS_BEFORE = sized(20_000, 200_000)
/** Requests that are worked on when somebody waits for a lock wait for less; a machine that does many things at once makes them wait, too. */
const SLOWEST_MS = 5_000
/** UPDATE_FROM=<commit> takes another version for the one before; its migrations are those of that commit. */
const { UPDATE_FROM } = process.env

const EXPANSION = `-- kind: expand
alter table movements add column weather text;
create function say_weather() returns trigger language plpgsql as $$ begin new.weather := coalesce(new.weather, 'dry'); return new; end $$;
create trigger movements_say_weather before insert on movements for each row execute function say_weather();
-- step: fill
update movements set weather = 'dry' where (organisation_id, id) in (select organisation_id, id from movements where weather is null limit 1000);
-- step: index
create index concurrently movements_by_weather on movements (organisation_id, weather);
-- step: schema
alter table movements add constraint movements_weather_known check (weather is not null) not valid;
`
/** The version before cannot write without it. */
const CONTRACTION = `-- kind: contract
drop trigger movements_say_weather on movements;
drop function say_weather;
alter table movements drop column weather;
`

/** Checkouts beside each other, as a host has them while it updates. */
class Checkouts {
  readonly #folder: string
  constructor(folder: string) {
    this.#folder = folder
  }

  /** This version, with other migrations beside its own. */
  async make(name: string, migrations: Record<string, string>): Promise<string> {
    const checkout = path.join(this.#folder, name)
    await mkdir(checkout)
    for (const part of ['src', 'migrations', 'data', 'package.json'])
      await cp(path.join(PROJECT, part), path.join(checkout, part), { recursive: true })
    await this.#shareModules(checkout)
    for (const [file, text] of Object.entries(migrations))
      await writeFile(path.join(checkout, 'migrations', file), text)
    return checkout
  }

  /** A version of the past. */
  async makeOf(commit: string): Promise<string> {
    const checkout = path.join(this.#folder, commit)
    await mkdir(checkout)
    const archive = execFileSync('git', ['archive', commit, 'src', 'migrations', 'data', 'package.json'], {
      cwd: PROJECT,
      maxBuffer: 512 * 1024 * 1024,
    })
    execFileSync('tar', ['-x', '-C', checkout], { input: archive })
    await this.#shareModules(checkout)
    return checkout
  }

  async #shareModules(checkout: string): Promise<void> {
    await symlink(path.join(PROJECT, 'node_modules'), path.join(checkout, 'node_modules'))
  }
}

/** Copies what is there for another organisation, as often as it takes. */
async function storeForOthers(cluster: Cluster): Promise<void> {
  const other = randomUUID()
  for (const [table, owner] of [
    ['movements', 'organisation_id'],
    ['ledger_entries', 'storer_id'],
  ] as const)
    await cluster.query(`
      set session_replication_role = replica;
      insert into ${table} overriding system value select copy.* from (select t from ${table} t limit 1) row cross join generate_series(1, ${ROWS_BEFORE}) n
        cross join lateral jsonb_populate_record(row.t, jsonb_build_object('id', 100000000 + n, '${owner}', '${other}')) copy;
      analyze ${table}`)
}

describe.runIf(isOnServer && canMakeClusters)('an update', () => {
  let cluster: Cluster
  let pooler: Pooler | undefined
  let workplace: Awaited<ReturnType<typeof makeWorkplace>>
  let folder: string
  let checkouts: Checkouts
  let before: string
  const programs: RunningProgram[] = []
  beforeAll(async () => {
    workplace = await makeWorkplace()
    folder = await mkdtemp(path.join(tmpdir(), 'granary-checkouts-'))
    checkouts = new Checkouts(folder)
    before =
      UPDATE_FROM === undefined ? await checkouts.make('before', {}) : await checkouts.makeOf(UPDATE_FROM)
    cluster = await makeCluster()
    await cluster.start()
    if (hasPooler) pooler = await openPooler(cluster, 8)
  }, PATIENCE)
  afterEach(async () => {
    for (const program of programs) program.kill('SIGKILL')
    for (const program of programs.splice(0)) await program.ended
  })
  afterAll(async () => {
    await pooler?.remove()
    await cluster?.remove()
    await workplace.remove()
    await rm(folder, { recursive: true, force: true })
  })

  const statusOf = async ({ url }: RunningProgram) => {
    const { status, body } = await clientAt(url, {}).get('/readyz')
    return [status, body.status]
  }

  test.each(hasPooler ? ['PostgreSQL', 'PgBouncer'] : ['PostgreSQL'])(
    'on %s',
    { timeout: PATIENCE },
    async (where) => {
      await cluster.query('drop schema public cascade')
      await cluster.query('create schema public')
      const url = where === 'PgBouncer' ? (pooler?.url ?? '') : cluster.url
      const env = {
        DATABASE_URL: url,
        RATE_LIMIT_PER_MINUTE: '0',
        LOG_LEVEL: 'info',
        DATABASE_PREPARED_STATEMENTS: where === 'PgBouncer' && !canName ? 'off' : 'on',
      }
      const from = (checkout: string): Where => ({ cwd: workplace.directory, env, checkout })
      const begin = async (checkout: string) => {
        const program = await serve(from(checkout))
        programs.push(program)
        return program
      }
      const { stdout, stderr } = await run(
        ['init', '--organisation', 'Hill Farm', '--country', 'GB', '--email', 'owner@hill.example', '--json'],
        from(before),
      )
      if (stdout === '') throw new Error(stderr)
      const { apiKey } = JSON.parse(stdout)
      const old = await begin(before)
      const client = clientAt(old.url, { 'x-api-key': apiKey })
      const yard = await makeYard(client)
      let serving = [old]
      const anyOf = () => serving[Math.floor(Math.random() * serving.length)]?.url
      const work = startWriters(anyOf, apiKey, yard, where)
      await expect.poll(() => work.acknowledged.size, { timeout: PATIENCE }).toBeGreaterThan(100)
      await storeForOthers(cluster)

      const expanded = await begin(
        await checkouts.make(`expanded-${where}`, { '9001-weather.sql': EXPANSION }),
      )
      serving = [old, expanded]
      const expandedAt = work.acknowledged.size
      await expect.poll(() => work.acknowledged.size, { timeout: PATIENCE }).toBeGreaterThan(expandedAt + 300)
      expect(await Promise.all(serving.map(statusOf))).toEqual([
        [200, 'ready'],
        [200, 'ready'],
      ])
      expect(work.refusals()).toBe(0)
      expect(
        await cluster.query('select count(*)::integer as n from movements where weather is null'),
      ).toEqual([{ n: 0 }])

      const contracted = await begin(
        await checkouts.make(`contracted-${where}`, {
          '9001-weather.sql': EXPANSION,
          '9002-no-weather.sql': CONTRACTION,
        }),
      )
      if (UPDATE_FROM === undefined) {
        await expect.poll(() => statusOf(old)).toEqual([503, 'the database has a later schema'])
        await expect.poll(() => statusOf(expanded)).toEqual([503, 'the database has a later schema'])
        const refused = await client.delete('/api/inventory/movements/1', { recordId: yard.plentyId })
        expect(refused).toMatchObject({
          status: 503,
          body: { code: 'unavailable', messageId: 'schemaDoesNotFit' },
        })
      }
      serving = [contracted]
      const contractedAt = work.acknowledged.size
      await expect
        .poll(() => work.acknowledged.size, { timeout: PATIENCE })
        .toBeGreaterThan(contractedAt + 300)
      await work.finish()
      await expectExactlyOnce(clientAt(contracted.url, { 'x-api-key': apiKey }), yard, [work])
      expect(work.slowestMs()).toBeLessThan(SLOWEST_MS)
      for (const program of programs) program.kill('SIGTERM')
      for (const program of programs) expect(await program.ended).toMatchObject({ code: 0 })
      report(
        `update on ${where}: ${work.acknowledged.size} loads, ${work.refusals()} refusals, the slowest request ${work.slowestMs()} ms`,
      )
    },
  )
})
