import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { until } from '../../../test/event-listener.ts'
import { addPerson, makeOrganisation, type TestOrganisation } from '../../../test/factories.ts'
import { keyOf, NEVER, openService, type Service } from './test-streams.ts'

// Listeners that come back with a cursor of a version before events were numbered: a transaction and an event in it.

const PATIENCE = 60_000

let service: Service
beforeAll(async () => {
  service = await openService({ pollMs: NEVER, heartbeatMs: NEVER })
}, PATIENCE)
afterAll(() => service.close())

/** What such a version has stored: by subject, the transactions that wrote it. Answers the ids. */
async function store(
  farm: TestOrganisation,
  transactions: Record<string, number | null>,
  recipientId?: string,
): Promise<Map<string, number>> {
  const [table, owner] =
    recipientId === undefined ? ['events', sql``] : ['personal_events', sql`recipient_id,`]
  const ids = new Map<string, number>()
  for (const [subject, transaction] of Object.entries(transactions)) {
    const { rows } = await sql<{ id: number }>`
      insert into ${sql.table(table)} (organisation_id, ${owner} transaction_id, type, subject, data, occurred_at)
      values (${farm.organisationId}, ${recipientId === undefined ? sql`` : sql`${recipientId}::uuid,`} ${transaction}::text::xid8,
        'test.old', ${subject}, '{}', now()) returning id`.execute(service.test.database.db)
    ids.set(subject, rows[0]?.id ?? 0)
  }
  return ids
}

/** What a listener hears that comes back with a cursor; the last is an event of now. */
async function heardBehind(headers: Record<string, string>, cursor: string, last: string): Promise<string[]> {
  const listener = await service.listen({ ...headers, 'last-event-id': cursor })
  const subjects = () =>
    listener.heard.filter(({ type }) => type === 'test.old').map(({ data }) => data.subject)
  await until(() => subjects().includes(last))
  listener.close()
  return subjects()
}

// Told in the order of their transactions: a b | c d | e, and since then f.
const OLD = { a: 100, c: 200, b: 100, e: 300, d: 200, f: null }

describe('goes on without a gap', () => {
  const cursors: [where: string, cursor: (ids: Map<string, number>) => string, unheard: string[]][] = [
    ['from the beginning', () => '0-0', ['a', 'b', 'c', 'd', 'e', 'f']],
    ['behind the first', (ids) => `100-${ids.get('a')}`, ['b', 'c', 'd', 'e', 'f']],
    ['before a transaction', () => '200-0', ['c', 'd', 'e', 'f']],
    ['within a transaction', (ids) => `200-${ids.get('c')}`, ['d', 'e', 'f']],
    ['behind the last of that time', (ids) => `300-${ids.get('e')}`, ['f']],
    ['behind all of that time', () => '400-0', ['f']],
    ['of a server that has counted further', () => '999999999999999999-1', ['f']],
  ]
  test.for(cursors)('%s', { timeout: PATIENCE }, async ([, cursor, unheard]) => {
    const farm = await makeOrganisation(service.test)
    await service.test.database.db
      .deleteFrom('events')
      .where('organisation_id', '=', farm.organisationId)
      .execute()
    const ids = await store(farm, OLD)
    const heard = await heardBehind(keyOf(farm), cursor(ids), 'f')
    // Some may come again, as their numbers are in another order; none is left out.
    expect(heard).toEqual(expect.arrayContaining(unheard))
    if (unheard.length === 1) expect(heard).toEqual(unheard)
  })

  test('also of what is for one person alone', { timeout: PATIENCE }, async () => {
    const farm = await makeOrganisation(service.test)
    const ann = await addPerson(service.test, farm, 'operator')
    const ids = await store(farm, OLD, ann.userId)
    const headers = { authorization: `Bearer ${ann.accessToken}` }
    expect(await heardBehind(headers, `300-${ids.get('e')}`, 'f')).toEqual(['f'])
    expect(await heardBehind(headers, '0-0', 'f')).toEqual(
      expect.arrayContaining(['a', 'b', 'c', 'd', 'e', 'f']),
    )
  })
})
