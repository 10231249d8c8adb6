import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { shareTestApp, type TestApp } from '../../../test/app.ts'
import { base } from '../../../test/farm.ts'
import { ok } from '../../../test/scene.ts'
import { faultsOf, makeStore, type TestStore } from './test-contracts.ts'

// What an answer says of terms that nobody agreed may be sent back, and agrees nothing (decision 0014).

let service: TestApp
let store: TestStore

beforeAll(async () => {
  service = await shareTestApp()
})
afterAll(() => service.close())
beforeEach(async () => {
  store = await makeStore(service)
})

const manager = () => store.merchant.as('manager')
const put = (id: string, details: object) =>
  manager().put(`${base}/contracts/${id}`, { details, inventory: {} })
const level = 'details.services.drying.preAgreedMoistureLevelPercentage'

describe('a level of 0 is none', () => {
  test('so an answer that was sent back changes nothing', async () => {
    const { id, details } = await store.contract({ services: { cleaning: { agreed: true } } })
    expect(details.services.drying).toEqual({
      agreed: false,
      preAgreedMoistureLevelPercentage: 0,
      intakeSampleLossMatrix: [],
    })
    const before = await manager().get(`${base}/contracts/${id}`)
    const updates = async () =>
      (
        await service.database.db
          .selectFrom('events')
          .select('id')
          .where('type', '=', 'contract.updated')
          .where('subject', '=', id)
          .execute()
      ).length
    ok(await put(id, details))
    const after = await manager().get(`${base}/contracts/${id}`)
    expect(after.headers['etag']).toBe(before.headers['etag'])
    expect(await updates()).toBe(0)
  })

  test('and drying that is agreed after it needs one', async () => {
    const { id, details } = await store.contract({ services: {} })
    ok(await put(id, details))
    expect(faultsOf(await put(id, { services: { drying: { agreed: true } } }))).toEqual([`${level} required`])
    const { drying } = details.services
    expect(faultsOf(await put(id, { services: { drying: { ...drying, agreed: true } } }))).toEqual([
      `${level} required`,
    ])
    const load = await store.intake(20_000, { contract: { id }, moisture: 16 })
    expect(load.inventory.commodity.weight.weight).toBe(20_000)
  })

  test.each([0, 0.0004])('as %s is in a new contract', async (none) => {
    const drying = { agreed: true, preAgreedMoistureLevelPercentage: none }
    const answer = await manager().post(`${base}/contracts`, store.contractBody({ services: { drying } }))
    expect(faultsOf(answer)).toEqual([`${level} required`])
    const { details } = await store.contract({ services: { drying: { ...drying, agreed: false } } })
    expect(details.services.drying).toMatchObject({ agreed: false, preAgreedMoistureLevelPercentage: 0 })
  })

  test('and takes a level back, where drying is not agreed any more', async () => {
    const { id } = await store.contract()
    const drying = { agreed: false, preAgreedMoistureLevelPercentage: 0 }
    ok(await put(id, { services: { drying } }))
    expect(faultsOf(await put(id, { services: { drying: { agreed: true } } }))).toEqual([`${level} required`])
  })
})
