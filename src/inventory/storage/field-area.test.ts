import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { shareTestApp, type Client, type TestApp } from '../../../test/app.ts'
import { makeOrganisation } from '../../../test/factories.ts'
import { ok } from '../../../test/scene.ts'
import { WHEAT, WINTER } from '../../../test/farm.ts'
import { base } from './test-storage.ts'

// A field's area that nobody knows, and what its crops stand on until somebody does (decision 0017).

let service: TestApp
let manager: Client
let fieldId: string
beforeAll(async () => {
  service = await shareTestApp()
})
afterAll(() => service.close())
beforeEach(async () => {
  manager = (await makeOrganisation(service)).as('manager')
  const field = { name: 'Top Field', type: 'field', area: 10, location: null, substorage: [] }
  fieldId = ok(await manager.post(base, field)).id
})

async function plant(): Promise<string> {
  const crop = {
    type: 'crop',
    harvestYear: '2026',
    commodity: { id: WHEAT, type: WINTER },
    storage: [{ storageId: fieldId }],
    source: { planting: { expectedYield: 8000 } },
  }
  return ok(await manager.post('/api/inventory/records', crop)).id
}

const setArea = async (area: number | null) => ok(await manager.patch(`${base}/${fieldId}`, { area })).area
const areaOf = async (id: string) => ok(await manager.get(`/api/inventory/records/${id}`)).harvest.area
const splitOff = async (hectares: number) =>
  ok(await manager.post(`${base}/fields/split`, [{ source: fieldId, name: 'Part', hectares }])).ids[0]

test.for([0, null])(
  'a crop entered after its field’s area was forgotten (%j) gets the area with it',
  async (unknown) => {
    expect(await setArea(unknown)).toBe(0)
    const planting = await plant()
    expect(await areaOf(planting)).toBe(0)
    expect(await setArea(12)).toBe(12)
    expect(await areaOf(planting)).toBe(12)
  },
)

test('a field whose area was forgotten by 0 cannot be split until it has one', async () => {
  await setArea(0)
  const row = { source: fieldId, name: 'Part', hectares: 1 }
  const { status, body } = await manager.post(`${base}/fields/split`, [row])
  expect([status, body.validation[0].message]).toEqual([
    400,
    'has no area to split; give the field one first',
  ])
})

test.for([[], [0], [null], [0, null], [3, null]])(
  'a crop that went to the parts of its field does not stand there again (after %j)',
  async (areas) => {
    const planting = await plant()
    await splitOff(10)
    for (const area of areas) await setArea(area)
    expect(await setArea(5)).toBe(5)
    expect(await areaOf(planting)).toBe(0)
  },
)

test('a field that was wholly split and whose answer is sent back can be split no further', async () => {
  await splitOff(10)
  await setArea(0)
  const row = { source: fieldId, name: 'Other', hectares: 1 }
  const { body } = await manager.post(`${base}/fields/split`, [row])
  expect(body.validation).toMatchObject([{ path: '[0].hectares', data: { left: 0 } }])
})

test('a crop that is entered when all of its field was split off gets what the field is given later', async () => {
  const gone = await plant()
  await splitOff(10)
  const planting = await plant()
  await setArea(4)
  expect([await areaOf(gone), await areaOf(planting)]).toEqual([0, 4])
})
