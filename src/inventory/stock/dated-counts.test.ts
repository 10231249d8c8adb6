import { beforeEach, expect, test } from 'vitest'
import { expectError } from '../../../test/error-body.ts'
import { ok } from '../../../test/scene.ts'
import { base, openFarm, type TestFarm } from '../../../test/farm.ts'

// A count may be dated: it states what was there then, and all that came after it is judged again (rules.md §2).

let farm: TestFarm
let recordId: string
beforeEach(async () => {
  ;({ farm } = await openFarm())
  recordId = await farm.opening(farm.bays[0], 10_000)
})

const manager = () => farm.organisation.as('manager')
const sold = (weight: number, at: string) => farm.move(recordId, 'mill-7', weight, { movementDateISO: at })
const count = (adjustTo: number, body: object = {}) =>
  manager().post(`${base}/records/adjustments`, {
    records: [{ id: recordId, adjustTo }],
    reasonId: 1,
    ...body,
  })

test('a count of an earlier day is of its close, and what left since leaves what was counted', async () => {
  await sold(1000, '2026-08-10T15:00')
  await sold(2000, '2026-08-12T09:00')
  const [counted] = ok(await count(8700, { countedAtISO: '2026-08-10' }))
  expect(counted.yield).toMatchObject({ current: 6700, loss: 300 })
  expect(
    counted.timeline.findLast(({ type }: { type: string }) => type === 'adjustment').details,
  ).toMatchObject({
    moveAtUTC: '2026-08-10T22:59:59.999Z',
  })
})

test('a later count stands, and the answer says what it loses now', async () => {
  ok(await count(9900, { countedAtISO: '2026-08-12T12:00' }))
  const [counted] = ok(await count(9950, { countedAtISO: '2026-08-10T12:00' }))
  expect(counted.yield).toMatchObject({ current: 9900, loss: 100 })
  expect(counted.message).toContain('still stands; its loss is now 50 kg smaller')
})

test('what left since is judged again', async () => {
  await sold(9000, '2026-08-12T09:00')
  expectError(await count(8000, { countedAtISO: '2026-08-10' }), 400, 'insufficient_stock')
})

test('today is now, and what is to come cannot be counted', async () => {
  const [counted] = ok(await count(9900, { countedAtISO: '2026-08-14' }))
  expect(counted.yield).toMatchObject({ current: 9900 })
  expectError(await count(9900, { countedAtISO: '2026-08-15' }), 400, 'invalid_input')
})
