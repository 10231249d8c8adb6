import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { shareTestApp, TEST_START, type TestApp } from '../../../test/app.ts'
import { expectError } from '../../../test/error-body.ts'
import { ok } from '../../../test/scene.ts'
import { base, makeFarm, type TestFarm } from '../../../test/farm.ts'

// Several corrections in one request are one change, judged once at the end (rules.md §2).

let service: TestApp
let farm: TestFarm
let edits: object[]
let recordId: string
beforeAll(async () => {
  service = await shareTestApp()
})
beforeEach(async () => {
  service.clock.set(TEST_START)
  farm = await makeFarm(service)
  const [bay] = farm.bays
  const place = { storageId: farm.storeId, substorageId: bay }
  recordId = await farm.intake(bay, 20_000, { at: '2026-08-01T08:00' })
  await farm.intake(bay, 8460, { at: '2026-08-01T10:00' })
  const out = await farm.move(recordId, 'mill-7', 28_460, { movementDateISO: '2026-08-02T08:00' })
  await farm.intake(bay, 30_000, {
    at: '2026-08-03T08:00',
    commodity: { id: 2, type: 201, variety: 'Craft' },
  })
  const { docs } = ok(await manager().get(`${base}/movements?limit=50`))
  const idOf = (kilograms: number) =>
    docs.find(({ inventory }: Doc) => inventory.commodity.weight.weight === kilograms)?.id
  const [first, second] = [idOf(20_000), idOf(8460)]
  const load = (id: number, movementDateISO: string, weight: number) => ({
    id: String(id),
    recordId,
    movementDateISO,
    weight,
    destination: place,
  })
  // The scale had read 0.4 % too little.
  edits = [
    load(first, '2026-08-01T08:00', 20_080),
    load(second, '2026-08-01T10:00', 8493.84),
    {
      id: String(out),
      recordId,
      movementDateISO: '2026-08-02T08:00',
      weight: 28_573.84,
      destination: { organisationId: 'mill-7', organisationName: 'Valley Mill' },
      sold: true,
    },
  ]
})
afterAll(() => service.close())

interface Doc {
  inventory: { commodity: { weight: { weight: number } } }
}

const manager = () => farm.organisation.as('manager')
const editOne = ({ id, ...body }: { id: string }) => manager().put(`${base}/movements/${id}`, body)
const editAll = (movements: object[], query = '') =>
  manager().put(`${base}/movements/bulk${query}`, { movements })

test('loads in and out of a bay that holds other stock by now are put right together, in any order', async () => {
  const answer = ok(await editAll(edits.toReversed()))
  expect(answer).toMatchObject({ message: '3 movements changed.' })
  expect(answer.ids).toHaveLength(3)
  expect(await farm.weightOf(recordId)).toBe(0)
  const { yield: figures } = ok(await manager().get(`${base}/records/${recordId}`))
  expect(figures).toMatchObject({ sold: 28_573.84, loss: 0 })
})

test('one by one they are refused, and told that there is a way', async () => {
  const [load, , out] = edits as { id: string }[]
  if (!load || !out) throw new Error('there are three edits')
  const hint = /send all of them to PUT \/api\/inventory\/movements\/bulk/
  expect((await editOne(load)).body).toMatchObject({
    code: 'incompatible_stock',
    message: expect.stringMatching(hint),
  })
  expect((await editOne(out)).body).toMatchObject({
    code: 'insufficient_stock',
    message: expect.stringMatching(hint),
  })
})

test('a dry run changes nothing, and so does one that is wrong in the end', async () => {
  ok(await editAll(edits, '?dryRun=true'))
  expectError(await editAll(edits.slice(1)), 400, 'insufficient_stock')
  expect(ok(await manager().get(`${base}/records/${recordId}`)).yield).toMatchObject({ sold: 28_460 })
})

test('all that is wrong with them is told at once', async () => {
  const [first = {}, second = {}] = edits
  const { body } = await editAll([
    { ...first, weight: 0 },
    { ...second, movementDateISO: '2026-08-01', weight: 0 },
    first,
  ])
  expect(body.validation.map(({ path }: { path: string }) => path).sort()).toEqual([
    'movements[0].weight',
    'movements[1].weight',
    'movements[2].id',
  ])
})
