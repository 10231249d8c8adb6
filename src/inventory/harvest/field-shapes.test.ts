import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { shareTestApp, type TestApp } from '../../../test/app.ts'
import { makeOrganisation } from '../../../test/factories.ts'
import { ok } from '../../../test/scene.ts'
import { squareAt } from '../../system/imports/maps/test-maps.ts'
import { base } from '../../../test/farm.ts'
import { makeHarvest, plans, type TestHarvest } from './test-harvest.ts'

let service: TestApp
let harvest: TestHarvest
let fields: { square: string; point: string }
beforeAll(async () => {
  service = await shareTestApp()
})
afterAll(() => service.close())

const shapesUrl = `${base}/storage/shapes`
const square = squareAt(-0.37, 51.81)
const boundaryOf = (...polygons: number[][][][]) => ({ type: 'MultiPolygon', coordinates: polygons })
/** The square as steps of 1/100,000 degree. */
const outline = [[[-37_000, 5_181_000, 400, 0, 0, 400, -400, 0]]]
const shapes = (query = '') => harvest.got(`${shapesUrl}${query}`)
const namesIn = async (query: string) =>
  (await shapes(query)).shapes.map(({ name }: { name: string }) => name)

/** A field with an outline, a field with a position, and the farm's own of which nobody knows where it is. */
async function makeFields(): Promise<{ square: string; point: string }> {
  return {
    square: await harvest.makeField(12, { name: 'Square', boundary: boundaryOf([square]) }),
    point: await harvest.makeField(8, { name: 'Point', location: { coordinates: { lat: 51.9, lon: -0.3 } } }),
  }
}

describe('where fields are', () => {
  beforeAll(async () => {
    harvest = await makeHarvest(service)
    fields = await makeFields()
  })

  test('an outline, a position, or nothing; by name', async () => {
    const { shapes: all, hasMore } = await shapes()
    expect(hasMore).toBe(false)
    const [farms] = all.filter(({ id }: { id: string }) => id === harvest.farm.fieldId)
    expect(farms).toMatchObject({ boundary: 'none', outline: null, coordinates: null })
    expect(all.find(({ name }: { name: string }) => name === 'Square')).toMatchObject({
      area: 12,
      boundary: 'shown',
      outline,
      coordinates: null,
    })
    expect(all.find(({ name }: { name: string }) => name === 'Point')).toMatchObject({
      boundary: 'none',
      outline: null,
      coordinates: { lat: 51.9, lon: -0.3 },
    })
  })

  test.each([
    ['-0.38,51.80,-0.36,51.82', ['Square']],
    // The corner of the square.
    ['-0.366,51.814,0,51.95', ['Point', 'Square']],
    ['-0.365,51.814,0,51.95', ['Point']],
    ['-0.3,51.9,-0.3,51.9', ['Point']],
    ['10,10,11,11', []],
  ])('in %s lie %s', async (bbox, expected) => {
    expect(await namesIn(`?bbox=${bbox}`)).toEqual(expected)
  })

  test.each(['1,2,3', 'a,b,c,d', '10,51,9,52', '-181,0,0,1', '0,91,1,92', '1,2,3,4,5'])(
    'the corners %s are refused',
    async (bbox) => {
      const { status, body } = await harvest.manager.get(`${shapesUrl}?bbox=${bbox}`)
      expect([status, body.validation[0].path]).toEqual([400, 'bbox'])
    },
  )

  test('what moves is found where it is, and what is taken away nowhere', async () => {
    const { square: id } = fields
    const patch = async (body: object) => ok(await harvest.manager.patch(`${base}/storage/${id}`, body))
    await patch({ boundary: boundaryOf([squareAt(3, 45)]) })
    expect(await namesIn('?bbox=-0.38,51.80,-0.36,51.82')).toEqual([])
    expect(await namesIn('?bbox=3.001,45.001,3.002,45.002')).toEqual(['Square'])
    await patch({ boundary: null, location: { coordinates: { lat: 46, lon: 4 } } })
    expect(await namesIn('?bbox=3,45,3.1,45.1')).toEqual([])
    expect(await namesIn('?bbox=4,46,4,46')).toEqual(['Square'])
  })

  test('outlines are as simple as is asked, and left out for a list', async () => {
    // A square whose southern edge bends by some ten metres.
    const bent = [[-0.37, 51.81], [-0.368, 51.8099], ...square.slice(1)]
    await harvest.makeField(12, { name: 'Bent', boundary: boundaryOf([bent], [squareAt(-0.36, 51.81)]) })
    const of = async (query: string) => (await shapes(`?bbox=-0.4,51.7,-0.3,51.9${query}`)).shapes[0]
    expect((await of('')).outline[0][0]).toHaveLength(10)
    expect((await of('&tolerance=50')).outline).toEqual([
      ...outline,
      [[-36_000, 5_181_000, 400, 0, 0, 400, -400, 0]],
    ])
    expect(await of('&outlines=false')).toMatchObject({ outline: null, boundary: 'left_out' })
  })

  test('others see none of them', async () => {
    const other = await makeOrganisation(service)
    expect(ok(await other.as('owner').get(shapesUrl))).toEqual({
      harvestYear: '',
      harvestYears: [],
      commodities: [],
      hasMore: false,
      shapes: [],
    })
  })
})

describe('what grows there', () => {
  const cropsOf = async (id: string, query = '') =>
    (await shapes(query)).shapes.find((each: { id: string }) => each.id === id)

  beforeEach(async () => {
    harvest = await makeHarvest(service)
  })

  test('of the newest year, or of another, with what was brought in by the hectare', async () => {
    const { fieldId } = harvest.farm
    const plan = await harvest.planOf(await harvest.farm.planting())
    expect(await cropsOf(fieldId)).toMatchObject({
      lastYear: plan.harvestYear,
      crops: [{ area: 10, harvested: 0, kilogramsPerHectare: null }],
    })
    await harvest.addLoad(plan.id, { weightNet: 45_000 })
    // Nobody has said how much of it was cut.
    expect((await cropsOf(fieldId)).crops[0]).toMatchObject({ harvested: 45_000, kilogramsPerHectare: null })
    await harvest.setRemaining(plan.id, 5, 10)
    const answer = await shapes()
    expect(answer.commodities).toEqual([plan.commodity.commodity])
    expect((await cropsOf(fieldId)).crops).toEqual([
      {
        commodityId: plan.commodity.commodity.id,
        varieties: [plan.commodity.variety],
        area: 10,
        harvested: 45_000,
        kilogramsPerHectare: 9000,
      },
    ])
    expect(await cropsOf(fieldId, '?harvestYear=1999')).toMatchObject({
      crops: [],
      lastYear: plan.harvestYear,
    })
  })

  test('the fields that a split made of one another have one yield, also where only one is in the corners', async () => {
    const { fieldId } = harvest.farm
    ok(await harvest.manager.patch(`${base}/storage/${fieldId}`, { boundary: boundaryOf([square]) }))
    const plan = await harvest.planOf(await harvest.farm.planting())
    await harvest.addLoad(plan.id, { weightNet: 45_000 })
    await harvest.setRemaining(plan.id, 5, 10)
    const rows = [{ source: fieldId, name: 'Half', hectares: 5 }]
    const { ids } = ok(await harvest.manager.post(`${base}/storage/fields/split`, rows))
    const yields = [
      await cropsOf(fieldId),
      await cropsOf(ids[0]),
      await cropsOf(fieldId, '?bbox=-0.4,51,0,52'),
    ]
    expect(yields.map(({ crops: [crop] }) => crop.kilogramsPerHectare)).toEqual([9000, 9000, 9000])
    const { summary } = await harvest.got(`${plans}/${plan.id}`)
    expect(summary.totalProjectedYield).toBe(90_000)
  })
})
