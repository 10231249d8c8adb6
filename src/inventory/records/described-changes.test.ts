import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { shareTestApp, type TestApp } from '../../../test/app.ts'
import { rowsRead } from '../../../test/rows-read.ts'
import { CRUSOE, described, enter, move, openYard, put, SKYFALL } from './test-yard.ts'

let service: TestApp

beforeAll(async () => {
  service = await shareTestApp()
})
afterAll(() => service.close())

/** So often has something about the record been written down that says nothing of what its stock is called. */
const CHANGES = 3000

// In parts, PostgreSQL goes by what it has counted of each of them, which differs with what other tests have left there.
test.skipIf(process.env['TEST_PARTITIONED'] !== undefined)(
  'what is entered late does not go through all that was ever changed',
  async () => {
    const yard = await openYard(service)
    for (const step of [put(5, SKYFALL, 1000), move(12, 100, 0, 'mill')]) await enter(yard, step)
    const recordId = yard.recordIds.get(0) ?? ''
    const { db } = service.database
    await sql`
    insert into record_changes (storer_id, record_id, type, effective_at, message, recorded_by_name, recorded_at)
    select ${yard.farm.organisation.organisationId}::uuid, ${recordId}::uuid, 'updated', '2026-08-06'::timestamptz + n * interval '1 minute', 'Movement 1 changed.', 'Ann', now()
    from generate_series(1, ${CHANGES}::integer) as n`.execute(db)
    await sql`analyze record_changes`.execute(db)
    const late = async () => expect(await enter(yard, put(10, CRUSOE, 200))).toBeDefined()
    expect(await rowsRead(service.database, 'record_changes', late)).toBeLessThan(CHANGES / 10)
    expect(Object.values(await described(yard))[0]).toContain('Mixed')
  },
)
