import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import type { TestApp } from '../../../../test/app.ts'
import { ok } from '../../../../test/scene.ts'
import { base, expectSoundLedger, openFarm, type TestFarm } from '../../../../test/farm.ts'

let service: TestApp
let farm: TestFarm
beforeEach(async () => void ({ service, farm } = await openFarm()))
afterAll(expectSoundLedger)

const movements = `${base}/movements`
const operator = () => farm.organisation.as('operator')
const get = async (id: number) => ok(await operator().get(`${movements}/${id}`))
const changesOf = async (id: number) => (await get(id)).changes
const moved = async (overrides: object = {}) => {
  const recordId = await farm.opening(farm.bays[0], 1000)
  return { recordId, id: await farm.move(recordId, 'mill-7', 400, overrides) }
}

describe('restoring', () => {
  test('puts a movement back with its number, its date and all that it said', async () => {
    const driver = { name: 'Sam', vehicleRegistration: 'AB12 CDE', loadReference: 'L-204' }
    const { recordId, id } = await moved({ driver, movementDateISO: '2026-08-10T06:30:00Z' })
    const { changes: _none, ...before } = await get(id)
    ok(await operator().delete(`${movements}/${id}`, { reason: 'Wrong lorry' }))
    const path = `${movements}/${id}/restore`
    expect(await operator().post(`${path}?dryRun=true`, {})).toMatchObject({
      status: 200,
      body: { dryRun: { balances: [{ before: 1000, after: 600 }] } },
    })
    expect(ok(await operator().post(path, { reason: 'It was the right one' }))).toMatchObject({
      ids: [String(id)],
    })
    const { changes, ...after } = await get(id)
    expect(after).toEqual(before)
    expect(await farm.weightOf(recordId)).toBe(600)
    expect(changes).toMatchObject([
      { kind: 'deleted', reason: 'Wrong lorry', changed: [] },
      { kind: 'restored', reason: 'It was the right one', changed: [] },
    ])
    expect(await operator().post(path, {})).toMatchObject({ status: 400, body: { code: 'not_deleted' } })
    const told = (await operator().get(`${base}/records/${recordId}`)).body.timeline.map(
      ({ details }: { details: { statusMessage: string } }) => details.statusMessage,
    )
    expect(told).toContainEqual(expect.stringContaining(`Movement ${id} restored: 400 kg`))
  })

  test('is refused where the stock has gone meanwhile, and changes nothing', async () => {
    const { recordId, id } = await moved()
    ok(await operator().delete(`${movements}/${id}`))
    await farm.move(recordId, 'mill-7', 900)
    const answer = await operator().post(`${movements}/${id}/restore`)
    expect(answer).toMatchObject({
      status: 400,
      body: { code: 'insufficient_stock', body: { shortfall: 300 } },
    })
    expect((await get(id)).status).toBe('deleted')
    expect(await farm.weightOf(recordId)).toBe(100)
  })

  test('an intake comes into its bay again, and is refused where another crop lies there by now', async () => {
    const [bay] = farm.bays
    const recordId = await farm.intake(bay, 500, { at: '2026-08-10' })
    const { docs } = ok(await operator().get(`${movements}?f:type=intake`))
    const path = `${movements}/${docs[0].id}`
    ok(await operator().delete(path))
    expect(await farm.weightOf(recordId)).toBe(0)
    ok(await operator().post(`${path}/restore`))
    expect(await farm.weightOf(recordId)).toBe(500)
    ok(await operator().delete(path))
    await farm.opening(bay, 800, { at: '2026-08-11', harvestYear: '2025' })
    const answer = await operator().post(`${path}/restore`)
    expect(answer).toMatchObject({ status: 400, body: { code: 'incompatible_stock' } })
    expect(await farm.weightOf(recordId)).toBe(0)
  })

  test('what empties a bay needs whoever may adjust', async () => {
    const recordId = await farm.opening(farm.bays[0], 1000)
    const id = await farm.move(recordId, 'mill-7', 900, { adjustToZero: true })
    ok(await operator().delete(`${movements}/${id}`))
    expect(await operator().post(`${movements}/${id}/restore`)).toMatchObject({ status: 403 })
    ok(await farm.organisation.as('manager').post(`${movements}/${id}/restore`))
    expect(await farm.weightOf(recordId)).toBe(0)
  })

  test.each([
    ['weights', [{ weight: 9000 }, { weight: 9000 }, { weight: 10_460 }]],
    ['shares', [{ share: 9000 }, { share: 9000 }, { share: 10_460 }]],
  ])('a part of a lorry by %s has its net back from the others', async (_how, parts) => {
    const manager = farm.organisation.as('manager')
    ok(
      await manager.post(`${base}/records`, {
        type: 'crop',
        harvestYear: '2026',
        owned: true,
        commodity: { id: 1, type: 101, grade: 1_010_101, variety: 'Skyfall' },
        storage: parts.map((part, index) => ({
          storageId: farm.storeId,
          substorageId: farm.bays[index],
          ...part,
        })),
        source: { intake: { ticket: { empty: 14_200, full: 42_660 } } },
      }),
    )
    const { docs } = ok(await manager.get(`${movements}?f:type=intake&sortBy=id`))
    const ids = docs.map((each: { id: number }) => each.id)
    const [first, second, third] = ids as [number, number, number]
    const weights = async () =>
      Promise.all([first, second, third].map(async (id) => (await get(id)).inventory.commodity.weight.weight))
    expect(await weights()).toEqual([9000, 9000, 10_460])
    ok(await manager.delete(`${movements}/${third}`, { lorryNet: 'stays' }))
    expect((await weights()).slice(0, 2)).toEqual([14_230, 14_230])
    ok(await manager.post(`${movements}/${third}/restore`))
    expect(await weights()).toEqual([9000, 9000, 10_460])
    expect((await get(third)).ticket).toMatchObject({ net: 28_460, part: 3 })
  })

  test('is not for a viewer, and what is foreign is not there', async () => {
    const { id } = await moved()
    ok(await operator().delete(`${movements}/${id}`))
    expect(await farm.organisation.as('viewer').post(`${movements}/${id}/restore`)).toMatchObject({
      status: 403,
    })
    const other = (await openFarm()).farm
    expect(await other.organisation.as('manager').post(`${movements}/${id}/restore`)).toMatchObject({
      status: 404,
    })
  })
})

describe('the history of a movement', () => {
  test('has every correction: readings, driver and date, by whom and when', async () => {
    const { recordId, id } = await moved({
      weighbridge: { empty: 14_200, full: 14_600 },
      movementDateISO: '2026-08-10T06:30:00Z',
    })
    expect(await changesOf(id)).toEqual([])
    service.clock.advance({ minutes: 1 })
    ok(
      await operator().put(`${movements}/${id}/actions`, {
        recordId,
        driver: { name: 'Sam' },
        weighbridge: { full: 14_650 },
      }),
    )
    const destination = { organisationId: 'mill-7', organisationName: 'Name of mill-7' }
    ok(
      await operator().put(`${movements}/${id}`, {
        recordId,
        weight: 450,
        movementDateISO: '2026-08-09T06:30:00Z',
        driver: { name: 'Alex' },
        destination,
        reason: 'Wrong day on the paper',
      }),
    )
    const [first, second] = await changesOf(id)
    expect(first).toMatchObject({ kind: 'changed', reason: '', byName: expect.stringMatching(/./) })
    expect(first.changed).toEqual([
      { what: 'weight', before: 400, after: 450 },
      { what: 'full', before: 14_600, after: 14_650 },
      { what: 'driver', before: null, after: 'Sam' },
    ])
    expect(second.reason).toBe('Wrong day on the paper')
    expect(second.changed).toEqual([
      { what: 'date', before: '2026-08-10T06:30:00.000Z', after: '2026-08-09T06:30:00.000Z' },
      { what: 'driver', before: 'Sam', after: 'Alex' },
    ])
  })

  test('names the places where it goes elsewhere, and is shown on its page alone', async () => {
    const recordId = await farm.opening(farm.bays[0], 1000)
    const id = await farm.move(recordId, farm.bays[1], 400)
    const destination = { storageId: farm.storeId, substorageId: farm.bays[2] }
    ok(await operator().put(`${movements}/${id}`, { recordId, weight: 400, destination }))
    const [change] = await changesOf(id)
    expect(change.changed).toEqual([
      {
        what: 'destination',
        before: expect.stringContaining('Bay 2'),
        after: expect.stringContaining('Bay 3'),
      },
    ])
    const { docs } = ok(await operator().get(movements))
    expect(docs[0]).not.toHaveProperty('changes')
  })
})

describe('an organisation that wants reasons', () => {
  const require = async () =>
    ok(await farm.organisation.as('owner').patch('/api/identity/organisation', { requiresReason: true }))
  const needsReason = { status: 400, body: { validation: [{ path: 'reason', code: 'required' }] } }

  test('is told why before a movement is corrected or deleted', async () => {
    await require()
    const { recordId, id } = await moved()
    const destination = { organisationId: 'mill-7', organisationName: 'Name of mill-7' }
    const edit = { recordId, weight: 300, destination }
    expect(await operator().put(`${movements}/${id}`, edit)).toMatchObject(needsReason)
    expect(await operator().put(`${movements}/${id}`, { ...edit, reason: '  ' })).toMatchObject(needsReason)
    expect(await operator().delete(`${movements}/${id}`)).toMatchObject(needsReason)
    expect(await farm.weightOf(recordId)).toBe(600)
    ok(await operator().put(`${movements}/${id}`, { ...edit, reason: 'Weighed again' }))
    ok(await operator().delete(`${movements}/${id}`, { reason: 'Entered twice' }))
    expect((await changesOf(id)).map(({ reason }: { reason: string }) => reason)).toEqual([
      'Weighed again',
      'Entered twice',
    ])
  })

  test('asks for none where something is filled in, or restored', async () => {
    await require()
    const { recordId, id } = await moved()
    const actions = { recordId, driver: { name: 'Sam' }, weighbridge: { empty: 14_200, full: 14_650 } }
    ok(await operator().put(`${movements}/${id}/actions`, actions))
    const corrected = { recordId, weighbridge: { full: 14_660 } }
    expect(await operator().put(`${movements}/${id}/actions`, corrected)).toMatchObject(needsReason)
    ok(await operator().delete(`${movements}/${id}`, { reason: 'A test' }))
    ok(await operator().post(`${movements}/${id}/restore`))
  })
})
