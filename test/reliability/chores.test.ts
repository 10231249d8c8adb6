import path from 'node:path'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { fillDemo } from '../../src/cli/demo.ts'
import type { Database } from '../../src/db/open.ts'
import { inTransaction } from '../../src/db/transaction.ts'
import { initFromCommandLine } from '../../src/system/access/new-organisation.ts'
import { newPassword } from '../../src/system/access/passwords.ts'
import { makeBare, type Bare } from '../bare-database.ts'
import { placeEmptyDatabase } from '../database.ts'
import { migrate } from '../../src/db/migrate.ts'
import { clientAt } from '../processes.ts'
import { serve } from '../program.ts'

// What the program does by itself a while after its start. What each chore forgets is tested beside it; here, that the program does them.

const PATIENCE = 240_000
const OLD = `now() - interval '1000 days'`
const ID = `'0192f5c1-6c1e-7c3a-9f21-4b8c3f0e6a55'`
const EMAIL = 'owner@hill.example'

/** Rows that have grown old, by their tables, and how they are entered. */
const old: Record<string, string> = {
  idempotency_keys: `(organisation_id, id, request, created_at) values (${ID}, 'a', 'b', ${OLD})`,
  sign_in_failures: `(subject, failures, last_failed_at) values ('a', 1, ${OLD})`,
  sessions: `(id, user_id, organisation_id, family_hash, refresh_hash, created_at, refreshed_at, expires_at)
    select ${ID}, id, $1, 'a', 'b', ${OLD}, ${OLD}, ${OLD} from users`,
  short_links: `(code, target, template, source, campaign, created_at) values ('11111111111', 'https://a.example', 'a', '', '', ${OLD})`,
  notices: `(topic, data, told_at) values ('cache', '{}', ${OLD})`,
  search_changes: `(organisation_id, record_id, number, changed_at) values ('a', ${ID}, 1, ${OLD}), ('a', ${ID}, 2, ${OLD})`,
  events: `(organisation_id, type, subject, data, occurred_at) values ($1, 'test.old', 'a', '{}', ${OLD})`,
  imports: `(id, organisation_id, kind, sha256, header, total_rows, created_by_name, created_at)
    values (${ID}, $1, 'stores', 'a', '{}', 1, '', ${OLD})`,
  unfinished_files: `(storage_key, created_at) values ('files/aa/old', ${OLD})`,
  jobs: `(id, kind, key, payload, status, due_at, created_at, finished_at) values (${ID}, 'a', 'old', '{}', 'done', ${OLD}, ${OLD}, ${OLD})`,
}
const when: Record<string, string> = {
  sign_in_failures: 'last_failed_at',
  notices: 'told_at',
  search_changes: 'changed_at',
  events: 'occurred_at',
}

let bare: Bare
let password: string
beforeAll(async () => {
  const { engine } = inject('databaseSource')
  bare = await makeBare(engine)
  await placeEmptyDatabase(bare.dataDir)
  const database = await bare.open()
  await migrate(database)
  const now = new Date(Date.now() - 30 * 86_400_000)
  const who = {
    organisation: 'Hill Farm',
    countryISO: 'GB',
    email: EMAIL,
    password: await newPassword(),
    now,
  }
  const made = await inTransaction(database.db, (trx) => initFromCommandLine(trx, who))
  password = made.password
  // It plans for the week after, which is over by now.
  await inTransaction(database.db, (trx) => fillDemo(trx, made.organisationId, now))
  for (const [table, row] of Object.entries(old))
    await database.pool.query(`insert into ${table} ${row}`, row.includes('$1') ? [made.organisationId] : [])
  expect(Object.values(await leftIn(database)).filter((count) => count === 0)).toEqual([])
  await database.close()
}, PATIENCE)
afterAll(() => bare.remove())

async function leftIn({ pool }: Database): Promise<Record<string, number>> {
  const conditions = [
    ...Object.keys(old).map((table) => [
      table,
      `${when[table] ?? 'created_at'} < now() - interval '900 days'`,
    ]),
    ['movements', 'not is_joined and effective_at <= now()'],
    ['ledger_balances', 'next_due_at <= now()'],
    ['movement_count_steps', 'true'],
  ]
  const counts = conditions.map(async ([table = '', condition]) => {
    const { rows } = await pool.query<{ count: number }>(
      `select count(*) as count from ${table} where ${condition}`,
    )
    return [table, rows[0]?.count ?? 0] as const
  })
  return Object.fromEntries(await Promise.all(counts))
}

test(
  'what has grown old is forgotten soon after the start, and what came due is taken in',
  { timeout: PATIENCE },
  async () => {
    const program = await serve({ cwd: path.dirname(bare.dataDir), env: bare.env })
    try {
      const signedIn = await clientAt(program.url, {}).post('/api/identity/sign-in', {
        email: EMAIL,
        password,
      })
      expect(signedIn.status).toBe(200)
      const admin = clientAt(program.url, { authorization: `Bearer ${signedIn.body.accessToken}` })
      // They are done one after the other, and jobs are forgotten last.
      await expect
        .poll(async () => (await admin.get('/api/system/jobs')).body.totalDocs, {
          timeout: 60_000,
          interval: 200,
        })
        .toBe(0)
    } finally {
      program.kill('SIGTERM')
    }
    expect(await program.ended).toMatchObject({ code: 0, stderr: '' })
    const database = await bare.open()
    const left = await leftIn(database)
    await database.close()
    expect(Object.entries(left).filter(([, count]) => count > 0)).toEqual([])
  },
)
