import { afterAll, beforeAll, expect, test } from 'vitest'
import { shareTestApp, type TestApp } from '../../../test/app.ts'
import { makeStore } from '../contracts/test-contracts.ts'
import { base, makeFarm } from '../../../test/farm.ts'

let service: TestApp

beforeAll(async () => {
  service = await shareTestApp()
})
afterAll(() => service.close())

interface Entry {
  type: string
  change: number
  balanceAfter: number
  recordedAtUTC: string
  details: { id: number; statusMessage: string }
}

test('a record carries the newest 200 entries, and its timeline has all of them in pages', async () => {
  const farm = await makeFarm(service)
  const recordId = await farm.opening(farm.bays[0], 100_000)
  for (const day of ['10', '11']) {
    const answer = await farm.organisation.as('manager').post(`${base}/movements/bulk`, {
      records: Array.from({ length: 110 }, () => ({ id: recordId, weight: 100 })),
      movementDateISO: `2026-08-${day}`,
      destination: { organisationId: 'mill-7', organisationName: 'Mill' },
      sold: true,
    })
    expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  }
  const viewer = farm.organisation.as('viewer')
  const { body: record } = await viewer.get(`${base}/records/${recordId}`)
  expect([record.timeline.length, record.timelineCount]).toEqual([200, 221])
  expect(record.timeline.at(-1)).toMatchObject({ change: -100, balanceAfter: 78_000 })

  const paged: Entry[] = []
  for (let offset = 0; offset < 221; offset += 50) {
    const { body } = await viewer.get(`${base}/records/${recordId}/timeline?limit=50&offset=${offset}`)
    expect(body).toMatchObject({ totalDocs: 221, limit: 50, offset })
    paged.push(...body.docs)
  }
  const oldestFirst = paged.toReversed()
  expect(oldestFirst.slice(-200)).toEqual(record.timeline)
  let balance = 0
  for (const { change, balanceAfter } of oldestFirst) expect((balance += change)).toBe(balanceAfter)
  expect(oldestFirst[0]).toMatchObject({ type: 'created', change: 100_000, balanceAfter: 100_000 })
})

test('others have no timeline of it', async () => {
  const [farm, other] = [await makeFarm(service), await makeFarm(service)]
  const recordId = await farm.opening(farm.bays[0], 1000)
  const { status } = await other.organisation.as('owner').get(`${base}/records/${recordId}/timeline`)
  expect(status).toBe(404)
})

test('the entry of a dried intake has what is left of it', async () => {
  const store = await makeStore(service)
  const { id } = await store.contract()
  const movement = await store.intake(10_000, { contract: { id }, moisture: 20 })
  const url = `${base}/records/${movement.inventory.recordId}/timeline`
  const { body } = await store.merchant.as('viewer').get(url)
  const entry = body.docs.find(({ type }: Entry) => type === 'movement')
  expect(entry).toMatchObject({ type: 'movement', change: 9411.765, balanceAfter: 9411.765 })
  expect(entry.recordedAtUTC).toBe(service.clock.now().toISOString())
  expect(body.docs.reduce((sum: number, each: Entry) => sum + each.change, 0)).toBe(9411.765)
})
