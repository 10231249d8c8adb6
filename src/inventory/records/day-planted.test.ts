import { afterAll, beforeAll, expect, test } from 'vitest'
import { shareTestApp, type TestApp } from '../../../test/app.ts'
import { makeOrganisation, type TestOrganisation } from '../../../test/factories.ts'
import { enterRecord, makeField, records, stock } from '../../../test/farm.ts'
import { ok } from '../../../test/scene.ts'

let service: TestApp
let farm: TestOrganisation

beforeAll(async () => {
  service = await shareTestApp()
  farm = await makeOrganisation(service)
})
afterAll(() => service.close())

test('a planting of a month has its first day, and one of no date no month', async () => {
  const planting = { plantingAtUTC: '2025-10-17', plantingAtDateType: 'month' }
  const storage = [{ storageId: await makeField(farm, 2) }]
  const record = await enterRecord(farm, stock(undefined, 0, { source: { planting }, storage }))
  expect(record.planting).toMatchObject({ plantingAtUTC: '2025-10-01', plantingAtDateType: 'month' })
  const changed = async (body: object) => {
    const answer = ok(await farm.as('manager').patch(`${records}/${record.id}`, body)).planting
    return [answer.plantingAtUTC, answer.plantingAtDateType]
  }
  expect(await changed({ plantingAtUTC: '2025-11-20' })).toEqual(['2025-11-01', 'month'])
  expect(await changed({ plantingAtUTC: null })).toEqual(['', ''])
  expect(await changed({ plantingAtDateType: 'month' })).toEqual(['', ''])
  expect(await changed({ plantingAtUTC: '2025-11-20' })).toEqual(['2025-11-20', 'date'])
  expect(await changed({ plantingAtDateType: 'month' })).toEqual(['2025-11-01', 'month'])
})
