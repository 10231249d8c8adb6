import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { shareTestApp, type TestApp } from '../../../test/app.ts'
import { ok } from '../../../test/scene.ts'
import { CRUSOE, dayOf, enter, move, openYard, put, SKYFALL, type Yard } from '../records/test-yard.ts'
import { base } from '../../../test/farm.ts'

// A load that has left is called by what is known of it now, and found by that; its ticket says what it said.

const [GROUP_1, FEED] = [1010101, 1010106]

let service: TestApp
let yard: Yard

beforeAll(async () => {
  service = await shareTestApp()
})
beforeEach(async () => {
  yard = await openYard(service)
})
afterAll(() => service.close())

const manager = () => yard.farm.organisation.as('manager')
const read = async (url: string) => ok(await manager().get(`${base}${url}`))

async function called(id: string | undefined): Promise<string> {
  const { grade, variety } = (await read(`/movements/${id}`)).inventory.commodity
  return `${grade.name} / ${variety}`
}

async function found(gradeId: number, type = 'outbound'): Promise<string[]> {
  const { docs, totalDocs } = await read(`/movements?type=${type}&f:commodityGrade=${gradeId}`)
  expect(totalDocs).toBe(docs.length)
  return docs.map(({ id }: { id: number }) => String(id))
}

test('a load of a heap that got Feed by mistake is what the heap was, once that is deleted', async () => {
  await enter(yard, put(1, SKYFALL, 30_000))
  const mistake = await enter(yard, put(2, CRUSOE, 1000))
  const sold = await enter(yard, move(5, 20_000, 0, 'mill'))
  expect(await called(sold)).toBe('Feed / Mixed')
  expect(await found(FEED)).toEqual([sold])
  expect((await read(`/movements/${sold}`)).inventory.commodityOnTicket).toBeUndefined()

  ok(await manager().delete(`${base}/movements/${mistake}`))
  expect(await called(sold)).toBe('Group 1 / Skyfall')
  expect(await found(GROUP_1)).toEqual([sold])
  expect(await found(FEED)).toEqual([])
  expect((await read(`/movements/${sold}`)).inventory.commodityOnTicket).toEqual({
    type: { id: 101, name: 'Winter' },
    grade: { id: FEED, name: 'Feed' },
    variety: 'Mixed',
    tags: [],
  })
  const csv: string = await read('/movements?type=outbound&format=csv')
  expect(csv).toContain('Group 1')
  expect(csv).not.toContain('Feed')
})

test('a load that comes to light is in what was sold from where it went on to, and its copy says so', async () => {
  await enter(yard, put(1, SKYFALL, 10_000))
  const moved = await enter(yard, move(5, 8000, 0, 1))
  const sold = await enter(yard, move(8, 3000, 1, 'mill'))
  expect(await found(GROUP_1)).toEqual([sold])
  await enter(yard, put(3, CRUSOE, 500))
  expect([await called(moved), await called(sold)]).toEqual(['Feed / Mixed', 'Feed / Mixed'])
  expect(await found(FEED)).toEqual([sold])
  expect(await found(FEED, 'internal')).toEqual([moved])
  expect(await found(GROUP_1)).toEqual([])
  const { inventory } = await read(`/movements/${sold}`)
  expect(inventory.commodityOnTicket).toMatchObject({ grade: { name: 'Group 1' }, variety: 'Skyfall' })
  const { ids } = ok(
    await manager().post(`${base}/movements/${sold}/duplicate`, { recordId: inventory.recordId, count: 1 }),
  )
  expect(await called(ids[0])).toBe('Feed / Mixed')
  expect((await read(`/movements/${ids[0]}`)).inventory.commodityOnTicket).toBeUndefined()
})

test('told back and forth, the ticket keeps what it said', async () => {
  await enter(yard, put(1, SKYFALL, 10_000))
  const sold = await enter(yard, move(8, 5000, 0, 'mill'))
  const late = await enter(yard, put(3, CRUSOE, 500))
  const again = await enter(yard, put(4, { ...SKYFALL, variety: 'Gleam' }, 500))
  expect((await read(`/movements/${sold}`)).inventory).toMatchObject({
    commodity: { grade: { name: 'Feed' } },
    commodityOnTicket: { grade: { name: 'Group 1' }, variety: 'Skyfall' },
  })
  for (const id of [late, again]) ok(await manager().delete(`${base}/movements/${id}`))
  const { commodityOnTicket, commodity } = (await read(`/movements/${sold}`)).inventory
  expect(commodity).toMatchObject({ grade: { name: 'Group 1' }, variety: 'Skyfall' })
  expect(commodityOnTicket).toBeUndefined()
})

test('a plan is called what its source is called when it comes due', async () => {
  service.clock.set(`${dayOf(6)}T12:00:00Z`)
  await enter(yard, put(1, SKYFALL, 10_000))
  const planned = await enter(yard, move(8, 5000, 0, 'mill'))
  await enter(yard, put(3, CRUSOE, 500))
  service.clock.set(`${dayOf(9)}T12:00:00Z`)
  await enter(yard, put(9, CRUSOE, 500))
  expect(await called(planned)).toBe('Feed / Mixed')
  expect(await found(FEED)).toEqual([planned])
})
