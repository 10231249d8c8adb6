import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestApp, type TestApp } from '../../../../test/app.ts'
import { ok } from '../../../../test/scene.ts'
import { base, makeFarm } from '../test-farm.ts'

const migration = (name: string) =>
  readFileSync(new URL(`../../../../migrations/${name}.sql`, import.meta.url), 'utf8')

let service: TestApp

beforeAll(async () => {
  service = await openTestApp()
})
afterAll(() => service.close())

/** Does again what a migration did with what was there before it, from a line of its text on. */
async function fillAgain(name: string, since: string): Promise<void> {
  const text = migration(name)
  const statements = text.slice(text.indexOf(since)).split(/;\n/)
  await service.database.db.transaction().execute(async (trx) => {
    for (const each of statements) if (each.trim() !== '') await sql.raw(each).execute(trx)
  })
}

test('a lorry that was weighed between its bays before there were tickets is one ticket, and another load is none', async () => {
  const farm = await makeFarm(service)
  const manager = farm.organisation.as('manager')
  const tipped = {
    type: 'crop',
    harvestYear: '2026',
    commodity: { id: 1, type: 101 },
    storage: [18_000, 10_000, 460].map((weight, index) => ({
      storageId: farm.storeId,
      substorageId: farm.bays[index],
      weight,
    })),
    source: { intake: { driverName: 'Sam', weighbridgeRecord: { empty: 14_200, full: 42_660 } } },
  }
  const made: { movementId: number }[] = ok(await manager.post(`${base}/records`, tipped))
  // Requests of one person come one after the other.
  service.clock.advance({ seconds: 1 })
  await farm.intake(farm.bays[0], 0, {
    weighbridgeRecord: { empty: 10_000, full: 20_000 },
    driverName: 'Sam',
  })
  const ids = made.map(({ movementId }) => movementId)
  const { db } = service.database
  const chained = [
    [42_660, 24_660],
    [24_660, 14_660],
    [14_660, 14_200],
  ]
  for (const [index, [full = 0, empty = 0]] of chained.entries())
    await db
      .updateTable('movements')
      .set({ ticket_id: null, ticket_part: null, full_grams: full * 1000, empty_grams: empty * 1000 })
      .where('id', '=', ids[index] ?? 0)
      .execute()
  await db.deleteFrom('tickets').execute()

  await fillAgain('0059-tickets', 'create temporary table lorries')
  const shown = ok(await manager.get(`${base}/movements/${ids[1]}`))
  expect(shown).toMatchObject({
    weighbridge: { empty: { weight: 14_200 }, full: { weight: 42_660 } },
    ticket: {
      net: 28_460,
      part: 2,
      parts: [
        { movementId: ids[0], weight: 18_000 },
        { movementId: ids[1], weight: 10_000 },
        { movementId: ids[2], weight: 460 },
      ],
    },
  })
  expect(await db.selectFrom('tickets').select('id').execute()).toHaveLength(1)
})

test('those that programs named before there were partners are partners, of one name one, unless both own stock', async () => {
  const farm = await makeFarm(service)
  const recordId = await farm.opening(farm.bays[0], 10_000)
  const sell = (id: string, organisationName: string) =>
    farm.move(recordId, id, 10, { destination: { organisationId: id, organisationName } })
  await sell('mill-7', 'Valley Mill')
  service.clock.advance({ minutes: 1 })
  await sell('mill-8', 'Another')
  await farm.opening(farm.bays[1], 10, { owner: { id: 'hill', name: 'Hill Farm' } })
  await farm.opening(farm.bays[2], 10, { owner: { id: 'hill-2', name: 'Hill 2' } })
  const { db } = service.database
  await db.deleteFrom('partners').execute()
  await db
    .updateTable('movements')
    .set({ receiver_name: 'valley  MILL ' })
    .where('receiver_id', '=', 'mill-8')
    .execute()
  // Records and contracts had names of their owners then.
  for (const table of ['records', 'storage_contracts'])
    await sql`alter table ${sql.table(table)} add column owner_name text not null default 'Hill Farm'`.execute(
      db,
    )

  await fillAgain('0058-partners', 'with used as (')
  const { docs } = ok(await farm.organisation.as('viewer').get(`${base}/partners`))
  expect(docs.map(({ id, otherIds }: { id: string; otherIds: string[] }) => [id, otherIds])).toEqual([
    ['hill', []],
    ['hill-2', []],
    ['mill-8', ['mill-7']],
  ])
  const found = ok(await farm.organisation.as('viewer').get(`${base}/movements?f:partner=mill-7`))
  expect(found.totalDocs).toBe(2)
})
