import { afterAll, beforeAll, expect, test } from 'vitest'
import { shareTestApp, type TestApp } from '../../../test/app.ts'
import { makeOrganisation, type TestOrganisation } from '../../../test/factories.ts'
import { base, makeBay, makeField, ok, stock } from '../../../test/records.ts'

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
    const answer = await manager.post(base, { ...body, harvestYear: 'soon' })
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

test('an intake whose ticket is the empty one of an answer has none', async () => {
  const weighbridgeRecord = { empty: 10_000, full: 11_000, file: { id: '', name: '', url: '' } }
  const body = stock(await makeBay(farm), 1000, { source: { intake: { weighbridgeRecord } } })
  const { id } = ok(await farm.as('manager').post(base, body)).body
  const { timeline } = ok(await farm.as('viewer').get(`${base}/${id}`)).body
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
