import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest'
import { openTestDatabase, type TestDatabase } from '../../../test/database.ts'
import { quietLog } from '../../../test/quiet-log.ts'
import { fc } from '../../../test/seed.ts'
import { openDatabase, type Database } from '../../db/open.ts'
import { kyselyOf } from '../../db/snapshot.ts'
import { inTransaction } from '../../db/transaction.ts'
import { writeAudit, type AuditEntry } from '../../http/write/audit.ts'
import { auditable, categoryOf } from '../../http/write/audit-kinds.ts'
import { newId } from '../../kernel/ids.ts'
import { chainAudit, chainAuditOf, readAuditHead } from './chain.ts'
import { canonicalJson, headText, parseHead } from './chain-hash.ts'
import { verifyChain } from './verify-chain.ts'

const PATIENCE = 120_000

let database: TestDatabase
beforeAll(async () => void (database = await openTestDatabase({ poolSize: 12 })), PATIENCE)
afterAll(() => database.close())

let organisationId: string
beforeEach(() => void (organisationId = newId()))

function entry(subjectId: string, more: Partial<AuditEntry> = {}): AuditEntry {
  return {
    organisationId,
    at: '2026-08-14T08:30:00.123Z',
    actor: 'person',
    actorId: newId(),
    actorName: 'Ann Härle',
    address: '198.51.100.7',
    userAgent: 'Firefox',
    requestId: newId(),
    category: 'keys',
    deed: 'identity.postApiKeys',
    subjectKind: 'api-keys',
    subjectId,
    outcome: 'done',
    before: null,
    after: { name: 'Scale', weight: 0.1, list: [1e21, -0, null], ü: '\ud83c\udf3e' },
    ...more,
  }
}

async function write(...entries: AuditEntry[]): Promise<void> {
  await inTransaction(database.db, async (trx) => writeAudit(trx, entries))
}

test.for<[unknown, string]>([
  [{ b: 1, a: [true, null, 'x'] }, '{"a":[true,null,"x"],"b":1}'],
  [{ a: undefined, '\u00fc': 0 }, '{"ü":0}'],
  ['"', '"\\""'],
])('%j has one text', ([value, text]) => expect(canonicalJson(value)).toBe(text))

test('a head is read as it is written', () => {
  const place = { sequence: 4711, hash: Buffer.alloc(32, 0xab) }
  expect(parseHead(headText(place))).toEqual(place)
  expect(headText({ sequence: 0, hash: Buffer.alloc(32) })).toBe('')
  for (const wrong of ['', '0:ab', '7', `7:${'g'.repeat(64)}`, `-7:${'a'.repeat(64)}`])
    expect(parseHead(wrong)).toBeUndefined()
})

test.for<[unknown, unknown]>([
  [
    { password: 'x', newPassword: 'y', name: 'z' },
    { password: '•••', newPassword: '•••', name: 'z' },
  ],
  [
    { code: 'K7QF', countryCode: 'GB', token: 't', key: 'k', keys: ['a'] },
    { code: '•••', countryCode: 'GB', token: '•••', key: '•••', keys: ['a'] },
  ],
  [{ note: `a granary_${'x'.repeat(43)} b` }, { note: 'a ••• b' }],
  [{ text: 'a\u0000b\ud800' }, { text: 'ab\ufffd' }],
  [{ at: new Date(0), gone: undefined }, { at: '1970-01-01T00:00:00.000Z' }],
  [undefined, null],
])('%j is kept as %j', ([value, kept]) => expect(auditable(value)).toEqual(kept))

test('what is too large is kept by the names of its members', () => {
  const lines = Array.from({ length: 90 }, () => 'x'.repeat(100))
  expect(auditable({ lines })).toEqual({ tooLarge: expect.any(Number), members: 'lines' })
})

test.for([
  ['identity', 'POST', '/api-keys', 'keys'],
  ['identity', 'POST', '/invitations/accept', 'access'],
  ['inventory', 'POST', '/movements/:id/ticket', 'papers'],
  ['inventory', 'PATCH', '/papers/letterhead', 'settings'],
  ['inventory', 'POST', '/movements', 'stock'],
] as const)('%s %s %s is of the kind %s', ([service, method, path, kind]) =>
  expect(categoryOf(service, { method, path })).toBe(kind),
)

test('entries are chained as they were written, once', async () => {
  await write(entry('a'), entry('b'))
  await write(entry('c', { before: { a: 1 }, after: null }))
  await Promise.all([chainAudit(database.db), chainAuditOf(database.db, organisationId)])
  await chainAudit(database.db)
  const { rows } =
    await sql`select sequence, subject_id as id from audit_entries where organisation_id = ${organisationId} order by 1`.execute(
      database.db,
    )
  expect(rows).toEqual([
    { sequence: 1, id: 'a' },
    { sequence: 2, id: 'b' },
    { sequence: 3, id: 'c' },
  ])
  const verdict = await verifyChain(database.db, organisationId)
  expect(verdict).toMatchObject({ entries: 3, fault: undefined })
  expect(headText(verdict.last)).toBe(await readAuditHead(database.db, organisationId))
})

/** Statements with which somebody who has the database may change a chain, of the entries at two places. */
const tampering: [what: string, change: (one: number, other: number) => string][] = [
  ...Object.entries({
    at: `at + interval '1 millisecond'`,
    actor: `'operator'`,
    actor_id: 'null',
    actor_name: `actor_name || ' '`,
    address: `'198.51.100.8'`,
    user_agent: `''`,
    request_id: `request_id || 'x'`,
    category: `'people'`,
    deed: `'identity.deleteApiKeysById'`,
    subject_kind: `'users'`,
    subject_id: `subject_id || '1'`,
    outcome: `'refused'`,
    before: `'{"a": 1}'`,
    after: `jsonb_set(after, '{weight}', '0.2')`,
    hash: `sha256(hash)`,
  }).map(([column, value]): [string, (one: number) => string] => [
    `${column} is changed`,
    (one) => `update audit_entries set ${column} = ${value} where organisation_id = $1 and sequence = ${one}`,
  ]),
  ['one is removed', (one) => `delete from audit_entries where organisation_id = $1 and sequence = ${one}`],
  [
    'one is removed and the others move up',
    (one) =>
      `with gone as (delete from audit_entries where organisation_id = $1 and sequence = ${one})
       update audit_entries set sequence = -sequence where organisation_id = $1 and sequence > ${one};
       update audit_entries set sequence = -sequence - 1 where organisation_id = $1 and sequence < 0`,
  ],
  [
    'two change places',
    (one, other) =>
      `update audit_entries set sequence = -${one} where organisation_id = $1 and sequence = ${one};
       update audit_entries set sequence = ${one} where organisation_id = $1 and sequence = ${other};
       update audit_entries set sequence = ${other} where organisation_id = $1 and sequence = -${one}`,
  ],
  [
    'one is put before the first',
    (one) =>
      `insert into audit_entries (organisation_id, sequence, at, actor, actor_name, address, user_agent, request_id, category, deed, subject_kind, subject_id, outcome, hash)
       select organisation_id, 0, at, actor, actor_name, address, user_agent, request_id, category, deed, subject_kind, subject_id, outcome, hash
       from audit_entries where organisation_id = $1 and sequence = ${one}`,
  ],
]

test('whatever row is changed, removed or moved, it shows', { timeout: PATIENCE }, async () => {
  const length = 12
  await write(...Array.from({ length }, (_each, index) => entry(String(index))))
  await chainAudit(database.db)
  const place = fc.integer({ min: 1, max: length })
  const changes = fc.record({ tamper: fc.constantFrom(...tampering), one: place, other: place })
  await fc.assert(
    fc.asyncProperty(changes, async ({ tamper: [what, change], one, other }) => {
      fc.pre(one !== other)
      const client = await database.pool.connect()
      try {
        await client.query('begin; set local session_replication_role = replica')
        const statements = change(one, other).replaceAll('$1', `'${organisationId}'`)
        for (const each of statements.split(';')) await client.query(each)
        const { fault } = await verifyChain(kyselyOf(client), organisationId)
        expect(fault, `${what}: ${one}, ${other}`).toBeDefined()
      } finally {
        await client.query('rollback')
        client.release()
      }
    }),
    { numRuns: 150 },
  )
})

// Two processes there are on a server only: the embedded database has one connection.
describe.skipIf(inject('databaseSource').engine === 'pglite')('two processes', () => {
  let other: Database
  beforeAll(async () => {
    other = await openDatabase({ databaseUrl: database.url, poolSize: 6, log: quietLog })
  }, PATIENCE)
  afterAll(() => other.close())

  test('that write and chain at once leave one chain', { timeout: PATIENCE }, async () => {
    const [writers, transactions] = [8, 40]
    let isWriting = true
    const chaining = [database.db, other.db].map(async (db) => {
      while (isWriting) await chainAuditOf(db, organisationId)
    })
    await Promise.all(
      Array.from({ length: writers }, async (_writer, writer) => {
        const { db } = writer % 2 === 0 ? database : other
        for (let number = 0; number < transactions; number++) {
          const names = [`${writer}/${number}/a`, `${writer}/${number}/b`]
          const isKept = number % 7 !== 0
          const written = inTransaction(db, async (trx) => {
            writeAudit(trx, [entry(names[0] ?? '')])
            writeAudit(trx, [entry(names[1] ?? '')])
            if (!isKept) throw new Error('taken back')
          })
          await written.catch((error: unknown) => {
            if (isKept) throw error
          })
        }
      }),
    )
    isWriting = false
    await Promise.all(chaining)
    await chainAudit(database.db)
    const kept = writers * (transactions - Math.ceil(transactions / 7)) * 2
    expect(await verifyChain(database.db, organisationId)).toMatchObject({ entries: kept, fault: undefined })
    const { rows } = await sql<{ id: string }>`
      select subject_id as id from audit_entries where organisation_id = ${organisationId} order by sequence`.execute(
      database.db,
    )
    expect(new Set(rows.map(({ id }) => id)).size).toBe(kept)
    // Of each writer in the order of its commits.
    for (let writer = 0; writer < writers; writer++) {
      const own = rows.map(({ id }) => id.split('/')).filter(([who]) => Number(who) === writer)
      const numbers = own.map(([, number]) => Number(number))
      expect(numbers).toEqual(numbers.toSorted((a, b) => a - b))
    }
  })
})
