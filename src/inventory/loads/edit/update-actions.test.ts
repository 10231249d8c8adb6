import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import type { TestApp } from '../../../../test/app.ts'
import { makeOrganisation } from '../../../../test/factories.ts'
import { makeFile } from '../../../../test/scene.ts'
import { base, expectSoundLedger, openFarm, WHEAT, WINTER, type TestFarm } from '../../../../test/farm.ts'
import { newId } from '../../../kernel/ids.ts'
import type { TimelineEntry } from '../../records/schema.ts'

let service: TestApp
let farm: TestFarm
const movements = `${base}/movements`

beforeEach(async () => void ({ service, farm } = await openFarm()))
afterAll(expectSoundLedger)

const operator = () => farm.organisation.as('operator')
const get = async (id: number) => (await operator().get(`${movements}/${id}`)).body

describe('a load that was weighed once', () => {
  const weighbridgeRecord = { full: 42_660 }
  const sender = { id: 'brook-farm', name: 'Brook Farm' }
  const arrived = async () => {
    const recordId = await farm.intake(farm.bays[0], 0, { weighbridgeRecord, sender, driverName: 'Sam' })
    const [{ id }] = (await operator().get(movements)).body.docs
    return { recordId, url: `${movements}/${id}/actions`, id: Number(id) }
  }
  const bay = (substorageId: number) => ({ storageId: farm.storeId, substorageId })
  const [first, second] = [() => bay(farm.bays[0]), () => bay(farm.bays[1])]

  test('goes into another bay with its second reading', async () => {
    const { recordId, url, id } = await arrived()
    const body = { recordId, destination: second(), weighbridge: { empty: 14_200 } }
    expect(await operator().put(`${url}?dryRun=true`, body)).toMatchObject({ status: 200 })
    expect((await get(id)).inventory.storage.destination.substorageId).toBe(first().substorageId)
    expect(await operator().put(url, body)).toMatchObject({ status: 200 })
    const after = await get(id)
    expect(after).toMatchObject({
      status: 'complete',
      inventory: { commodity: { weight: { weight: 28_460 } }, storage: { destination: second() } },
    })
    expect(await farm.weightOf(after.inventory.recordId)).toBe(28_460)
    // Afterwards it is a correction of what was done.
    const again = { recordId: after.inventory.recordId, destination: first() }
    expect(await operator().put(url, again)).toMatchObject({
      status: 400,
      body: { validation: [{ path: 'destination', code: 'contradiction' }] },
    })
  })

  test('stays where it was, unweighed, where the other bay may not take it', async () => {
    const { recordId, url, id } = await arrived()
    const stranger = await makeOrganisation(service)
    const body = { recordId, destination: { storageId: stranger.organisationId, substorageId: 1 } }
    expect((await operator().put(url, { ...body, weighbridge: { empty: 14_200 } })).status).toBe(404)
    expect(await get(id)).toMatchObject({
      status: 'incomplete',
      weighbridge: { empty: { weight: null } },
      inventory: { storage: { destination: { substorageId: first().substorageId } } },
    })
  })
})

describe('actions', () => {
  test('a reading that no lorry has is refused at its field, and 200 t are not', async () => {
    const recordId = await farm.opening(farm.bays[0], 500_000)
    const id = await farm.move(recordId, 'mill-7', 28_000)
    const url = `${movements}/${id}/actions`
    const refused = await operator().put(url, { recordId, weighbridge: { empty: 14_000, full: 999_999_999 } })
    expect(refused).toMatchObject({
      status: 400,
      body: {
        validation: [
          {
            path: 'weighbridge.full',
            code: 'maximum',
            message:
              'is 999,999,999 kg, and no lorry weighs more than 200,000 kg: look whether a figure is too many',
          },
        ],
      },
    })
    const empty = await operator().put(url, { recordId, weighbridge: { empty: 200_000.001 } })
    expect(empty).toMatchObject({ status: 400, body: { validation: [{ path: 'weighbridge.empty' }] } })
    expect((await get(id)).inventory.commodity.weight.weight).toBe(28_000)
    const most = await operator().put(url, { recordId, weighbridge: { empty: 14_000, full: 200_000 } })
    expect(most).toMatchObject({
      status: 200,
      body: { message: 'Movement saved: 186,000 kg, as weighed. Still to fill in: driver.' },
    })
  })

  test('the weighed net replaces the weight, and with nothing outstanding it completes by itself', async () => {
    const recordId = await farm.opening(farm.bays[0], 50_000)
    const id = await farm.move(recordId, 'mill-7', 28_000)
    const url = `${movements}/${id}/actions`
    const half = await operator().put(url, {
      recordId,
      driver: { name: 'Sam' },
      weighbridge: { empty: 14_000 },
    })
    expect(half).toMatchObject({
      status: 200,
      body: { message: 'Movement saved: 28,000 kg. Still to fill in: full weight.' },
    })
    const low = await operator().put(url, { recordId, weighbridge: { full: 14_000 } })
    expect(low).toMatchObject({ status: 400, body: { validation: [{ path: 'weighbridge.full' }] } })
    const done = await operator().put(url, { recordId, weighbridge: { full: 42_500.25 } })
    expect(done).toMatchObject({
      status: 200,
      body: { message: 'Movement complete: 28,500.25 kg, as weighed.' },
    })
    expect(await get(id)).toMatchObject({
      status: 'complete',
      driver: { name: 'Sam' },
      inventory: { commodity: { weight: { weight: 28_500.25 } } },
      weighbridge: { empty: { weight: 14_000 }, full: { weight: 42_500.25 } },
      actionsRequired: { status: 'none', outstanding: 0 },
      weightRemaining: { weight: 21_499.75 },
    })
    expect(await farm.weightOf(recordId)).toBe(21_499.75)
  })

  test('a load that was on the scale once says that it is not weighed, wherever its weight is told', async () => {
    const weighbridgeRecord = { full: 42_660 }
    const sender = { id: 'brook-farm', name: 'Brook Farm' }
    const recordId = await farm.intake(farm.bays[0], 0, { weighbridgeRecord, sender, driverName: 'Sam' })
    const [{ id }] = (await operator().get(movements)).body.docs
    const told = async () => {
      const record = (await operator().get(`${base}/records/${recordId}`)).body
      const table = (await operator().get(`${movements}?format=csv`)).body.trim().split('\r\n')
      const column = table[0].split(',').indexOf('weight')
      return {
        movement: (await get(id)).inventory.commodity.weight,
        timeline: record.timeline.map(({ details: { statusMessage, weight } }: TimelineEntry) => [
          statusMessage,
          weight.weight,
        ]),
        csv: table[1].split(',')[column],
        stock: record.yield.current,
      }
    }
    expect(await told()).toEqual({
      movement: { name: 'not weighed', conversion: 1, weight: null },
      timeline: [
        ['Begun with an intake.', 0],
        ['A load not weighed yet came in from Brook Farm.', null],
      ],
      csv: '',
      stock: 0,
    })
    const copied = await operator().post(`${movements}/${id}/duplicate`, { recordId, count: 1 })
    expect(copied.body.message).toBe('One copy stored: a load not weighed yet.')
    await operator().delete(`${movements}/${copied.body.ids[0]}`, { recordId })
    const saved = await operator().put(`${movements}/${id}/actions`, { recordId, driver: { name: 'Jo' } })
    expect(saved.body.message).toBe('Movement saved: a load not weighed yet. Still to fill in: empty weight.')
    await operator().put(`${movements}/${id}/actions`, { recordId, weighbridge: { empty: 14_200 } })
    // It was weighed with that, and has its number.
    const { documentNumber } = await get(id)
    expect(await told()).toMatchObject({
      movement: { weight: 28_460 },
      timeline: [
        {},
        ['28,460 kg came in from Brook Farm.', 28_460],
        // The copy that was deleted, struck through.
        ['A load not weighed yet came in from Brook Farm.', null],
        [expect.stringMatching(/^Movement \d+ deleted: a load not weighed yet from Brook Farm to /), 0],
        [`Movement ${documentNumber} changed: 28,460 kg instead of a load not weighed yet.`, 0],
      ],
      csv: '28460',
      stock: 28_460,
    })
  })

  test('what was completed with something missing can be opened again, and what lacks nothing cannot', async () => {
    const recordId = await farm.opening(farm.bays[0], 50_000)
    const id = await farm.move(recordId, 'mill-7', 28_000)
    const act = async (more: object) =>
      (await operator().put(`${movements}/${id}/actions`, { recordId, ...more })).body.message
    await act({ isComplete: true })
    expect(await act({ driver: { name: 'Sam' } })).toBe('Movement complete: 28,000 kg.')
    expect(await act({ isComplete: false })).toBe(
      'Movement open again: 28,000 kg. Still to fill in: empty weight, full weight.',
    )
    expect(await get(id)).toMatchObject({ status: 'incomplete', completedAtUTC: '' })
    expect((await operator().get(`${movements}/actions`)).body.docs).toMatchObject([{ id }])
    expect(await act({ isComplete: false })).toBe(
      'Movement saved: 28,000 kg. Still to fill in: empty weight, full weight.',
    )
    const weighbridge = { empty: 14_000, full: 42_500 }
    const complete = 'Movement complete, since nothing is left to fill in: 28,500 kg, as weighed.'
    expect(await act({ isComplete: false, weighbridge })).toBe(complete)
    expect(await act({ isComplete: false })).toBe(complete)
    expect(await get(id)).toMatchObject({ status: 'complete' })
  })

  test('what it does not say of the driver stays', async () => {
    const recordId = await farm.opening(farm.bays[0], 1000)
    const id = await farm.move(recordId, 'mill-7', 100, { driver: { name: 'Sam' } })
    const driverAfter = async (driver: object) => {
      expect(await operator().put(`${movements}/${id}/actions`, { recordId, driver })).toMatchObject({
        status: 200,
      })
      return (await get(id)).driver
    }
    const lorry = { vehicleRegistration: 'AB12 CDE', loadReference: 'L-204' }
    expect(await driverAfter(lorry)).toEqual({ name: 'Sam', ...lorry })
    expect(await driverAfter({ name: 'Jo', loadReference: ' ' })).toEqual({ name: 'Jo', ...lorry })
  })

  test('a lorry that is weighed before its day is said to move its stock then', async () => {
    const recordId = await farm.opening(farm.bays[0], 50_000)
    const movementDateISO = new Date(service.clock.now().getTime() + 3 * 86_400_000).toISOString()
    const id = await farm.move(recordId, 'mill-7', 28_000, { movementDateISO })
    const done = await operator().put(`${movements}/${id}/actions`, {
      recordId,
      driver: { name: 'Sam' },
      weighbridge: { empty: 14_000, full: 42_500 },
    })
    expect(done.body.message).toBe(
      `Movement complete: 28,500 kg, as weighed. It is planned for 17 Aug 2026, and its stock moves then: ` +
        'if it has moved already, change the date.',
    )
    expect(await farm.weightOf(recordId)).toBe(50_000)
  })

  test('a full lorry weighs something, whatever it weighs empty', async () => {
    const recordId = await farm.opening(farm.bays[0], 50_000)
    const id = await farm.move(recordId, 'mill-7', 28_000)
    const weighed = await operator().put(`${movements}/${id}/actions`, { recordId, weighbridge: { full: 0 } })
    const validation = (path: string) => [{ path, message: 'must be more than 0' }]
    expect(weighed).toMatchObject({ status: 400, body: { validation: validation('weighbridge.full') } })
    const brought = await operator().post(`${base}/records`, {
      type: 'crop',
      harvestYear: '2026',
      owned: true,
      commodity: { id: WHEAT, type: WINTER },
      storage: [{ storageId: farm.storeId, substorageId: farm.bays[1], weight: 1000 }],
      source: { intake: { weighbridgeRecord: { full: 0 } } },
    })
    const path = 'source.intake.weighbridgeRecord.full'
    expect(brought).toMatchObject({ status: 400, body: { validation: validation(path) } })
  })

  test('isComplete completes it whatever is missing', async () => {
    const recordId = await farm.opening(farm.bays[0], 50_000)
    const id = await farm.move(recordId, 'mill-7', 28_000)
    await operator().put(`${movements}/${id}/actions`, { recordId, isComplete: true })
    expect(await get(id)).toMatchObject({
      status: 'complete',
      actionsRequired: {
        status: 'none',
        outstanding: 0,
        driver: false,
        weighbridge: { empty: false, full: false },
      },
    })
  })

  test('a net that the source never had is refused', async () => {
    const recordId = await farm.opening(farm.bays[0], 1000)
    const id = await farm.move(recordId, 'mill-7', 900)
    const answer = await operator().put(`${movements}/${id}/actions`, {
      recordId,
      weighbridge: { empty: 10, full: 1011 },
    })
    expect(answer).toMatchObject({
      status: 400,
      body: { code: 'insufficient_stock', body: { shortfall: 1 } },
    })
    expect(await get(id)).toMatchObject({ weighbridge: { empty: { weight: null } } })
  })

  test('what was answered of a lorry that nobody weighed can be sent back', async () => {
    const recordId = await farm.opening(farm.bays[0], 50_000)
    const id = await farm.move(recordId, 'mill-7', 28_000)
    const before = await get(id)
    const { empty, full, file } = before.weighbridge
    const answer = await operator().put(`${movements}/${id}/actions`, {
      recordId,
      driver: before.driver,
      weighbridge: { empty: empty.weight, full: full.weight, file },
    })
    expect(answer.status).toBe(200)
    expect(await get(id)).toEqual(before)
  })

  test('a ticket that has been archived since can be sent back, and goes on no other movement', async () => {
    const recordId = await farm.opening(farm.bays[0], 1000)
    const [id, other] = [await farm.move(recordId, 'mill-7', 300), await farm.move(recordId, 'mill-7', 300)]
    const weighbridge = { empty: 1000, file: { id: await makeFile({ service, farm: farm.organisation }) } }
    const put = (movementId: number, full?: number) =>
      operator().put(`${movements}/${movementId}/actions`, {
        recordId,
        weighbridge: { ...weighbridge, full },
      })
    expect((await put(id)).status).toBe(200)
    expect((await operator().delete(`/api/system/files/${weighbridge.file.id}`)).status).toBe(200)
    expect((await put(id, 1400)).status).toBe(200)
    expect((await put(other)).body.validation).toMatchObject([{ path: 'weighbridge.file.id' }])
  })

  test('another organisation’s ticket is a fault of its field, as one that is not there', async () => {
    const recordId = await farm.opening(farm.bays[0], 1000)
    const id = await farm.move(recordId, 'mill-7', 900)
    for (const file of [
      await makeFile({ service, farm: await makeOrganisation(service) }, 'ticket.jpg'),
      newId(),
    ]) {
      const weighbridge = { file: { id: file } }
      const answer = await operator().put(`${movements}/${id}/actions`, { recordId, weighbridge })
      const fault = {
        path: 'weighbridge.file.id',
        message: `is not a file of yours: ${file}`,
        code: 'unknown',
      }
      expect(answer).toMatchObject({ status: 400, body: { validation: [fault] } })
    }
  })

  test('recordId has to be the movement’s own', async () => {
    const recordId = await farm.opening(farm.bays[0], 1000)
    const other = await farm.opening(farm.bays[1], 1000)
    const id = await farm.move(recordId, 'mill-7', 900)
    const answer = await operator().put(`${movements}/${id}/actions`, { recordId: other, isComplete: true })
    expect(answer).toMatchObject({ status: 404 })
  })
})
