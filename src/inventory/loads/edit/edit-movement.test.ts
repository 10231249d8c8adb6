import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { shareTestApp, TEST_START, type TestApp } from '../../../../test/app.ts'
import { makeFile, ok } from '../../../../test/scene.ts'
import { base, GROUP_1, makeFarm, WHEAT, WINTER, type TestFarm } from '../../../../test/farm.ts'

// What stays with a movement that is edited, and what a copy of it does not take over.

let service: TestApp
let farm: TestFarm
beforeAll(async () => {
  service = await shareTestApp()
})
beforeEach(async () => {
  service.clock.set(TEST_START)
  farm = await makeFarm(service)
})
afterAll(() => service.close())

const movements = `${base}/movements`
const manager = () => farm.organisation.as('manager')
const got = async (url: string) => ok(await manager().get(base + url))

const edit = (recordId: string, id: number, bay: number, overrides: object = {}) =>
  manager().put(`${movements}/${id}`, {
    recordId,
    weight: 500,
    movementDateISO: service.clock.now().toISOString(),
    destination: { storageId: farm.storeId, substorageId: bay },
    ...overrides,
  })

describe('an edited movement', () => {
  test('takes the sample of its load along to another bay', async () => {
    const [bay, elsewhere] = farm.bays
    const sample = { fields: [{ name: 'Moisture', value: '14.5', metric: '%' }] }
    const body = {
      type: 'crop',
      harvestYear: '2026',
      owned: true,
      commodity: { id: WHEAT, type: WINTER, grade: GROUP_1, variety: 'Skyfall' },
      storage: [{ storageId: farm.storeId, substorageId: bay, weight: 500 }],
      source: { intake: { driverName: 'Sam', sample } },
    }
    const { id: before, movementId } = ok(await manager().post(`${base}/records`, body))
    ok(await edit(before, movementId, elsewhere))
    const after = (await got(`/movements/${movementId}`)).inventory.recordId
    const samplesOf = async (recordId: string) =>
      (await got(`/records/${recordId}`)).timeline.filter(({ type }: { type: string }) => type === 'sample')
    expect(await samplesOf(after)).toMatchObject([{ details: { sample: { fields: sample.fields } } }])
    expect(await samplesOf(before)).toEqual([])

    const movementDateISO = '2026-08-13T07:00:00.000Z'
    ok(await edit(after, movementId, elsewhere, { movementDateISO }))
    expect(await samplesOf(after)).toMatchObject([{ details: { moveAtUTC: movementDateISO } }])
    ok(await manager().delete(`${base}/movements/${movementId}`, { recordId: after }))
    expect(await samplesOf(after)).toEqual([])
    ok(await manager().post(`${base}/movements/${movementId}/restore`))
    expect(await samplesOf(after)).toMatchObject([{ details: { moveAtUTC: movementDateISO } }])
  })

  test('is told what its values mean by themselves before whose it is', async () => {
    const [from, to] = farm.bays
    const id = await farm.move(await farm.opening(from, 1000), to, 400)
    const answer = await edit('another-record', id, to, { weight: 0, movementDateISO: 'yesterday' })
    expect(answer.status).toBe(400)
    expect(answer.body.validation).toMatchObject([{ path: 'movementDateISO' }, { path: 'weight' }])
    expect((await edit('another-record', id, to)).status).toBe(404)
  })

  test('has every fault told at once', async () => {
    const [from, to] = farm.bays
    const recordId = await farm.opening(from, 1000)
    const id = await farm.move(recordId, to, 400)
    const answer = await edit(recordId, id, to, {
      weight: 0,
      movementDateISO: 'yesterday',
      destination: { organisationId: 'nobody-yet' },
      storageContractId: 'none',
    })
    expect(answer.body.validation.map(({ path }: { path: string }) => path)).toEqual([
      'movementDateISO',
      'weight',
      'destination.organisationName',
      'sold',
      'storageContractId',
    ])
  })

  test('may stay neither where it came from nor be sold there, and is told both with all else', async () => {
    const [from, to] = farm.bays
    const recordId = await farm.opening(from, 1000)
    const id = await farm.move(recordId, to, 400)
    const body = {
      recordId,
      weight: 400,
      movementDateISO: '2026-08-10',
      sold: true,
      storageContractId: 'none',
    }
    const destination = { storageId: farm.storeId, substorageId: from }
    const wrong = ['sold', 'destination.substorageId', 'storageContractId']
    const answers = [
      await edit(recordId, id, from, body),
      await manager().post(movements, { ...body, destination }),
    ]
    for (const answer of answers)
      expect(answer.body.validation.map(({ path }: { path: string }) => path)).toEqual(wrong)
  })

  test('was completed when it was completed', async () => {
    const [from, to] = farm.bays
    const recordId = await farm.opening(from, 1000)
    const id = await farm.move(recordId, to, 400)
    const { completedAtUTC } = await got(`/movements/${id}`)
    service.clock.advance({ hours: 1 })
    ok(await edit(recordId, id, to))
    expect(await got(`/movements/${id}`)).toMatchObject({ status: 'complete', completedAtUTC })
  })

  test('that turns out to have left needs a driver and its weights', async () => {
    const [from, to] = farm.bays
    const recordId = await farm.opening(from, 1000)
    const id = await farm.move(recordId, to, 400)
    const mill = { organisationId: 'mill-7', organisationName: 'Valley Mill' }
    ok(await edit(recordId, id, to, { destination: mill, sold: true }))
    expect(await got(`/movements/${id}`)).toMatchObject({
      type: 'outbound',
      status: 'incomplete',
      completedAtUTC: '',
      actionsRequired: { status: 'required', outstanding: 3 },
    })
    ok(await manager().put(`${movements}/${id}/actions`, { recordId, isComplete: true }))
    ok(await edit(recordId, id, to, { destination: mill, sold: false }))
    expect(await got(`/movements/${id}`)).toMatchObject({ status: 'complete' })
    ok(await edit(recordId, id, to))
    expect(await got(`/movements/${id}`)).toMatchObject({ type: 'internal', status: 'complete' })
  })

  test('stays sold, or unsold, where nothing is said of it', async () => {
    const [from, to] = farm.bays
    const recordId = await farm.opening(from, 1000)
    const mill = { organisationId: 'mill-7', organisationName: 'Valley Mill' }
    for (const sold of [true, false]) {
      const id = await farm.move(recordId, mill.organisationId, 400, { sold })
      ok(await edit(recordId, id, to, { destination: mill, weight: 300 }))
      expect(await got(`/movements/${id}`)).toMatchObject({ type: 'outbound', sold })
      ok(await edit(recordId, id, to, { weight: 300 }))
      expect(await got(`/movements/${id}`)).toMatchObject({ type: 'internal', sold: false })
      const { body } = await edit(recordId, id, to, { destination: mill })
      expect(body.validation).toMatchObject([{ path: 'sold', code: 'required' }])
    }
  })

  test('says what it changed, and whether its stock moves because of that', async () => {
    const [from, to, third] = farm.bays
    const recordId = await farm.opening(from, 1000)
    const id = await farm.move(recordId, to, 400)
    const date = async (movementDateISO: string, more: object = {}) =>
      (await edit(recordId, id, to, { movementDateISO, weight: 400, ...more })).body.message
    const [past, future] = ['2026-08-12T08:00:00Z', '2026-08-20T08:00:00Z']
    await date(past)
    expect(await date(past)).toBe('Movement changed: 400 kg.')
    expect(await date(future)).toBe(
      'Movement changed: 400 kg; on 20 Aug 2026 at 09:00 instead of on 12 Aug 2026 at 09:00. It is a plan now: its stock moves then.',
    )
    expect(await farm.weightOf(recordId)).toBe(1000)
    expect(await date(past, { weight: 300 })).toBe(
      'Movement changed: 300 kg; on 12 Aug 2026 at 09:00 instead of on 20 Aug 2026 at 09:00. It is no longer a plan: its stock has moved.',
    )
    const elsewhere = { destination: { storageId: farm.storeId, substorageId: third } }
    expect(await date(past, { ...elsewhere, weight: 300 })).toMatch(
      /^Movement changed: 300 kg; to [^;]+ instead of to [^;]+\.$/,
    )
  })

  test('that was planned does not bring in now what has been given another year since', async () => {
    const [from, to] = farm.bays
    const recordId = await farm.opening(from, 1000)
    const id = await farm.move(recordId, to, 400, { movementDateISO: '2026-08-20T08:00:00Z' })
    ok(await manager().patch(`${base}/records/${recordId}`, { harvestYear: '2025' }))
    ok(await edit(recordId, id, to, { movementDateISO: '2026-08-21T08:00:00Z' }))
    expect((await edit(recordId, id, to)).body).toMatchObject({ code: 'incompatible_stock' })
  })
})

test.each([0, null])('a load that nobody has weighed keeps its want of a weight: %s', async (weight) => {
  const [bay, other] = farm.bays
  const lying = await farm.opening(bay, 1000)
  const intake = {
    type: 'crop',
    harvestYear: '2026',
    commodity: { id: WHEAT, type: WINTER, grade: GROUP_1, variety: 'Crusoe' },
    storage: [{ storageId: farm.storeId, substorageId: bay, weight: 0 }],
    source: { intake: { moveAtUTC: '2026-08-15T08:00:00Z', weighbridgeRecord: { full: 15_000 } } },
  }
  const { id, movementId } = ok(await manager().post(`${base}/records`, intake))
  expect(id).toBe(lying)
  const shown = async () => (await got(`/movements/${movementId}`)).inventory.commodity.weight
  expect(await shown()).toMatchObject({ name: 'not weighed', weight: null })
  expect((await got(`/records/${id}`)).commodity.variety).toBe('Skyfall')
  expect(ok(await edit(id, movementId, bay, { weight })).message).toMatch(
    /^Movement changed: a load not weighed yet; on 14 Aug 2026 at 09:30 instead of/,
  )
  expect(await shown()).toMatchObject({ name: 'not weighed', weight: null })
  expect(await farm.weightOf(id)).toBe(1000)
  expect((await got(`/records/${id}`)).commodity.variety).toBe('Skyfall')
  ok(await edit(id, movementId, other, { weight }))
  expect(await farm.weightOf(id)).toBe(1000)
  const moved = (await got(`/movements/${movementId}`)).inventory.recordId
  ok(await edit(moved, movementId, bay))
  expect(await farm.weightOf(id)).toBe(1500)
  expect((await got(`/records/${id}`)).commodity.variety).toBe('Mixed')
  const { body } = await edit(id, movementId, bay, { weight })
  expect(body.validation).toMatchObject([{ path: 'weight', message: 'must be more than 0' }])
})

test('a copy has no ticket of the weighbridge', async () => {
  const recordId = await farm.opening(farm.bays[0], 1000)
  const id = await farm.move(recordId, 'mill-7', 200)
  const ticket = await makeFile({ service, farm: farm.organisation, marker: 'ticket' })
  const actions = { recordId, weighbridge: { file: { id: ticket } } }
  ok(await manager().put(`${movements}/${id}/actions`, actions))
  expect((await got(`/movements/${id}`)).weighbridge.file.id).toBe(ticket)
  const { ids } = ok(await manager().post(`${movements}/${id}/duplicate`, { recordId, count: 1 }))
  expect((await got(`/movements/${ids[0]}`)).weighbridge.file.id).toBe('')
})
