import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { shareTestApp, type TestApp } from '../../../test/app.ts'
import { base, makeFarm, type TestFarm } from '../../../test/farm.ts'

const HANDLING_LOSS = 4
const REGRADE = 14
const OPENING_BALANCE = 15
const THEFT = 16

let service: TestApp
let farm: TestFarm
beforeAll(async () => {
  service = await shareTestApp()
})
afterAll(() => service.close())

const manager = () => farm.organisation.as('manager')

describe('a reason has a direction', () => {
  test.each([
    [1100, THEFT, 'is “Theft”, which takes stock away; the count of “Winter wheat 2026” adds 100 kg'],
    [
      900,
      OPENING_BALANCE,
      'is “Opening balance”, which adds stock; the count of “Winter wheat 2026” takes 100 kg away',
    ],
    [900, THEFT, undefined],
    [1100, OPENING_BALANCE, undefined],
    [1100, REGRADE, undefined],
    [900, null, undefined],
    [1000, THEFT, undefined],
  ])(
    'that a count of %i kg keeps to, where the books say 1000 kg: reason %s',
    async (adjustTo, reasonId, message) => {
      farm = await makeFarm(service)
      const id = await farm.opening(farm.bays[0], 1000)
      const answer = await manager().post(`${base}/records/adjustments`, {
        records: [{ id, adjustTo }],
        reasonId,
      })
      expect(answer).toMatchObject(
        message ? { status: 400, body: { validation: [{ path: 'reasonId', message }] } } : { status: 200 },
      )
      expect(await farm.weightOf(id)).toBe(message ? 1000 : adjustTo)
    },
  )

  test('that a movement’s adjustment keeps to', async () => {
    farm = await makeFarm(service)
    const id = await farm.opening(farm.bays[0], 1000)
    const destination = { storageId: farm.storeId, substorageId: farm.bays[1] }
    const adjusted = (weight: number, reason: number) =>
      manager().post(`${base}/movements/bulk`, {
        records: [{ id, weight: 10, adjustment: { weight, reason } }],
        movementDateISO: '2026-08-02',
        destination,
      })
    const path = 'records[0].adjustment.reason'
    expect(await adjusted(300, HANDLING_LOSS)).toMatchObject({
      status: 400,
      body: {
        validation: [
          { path, message: 'is “Handling loss”, which takes stock away; the adjustment adds 300 kg' },
        ],
      },
    })
    expect(await adjusted(-1, OPENING_BALANCE)).toMatchObject({
      status: 400,
      body: { validation: [{ path }] },
    })
    expect(await adjusted(-300, HANDLING_LOSS)).toMatchObject({ status: 200 })
    expect(await farm.weightOf(id)).toBe(690)
  })
})

test('a movement is adjusted only by who may count', async () => {
  farm = await makeFarm(service)
  const recordId = await farm.opening(farm.bays[0], 1000)
  const destination = { storageId: farm.storeId, substorageId: farm.bays[1] }
  const body = { recordId, weight: 10, movementDateISO: '2026-08-14', destination }
  const adjusted = { ...body, adjustment: { weight: -900, reason: THEFT } }
  const operator = farm.organisation.as('operator')
  expect(await operator.post(`${base}/movements`, adjusted)).toMatchObject({
    status: 403,
    body: {
      code: 'forbidden',
      message: 'Your role, operator, may move stock, but not adjust it: that takes manager, admin or owner.',
    },
  })
  expect(await operator.post(`${base}/movements`, body)).toMatchObject({ status: 200 })
  expect(await manager().post(`${base}/movements`, adjusted)).toMatchObject({ status: 200 })
  expect(await farm.weightOf(recordId)).toBe(80)
})
