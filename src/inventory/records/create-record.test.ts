import { afterAll, beforeAll, expect, test } from 'vitest'
import { shareTestApp, type TestApp } from '../../../test/app.ts'
import { makeOrganisation, type TestOrganisation } from '../../../test/factories.ts'
import { base, makeBay, makeField, stock } from '../../../test/records.ts'

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
