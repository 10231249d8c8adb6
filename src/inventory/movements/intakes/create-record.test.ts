import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { shareTestApp, type TestApp } from '../../../../test/app.ts'
import { makeOrganisation, type TestOrganisation } from '../../../../test/factories.ts'
import { makeBay, makeBays, makeField, records, stock } from '../../../../test/farm.ts'
import { ok } from '../../../../test/scene.ts'

let service: TestApp
let farm: TestOrganisation

beforeAll(async () => {
  service = await shareTestApp()
  farm = await makeOrganisation(service)
})
afterAll(() => service.close())

test('a record has all its faults told, of what it is and of what comes with it', async () => {
  const manager = farm.as('manager')
  const refused = async (body: object) => {
    const answer = await manager.post(records, { ...body, harvestYear: 'soon' })
    expect(answer.status).toBe(400)
    return answer.body.validation.map(({ path }: { path: string }) => path)
  }
  const intake = {
    weighbridgeRecord: { empty: 200, full: 100, file: { id: 'none' } },
    sample: { fields: [{ name: 'Moisture', value: 'wet' }] },
  }
  expect(await refused(stock(await makeBay(farm), 1000, { source: { intake } }))).toEqual([
    'harvestYear',
    'source.intake.weighbridgeRecord.full',
    'source.intake.weighbridgeRecord.file.id',
    'source.intake.sample.fields[0].value',
  ])
  const storage = [{ storageId: await makeField(farm, 2), area: 3 }]
  const source = { planting: { plantingAtUTC: 'autumn' } }
  expect(await refused(stock(undefined, 0, { source, storage }))).toEqual([
    'harvestYear',
    'source.planting.plantingAtUTC',
    'storage[0].area',
  ])
})

test('a field is planted with all that it has, in as many digits as it was measured', async () => {
  const area = 12.342_912
  const storage = [{ storageId: await makeField(farm, area), area }]
  const body = ok(
    await farm.as('manager').post(records, stock(undefined, 0, { source: { planting: {} }, storage })),
  )
  const { harvest } = ok(await farm.as('viewer').get(`${records}/${body.id}`))
  expect(harvest.area).toBe(12.3429)
})

test('an intake whose ticket is the empty one of an answer has none', async () => {
  const weighbridgeRecord = { empty: 10_000, full: 11_000, file: { id: '', name: '', url: '' } }
  const body = stock(await makeBay(farm), 1000, { source: { intake: { weighbridgeRecord } } })
  const { id } = ok(await farm.as('manager').post(records, body))
  const { timeline } = ok(await farm.as('viewer').get(`${records}/${id}`))
  const arrivals = timeline.map(({ details }: { details: object }) => details)
  expect(arrivals).toContainEqual(
    expect.objectContaining({
      weighbridgeRecord: expect.objectContaining({
        full: expect.objectContaining({ weight: 11_000 }),
        file: expect.objectContaining({ id: '' }),
      }),
    }),
  )
})

test('an intake of which nothing was measured was not sampled', async () => {
  const sample = { fields: [], file: null, files: [], commodityGradeId: 0 }
  const { id } = ok(
    await farm
      .as('manager')
      .post(records, stock(await makeBay(farm), 1000, { source: { intake: { sample } } })),
  )
  const { timeline } = ok(await farm.as('viewer').get(`${records}/${id}`))
  expect(timeline.map(({ type }: { type: string }) => type)).toEqual(['created', 'movement'])
})

describe('a lorry that is tipped into several bays', () => {
  interface Read {
    weight: number
    full: number | null
    empty: number | null
    status: string
  }

  /** What is answered, and the movements that it made. Kilograms. */
  async function tipped(weighbridgeRecord: object, weights: number[]) {
    const manager = farm.as('manager')
    const bays = await makeBays(farm, weights.length)
    const storage = bays.map((bay, index) => ({ ...bay, weight: weights[index] }))
    const intake = { driverName: 'Sam', weighbridgeRecord }
    const answer = await manager.post(records, stock(undefined, 0, { source: { intake }, storage }))
    const movements = [answer.body].flat().map(async ({ id, movementId }) => {
      const read = async (): Promise<Read> => {
        const { body } = await manager.get(`/api/inventory/movements/${movementId}`)
        const { full, empty } = body.weighbridge
        const { weight } = body.inventory.commodity.weight
        return { weight, full: full.weight, empty: empty.weight, status: body.status }
      }
      const weigh = (weighbridge: object) =>
        manager.put(`/api/inventory/movements/${movementId}/actions`, { recordId: id, weighbridge })
      return { read, weigh }
    })
    return { answer, movements: answer.status === 200 ? await Promise.all(movements) : [] }
  }

  test('has been weighed, and its parts share its readings', async () => {
    const { movements } = await tipped({ empty: 14_200, full: 42_660 }, [18_000, 10_000, 460])
    expect(await Promise.all(movements.map(({ read }) => read()))).toEqual([
      { weight: 18_000, full: 42_660, empty: 14_200, status: 'complete' },
      { weight: 10_000, full: 42_660, empty: 14_200, status: 'complete' },
      { weight: 460, full: 42_660, empty: 14_200, status: 'complete' },
    ])
  })

  test('is weighed empty later, and the bay with which that is said got the rest', async () => {
    const { movements } = await tipped({ full: 42_660 }, [18_000, 10_000])
    const [first, last] = movements
    if (!first || !last) throw new Error('two bays were asked for')
    expect(await last.read()).toEqual({ weight: 10_000, full: 42_660, empty: null, status: 'incomplete' })
    ok(await last.weigh({ empty: 14_200 }))
    expect(await first.read()).toEqual({ weight: 18_000, full: 42_660, empty: 14_200, status: 'complete' })
    expect(await last.read()).toEqual({ weight: 10_460, full: 42_660, empty: 14_200, status: 'complete' })
  })

  test('is known empty, and weighed full later', async () => {
    const { movements } = await tipped({ empty: 14_200 }, [18_000, 10_000, 0])
    const [first, second, nothing] = movements
    if (!first) throw new Error('three bays were asked for')
    ok(await first.weigh({ full: 42_660 }))
    expect(await first.read()).toEqual({ weight: 18_460, full: 42_660, empty: 14_200, status: 'complete' })
    expect(await second?.read()).toEqual({ weight: 10_000, full: 42_660, empty: 14_200, status: 'complete' })
    expect(await nothing?.read()).toEqual({ weight: null, full: null, empty: null, status: 'incomplete' })
  })

  test('is answered load by load, also where two of them went into one bay', async () => {
    const [first, second] = await makeBays(farm, 2)
    const storage = [
      { ...first, weight: 100 },
      { ...first, weight: 200 },
      { ...second, weight: 300 },
    ]
    const intake = { driverName: 'Sam' }
    const body = ok(
      await farm.as('manager').post(records, stock(undefined, 0, { source: { intake }, storage })),
    )
    const manager = farm.as('manager')
    const weights = body.map(async ({ id, movementId }: { id: string; movementId: number }) => {
      const { inventory } = (await manager.get(`/api/inventory/movements/${movementId}`)).body
      return [inventory.recordId === id, inventory.commodity.weight.weight]
    })
    expect(await Promise.all(weights)).toEqual([
      [true, 100],
      [true, 200],
      [true, 300],
    ])
  })

  test.each([
    [
      { empty: 14_200, full: 42_660 },
      'the weights of the bays add up to 28,000 kg, the lorry weighed 28,460 kg',
    ],
    [{ full: 28_000 }, 'the weights of the bays add up to 28,000 kg, the full lorry weighed 28,000 kg'],
  ])('brought what it weighed: %o', async (weighbridgeRecord, message) => {
    const { answer } = await tipped(weighbridgeRecord, [18_000, 10_000])
    expect(answer.body.validation).toMatchObject([
      { path: 'source.intake.weighbridgeRecord.full', message, code: 'contradiction' },
    ])
  })
})

test.each([['existing'], ['import'], [null]])('stock that is there may be called %s', async (type) => {
  const body = { ...stock(await makeBay(farm), 1000), source: { type, importWeight: 1000 } }
  expect(ok(await farm.as('manager').post(records, body))).toMatchObject({
    source: 'existing',
    position: 1000,
  })
})

test('stock that is kept apart by more than its name is told so where it is refused', async () => {
  const bay = await makeBay(farm)
  ok(await farm.as('manager').post(records, stock(bay, 1000)))
  const organic = { commodity: { ...stock(bay, 0).commodity, tags: [1] } }
  const refused = await farm.as('manager').post(records, stock(bay, 500, organic))
  expect(refused.body).toMatchObject({
    code: 'incompatible_stock',
    message: expect.stringMatching(
      /^Not the same segregation\. On .* holds “.*” of .* \(conventional\), which .* “.*” of .* \(organic\)\. /,
    ),
  })
})

test('a refusal to mix names the store with the bay, and the day as the farm has it', async () => {
  const bay = await makeBay(farm)
  const from = (importDateUTC: string) => ({ source: { type: 'existing', importDateUTC } })
  ok(await farm.as('manager').post(records, stock(bay, 1000, from('2026-08-10'))))
  const older = stock(bay, 500, { harvestYear: '2025', ...from('2026-08-05') })
  const refused = await farm.as('manager').post(records, older)
  expect(refused.body).toMatchObject({
    code: 'incompatible_stock',
    message: expect.stringMatching(/^Not the same harvest year\. On 10 Aug 2026 Long Barn, Bay 1 holds “/),
    body: { date: '2026-08-09T23:00:00.000Z' },
  })
})
