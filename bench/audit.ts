import { performance } from 'node:perf_hooks'
import { parseArgs } from 'node:util'
import { sql, type Kysely } from 'kysely'
import type { Tables } from '../src/db/tables.ts'
import { chainAuditOf } from '../src/system/audit/chain.ts'
import { auditTable, searchAudit } from '../src/system/audit/queries.ts'
import { verifyChain } from '../src/system/audit/verify-chain.ts'
import { actorOf } from '../test/factories.ts'
import { describeMachine, inDatabase, measureInTurn, withBenchDatabase } from './harness.ts'
import { makeOrganisation } from './organisation.ts'
import type { Timing } from './report/section.ts'

// How long the searches of the audit log take among a million entries of twenty organisations, half of them of one, in the service's own process on
// PostgreSQL, and whether the walk along a chain keeps to its memory. Figures go to the screen; docs/operations.md has some.
//
//   node bench/audit.ts [--entries 1000000] [--runs 30]

const { values: options } = parseArgs({
  options: {
    entries: { type: 'string', default: '1000000' },
    runs: { type: 'string', default: '30' },
  },
})
const entries = Number(options.entries)
const ORGANISATIONS = 20
/** Entries that wait at once, of a service that was away for a while. */
const WAITING = 25_000
const PAGE = 50
const NOW = new Date()
const MEGABYTE = 1024 ** 2

/** The person of this number, in each organisation another one. */
const personId = (organisationId: string, number: number) =>
  organisationId.slice(0, 24) + number.toString().padStart(12, '0')

/** Entries of three years and 500 people, mostly movements, from `first` on, as the service writes them before they are chained. */
async function writeEntries(
  db: Kysely<Tables>,
  organisationId: string,
  { first, last, all }: { first: number; last: number; all: number },
): Promise<void> {
  await sql`
    insert into audit_pending (organisation_id, entry)
    select ${organisationId}::uuid, json_build_object('organisationId', ${organisationId}::text,
      'at', to_char((${NOW}::timestamptz - (${all}::integer - n) * interval '3 years' / ${all}::integer) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
      'actor', 'person', 'actorId', left(${organisationId}::text, 24) || lpad((n * 7 % 500)::text, 12, '0'), 'actorName', 'Zoë Worker ' || n * 7 % 500,
      'address', '10.0.' || n % 16 || '.' || n % 250, 'userAgent', 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0', 'requestId', gen_random_uuid()::text,
      'category', (array['stock', 'stock', 'stock', 'stock', 'stock', 'stock', 'papers', 'access', 'settings', 'books'])[1 + n % 10],
      'deed', (array['inventory.postMovements', 'inventory.patchRecordsId', 'inventory.postMovements', 'inventory.postMovementsCorrection',
        'inventory.postMovements', 'inventory.postRecords', 'inventory.postMovementsIdTicket', 'identity.postSignIn', 'system.patchSettings',
        'inventory.postPeriods'])[1 + n % 10],
      'subjectKind', (array['movements', 'records', 'movements', 'movements', 'movements', 'records', 'movements', 'sign-in', 'settings', 'periods'])[1 + n % 10],
      'subjectId', n::text, 'outcome', case when n % 1000 = 7 then 'refused' else 'done' end, 'before', null,
      'after', json_build_object('name', 'Bay ' || n % 250, 'weight', 28000 + n % 500, 'vehicleRegistration', 'AB' || n % 200 || ' CDE', 'note', 'dry and clean'))::text
    from generate_series(${first}::integer, ${last}::integer) n`.execute(db)
}

/** Fills the log of an organisation as the service would, the chain with it. @returns entries chained a second */
async function fill(db: Kysely<Tables>, organisationId: string, all: number): Promise<number> {
  let milliseconds = 0
  for (let first = 1; first <= all; first += WAITING) {
    await writeEntries(db, organisationId, { first, last: Math.min(all, first + WAITING - 1), all })
    const begin = performance.now()
    await chainAuditOf(db, organisationId)
    milliseconds += performance.now() - begin
    await sql`vacuum audit_pending`.execute(db)
  }
  return Math.round((all * 1000) / milliseconds)
}

const show = (timings: Timing[], found?: number) => {
  for (const { name, p50, p95 } of timings)
    console.log(`${name.padEnd(50)} ${p50.toFixed(1).padStart(8)} / ${p95.toFixed(1)} ms`, found ?? '')
}

await withBenchDatabase(
  'postgresql',
  (bench) =>
    inDatabase(bench, async (database) => {
      const { db } = database
      let large = ''
      for (let number = 0; number < ORGANISATIONS; number++) {
        const { organisationId } = await makeOrganisation(db, `Merchant ${number}`, NOW)
        const share = number === 0 ? 0.5 : 0.5 / (ORGANISATIONS - 1)
        const perSecond = await fill(db, organisationId, Math.round(entries * share))
        if (number === 0) {
          large = organisationId
          console.log({ chainedPerSecond: perSecond })
        }
      }
      await database.pool.query('vacuum analyze')
      console.log(await describeMachine(database))
      const owner = { organisationId: large, name: 'Merchant 0', owner: { userId: '' } } as Parameters<
        typeof actorOf
      >[0]
      const actor = actorOf(owner, NOW)
      const dayBefore = (days: number) =>
        new Date(NOW.getTime() - days * 86_400_000).toISOString().slice(0, 10)
      const middle = `${new Date(NOW.getTime() - 500 * 86_400_000).toISOString()}_${Math.round(entries / 4)}`
      const oldest = `${new Date(NOW.getTime() - 1094 * 86_400_000).toISOString()}_500`
      const rare = { query: String(Math.round(entries / 5)) }
      const searches = {
        'the newest': {},
        'a page in the middle': { next: middle },
        'a page near the end': { next: oldest },
        'by person': { personId: personId(large, 217) },
        'by person, a page near the end': { personId: personId(large, 217), next: oldest },
        'by a name': { query: 'worker 217' },
        'by the beginning of a word that all have': { query: 'wor' },
        'by a word that one has': rare,
        'by a word that nobody has': { query: 'weighbridge' },
        'by two words': { query: 'bay 177 postmovements' },
        'by kind: stock, in nearly all': { category: 'stock' as const },
        'by kind: papers': { category: 'papers' as const, next: middle },
        'by a kind without entries': { category: 'imports' as const },
        'refused alone': { outcome: 'refused' as const },
        'by one thing': { subject: `movements/${Math.round(entries / 4)}` },
        'a day': { from: dayBefore(400), to: dayBefore(400) },
        'a year': { from: dayBefore(730), to: dayBefore(365) },
        'a name in a month long ago': { query: 'worker 217', from: dayBefore(900), to: dayBefore(870) },
        'kind, words and a year': {
          category: 'stock' as const,
          query: 'worker',
          from: dayBefore(730),
          to: dayBefore(365),
        },
      }
      const limits = { warmUp: 3, runs: Number(options.runs) }
      for (const [name, query] of Object.entries(searches)) {
        const search = () => searchAudit(db, actor, { ...query, limit: PAGE })
        show(await measureInTurn(name, [{ work: search }], limits), (await search()).docs.length)
      }
      for (const [name, query] of Object.entries({ all: {}, 'by a word that one has': rare })) {
        const start = () => auditTable(db, actor, query).rows[Symbol.asyncIterator]().next()
        show(await measureInTurn(`the first row of a CSV, ${name}`, [{ work: start }], limits))
      }
      const begin = performance.now()
      let highest = 0
      const watching = setInterval(() => (highest = Math.max(highest, process.memoryUsage.rss())), 50)
      const verdict = await verifyChain(db, large)
      clearInterval(watching)
      console.log('walked', verdict.entries, verdict.fault ?? 'sound', {
        seconds: Math.round((performance.now() - begin) / 100) / 10,
        megabytesAtMost: Math.round(highest / MEGABYTE),
      })
    }),
  { vacuumsItself: true },
)
