import { sql } from 'kysely'
import { afterAll, describe, expect, test } from 'vitest'
import { openTestApp } from '../../test/app.ts'
import { ok } from '../../test/scene.ts'
import { base } from '../../test/farm.ts'
import {
  CRUSOE,
  described,
  enter,
  KWS,
  move,
  openYard,
  put,
  SKYFALL,
  type Yard,
} from './records/test-yard.ts'
import { settlePlans } from './stock/due-plans.ts'

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

describe('before a plan that came due has been taken in by itself', () => {
  /** 1,000 kg of the best wheat, and 500 of feed wheat that were planned for the 20th and have come by now. */
  async function openBehind(): Promise<Yard> {
    const yard = await openYard(service, '2026-08-03T08:00:00Z')
    for (const step of [put(1, SKYFALL, 1000), put(20, CRUSOE, 500)]) await enter(yard, step)
    expect(await described(yard)).toMatchObject({ 0: 'Group 1 / Skyfall / 13' })
    service.clock.set('2026-08-21T10:00:00Z')
    return yard
  }
  const BLEND = { grade: { name: 'Feed' }, variety: 'Mixed' }

  test.each<['mill' | number]>([['mill'], [1]])('a load to %s takes the blend', async (to) => {
    const yard = await openBehind()
    const id = await enter(yard, move(21, 300, 0, to))
    const { inventory } = ok(await yard.farm.organisation.as('viewer').get(`${base}/movements/${id}`))
    expect(inventory.commodity).toMatchObject(BLEND)
    const told = await described(yard)
    expect(told).toMatchObject({ 0: 'Feed / Mixed / 14', ...(to === 1 && { 1: 'Feed / Mixed / 14' }) })
    await settlePlans(service.database, service.clock.now())
    expect(await described(yard)).toEqual(told)
  })

  test('what comes in is joined to the blend', async () => {
    const yard = await openBehind()
    await enter(yard, put(21, KWS, 1500))
    expect(await described(yard)).toEqual({ 0: 'Feed / Mixed / 14' })
  })

  test('a correction of what it is called holds', async () => {
    const yard = await openBehind()
    const url = `${base}/records/${yard.recordIds.get(0)}`
    const manager = yard.farm.organisation.as('manager')
    ok(await manager.patch(url, { commodityGrade: KWS.grade }))
    await settlePlans(service.database, service.clock.now())
    expect(await described(yard)).toEqual({ 0: 'Group 2 / Mixed / 14' })
  })
})
