import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { openTestApp } from '../../test/app.ts'
import { CRUSOE, described, enter, KWS, move, openYard, put, SKYFALL } from './records/test-yard.ts'
import { settlePlans } from './settle-plans.ts'

const service = await openTestApp()
afterAll(() => service.close())

test('what came due while the program was off is taken in, also where one record refuses to be', async () => {
  const yard = await openYard(service, '2026-08-03T08:00:00Z')
  for (const step of [put(1, SKYFALL, 1000, 0), put(1, CRUSOE, 500, 1), put(1, KWS, 500, 2)])
    await enter(yard, step)
  for (const step of [move(20, 100, 0, 1), move(21, 100, 0, 2)]) await enter(yard, step)
  service.clock.set('2026-11-20T08:00:00Z')
  const { db } = service.database
  const refused = yard.recordIds.get(1)
  await sql`create function refuse_one() returns trigger language plpgsql as $$
    begin if new.id = ${sql.lit(refused)} then raise 'never'; end if; return new; end $$`.execute(db)
  await sql`create trigger refuse_one before update on records for each row execute function refuse_one()`.execute(
    db,
  )

  await expect(settlePlans(service.database, service.clock.now())).rejects.toThrow('came due')
  const others = await described(yard)
  expect(others).toMatchObject({ 0: 'Group 1 / Skyfall / 13', 1: 'Feed / Crusoe / 16' })
  expect(others[2]).toMatch(/ \/ Mixed/)
  const waiting = () => db.selectFrom('movements').select('id').where('is_joined', '=', false).execute()
  expect(await waiting()).toHaveLength(1)

  await sql`drop trigger refuse_one on records`.execute(db)
  await settlePlans(service.database, service.clock.now())
  expect(await waiting()).toEqual([])
  const told = await described(yard)
  expect(told[1]).toBe('Feed / Mixed / 15.5')
  // As if all had been entered after it had happened.
  const late = await openYard(service, '2026-11-20T08:00:00Z')
  for (const step of [put(1, SKYFALL, 1000, 0), put(1, CRUSOE, 500, 1), put(1, KWS, 500, 2)])
    await enter(late, step)
  for (const step of [move(20, 100, 0, 1), move(21, 100, 0, 2)]) await enter(late, step)
  expect(told).toEqual(await described(late))
})
