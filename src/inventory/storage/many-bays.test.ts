import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestApp, type TestApp } from '../../../test/app.ts'
import { makeOrganisation, type TestOrganisation } from '../../../test/factories.ts'
import { rowsTouched } from '../../../test/rows-touched.ts'
import { ok } from '../../../test/scene.ts'
import { makePlace, stock, WHEAT } from '../../../test/farm.ts'
import { base } from './test-storage.ts'

// A list of places that leaves out their bays does not read them to throw them away.

let service: TestApp
let farm: TestOrganisation

const BAYS = 300

beforeAll(async () => {
  service = await openTestApp()
  farm = await makeOrganisation(service)
  const substorage = Array.from({ length: BAYS }, (_bay, index) => ({
    name: `Bay ${index + 1}`,
    capacity: [{ commodityId: WHEAT, weight: 1000 }],
    ...(index < 2 && { record: stock(undefined, 2000) }),
  }))
  await makePlace(farm, { substorage })
  await sql`analyze`.execute(service.database.db)
})
afterAll(() => service.close())

async function listing(query: string): Promise<{ docs: object[]; capacities: number }> {
  let docs: object[] = []
  const touched = await rowsTouched(service.database, async () => {
    docs = ok(await farm.as('viewer').get(`${base}/search?f:type=store${query}`)).docs
  })
  return { docs, capacities: touched.get('bay_capacities') ?? 0 }
}

test('a list without bays reads capacities of those alone in which something lies', async () => {
  const [whole, short] = [await listing(''), await listing('&bays=false')]
  // Two of 300 bays have stock.
  expect(whole.capacities / short.capacities).toBeGreaterThan(50)
  expect(short.docs).toEqual(whole.docs.map((doc) => ({ ...doc, substorage: [] })))
  expect(short.docs).toMatchObject([{ substorageCount: BAYS, occupiedCount: 2, isConflicted: true }])
})
