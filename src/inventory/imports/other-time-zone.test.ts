import { createHash } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { shareTestApp, type TestApp } from '../../../test/app.ts'
import { makeOrganisation, type TestOrganisation } from '../../../test/factories.ts'
import { ok } from '../../../test/scene.ts'
import { imported, said } from './test-imports.ts'

// The same file sent again adds nothing, though the organisation's time zone was changed between.

let service: TestApp
let farm: TestOrganisation
beforeAll(async () => {
  service = await shareTestApp()
})
afterAll(() => service.close())
beforeEach(async () => {
  farm = await makeOrganisation(service, { countryISO: 'CA', timeZone: 'America/Winnipeg' })
  await imported(farm.as('manager'), 'stores', 'Store,Bay\nShed,Bay 1\n')
})

const header = 'Store,Bay,Commodity,Variety,Harvest year,Weight (t),Date\n'
const dated = 'Shed,Bay 1,Spring barley,Laureate,2026,10,2026-08-01\n'
const undated = 'Shed,Bay 1,Spring barley,Laureate,2026,3,\n'

const send = async (...rows: string[]) =>
  said(await imported(farm.as('manager'), 'inventory/stores', header + rows.join('')))
const moveTo = async (timeZone: string) =>
  ok(await farm.as('owner').patch('/api/identity/organisation', { timeZone }))

async function stock() {
  const { docs } = ok(await farm.as('manager').get('/api/inventory/records'))
  expect(docs).toHaveLength(1)
  return docs[0]
}

test('stock is known by the date that its row says, whichever time zone that is read in', async () => {
  expect(await send(dated, undated)).toEqual(['2 success Shed, Bay 1', '3 success Shed, Bay 1'])
  for (const timeZone of ['America/Vancouver', 'America/Toronto']) {
    await moveTo(timeZone)
    expect(await send(dated, undated)).toEqual(['2 unchanged Shed, Bay 1', '3 unchanged Shed, Bay 1'])
  }
  expect((await stock()).yield.current).toBe(13_000)
})

test('stock that was remembered by the instant at which its date begins is known as well', async () => {
  await send(dated)
  const { commodity, storage } = await stock()
  const where = [storage.substorageId, farm.organisationId]
  const what = [commodity.commodity.id, commodity.type.id, null, 'laureate', [], '2026', 10_000]
  const hashed = JSON.stringify([...where, ...what, '2026-08-01T05:00:00.000Z', ''])
  await service.database.db
    .updateTable('imported_stock')
    .set({ fingerprint: createHash('sha256').update(hashed).digest() })
    .where('organisation_id', '=', farm.organisationId)
    .execute()
  expect(await send(dated)).toEqual(['2 unchanged Shed, Bay 1'])
  await moveTo('America/Vancouver')
  expect(await send(dated)).toEqual(['2 unchanged Shed, Bay 1'])
  expect((await stock()).yield.current).toBe(10_000)
})
