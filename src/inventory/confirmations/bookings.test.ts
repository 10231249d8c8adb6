import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { shareTestApp, type TestApp } from '../../../test/app.ts'
import { makeOrganisation, type TestOrganisation } from '../../../test/factories.ts'
import { base, harvestLoad, makeFarm, type TestFarm } from '../../../test/farm.ts'
import { ok } from '../../../test/scene.ts'
import { notifyOwners } from '../../system/counterparties/notify-owners.ts'

// What an owner judges a confirmation by: each load with its lorry, ticket, weight and bay; and what is left of it once it is decided.

const CONFIRMATIONS = `${base}/confirmations`

let service: TestApp
let store: TestFarm
let owner: TestOrganisation

beforeAll(async () => void (service = await shareTestApp()))
afterAll(() => service.close())
beforeEach(async () => {
  store = await makeFarm(service)
  owner = await makeOrganisation(service, { name: 'Hill Farm' })
})

const inNameOf = ({ organisationId, name }: TestOrganisation) => ({ owner: { id: organisationId, name } })
const listed = async (who = owner, query = '') =>
  ok(await who.as('viewer').get(`${CONFIRMATIONS}${query}`)).docs
const bookings = async (who = owner, query = '') => {
  const [{ id }] = await listed(who, who === owner ? '' : '?as=storer')
  return ok(await who.as('viewer').get(`${CONFIRMATIONS}/${id}/bookings${query}`))
}

/** A lorry of the owner’s that drives onto the weighbridge; what it showed is in kilograms. */
const drive = (bay: number, weighbridgeRecord: object, lorry: object = {}) =>
  store.organisation.as('operator').post(`${base}/records`, {
    type: 'crop',
    harvestYear: '2026',
    owned: false,
    commodity: { id: 1, type: 101, grade: 1010101, variety: 'Skyfall' },
    storage: [{ storageId: store.storeId, substorageId: bay, weight: 0 }],
    source: {
      type: 'intake',
      ...inNameOf(owner),
      intake: {
        moveAtUTC: '2026-08-14T07:00:00Z',
        sender: { id: owner.organisationId, name: owner.name },
        driverName: 'Sam',
        vehicleRegistration: 'KX21 ABC',
        loadReference: 'HF-7',
        weighbridgeRecord,
        ...lorry,
      },
    },
  })

describe('the bookings behind a confirmation', () => {
  test('are its loads, each with lorry, ticket, weight, bay and grade, the latest first', async () => {
    const [first, second, third] = store.bays
    const wheat = await store.opening(first, 500, inNameOf(owner))
    ok(await drive(second, { full: 40_000, empty: 14_000 }))
    ok(
      await drive(
        second,
        { full: 38_000, empty: 14_500 },
        { moveAtUTC: '2026-08-14T08:00:00Z', vehicleRegistration: 'KX70 ZZZ' },
      ),
    )
    // What is moved within the store is no booking.
    await store.move(wheat, third, 120)
    const { docs, totalDocs } = await bookings()
    expect(totalDocs).toBe(3)
    expect(docs).toMatchObject([
      { kind: 'load', weight: 23_500, vehicleRegistration: 'KX70 ZZZ' },
      {
        kind: 'load',
        dateUTC: '2026-08-14T07:00:00.000Z',
        weight: 26_000,
        place: 'Long Barn',
        bay: 'Bay 2',
        vehicleRegistration: 'KX21 ABC',
        driverName: 'Sam',
        loadReference: 'HF-7',
        senderName: 'Hill Farm',
        grade: { id: 1010101 },
        variety: 'Skyfall',
      },
      { kind: 'opening', weight: 500, bay: 'Bay 1', documentNumber: '' },
    ])
    expect(docs[1].documentNumber).not.toBe('')
    expect((await bookings(owner, '?limit=1&offset=2')).docs).toEqual([docs[2]])
    // The storer sees them as well, and nobody else.
    expect((await bookings(store.organisation)).docs).toEqual(docs)
    const [{ id }] = await listed()
    const stranger = await makeOrganisation(service)
    expect((await stranger.as('owner').get(`${CONFIRMATIONS}/${id}/bookings`)).status).toBe(404)
  })

  test('are still there when it is accepted, with what was harvested since', async () => {
    const crop = await store.planting(inNameOf(owner))
    const { harvest } = ok(await store.organisation.as('viewer').get(`${base}/records/${crop}`))
    const load = harvestLoad({
      fieldId: store.fieldId,
      storageId: store.storeId,
      substorageId: store.bays[0],
      dateISO: '2026-08-14',
      weightNet: 9000,
    })
    const [{ id }] = await listed()
    ok(await owner.as('manager').post(`${CONFIRMATIONS}/accept`, { ids: [id] }))
    ok(
      await store.organisation
        .as('operator')
        .post(`${base}/harvest-plans/${harvest.harvestPlanId}/loads`, [load]),
    )
    const { docs } = ok(await owner.as('viewer').get(`${CONFIRMATIONS}/${id}/bookings`))
    expect(docs).toMatchObject([
      { kind: 'crop', weight: null, area: 10, place: 'Top Field', bay: '' },
      { kind: 'load', weight: 9000, area: 0, bay: 'Bay 1' },
    ])
  })

  test('are not those of another owner, commodity or year', async () => {
    const other = await makeOrganisation(service, { name: 'Far Farm' })
    await store.opening(store.bays[0], 500, inNameOf(owner))
    await store.opening(store.bays[1], 70, inNameOf(other))
    await store.opening(store.bays[2], 80, { ...inNameOf(owner), harvestYear: '2025', at: '2025-08-01' })
    for (const { id, harvestYear } of await listed()) {
      const { docs } = ok(await owner.as('viewer').get(`${CONFIRMATIONS}/${id}/bookings`))
      expect(docs).toMatchObject([{ weight: harvestYear === '2025' ? 80 : 500 }])
    }
  })
})

describe('a lorry that was weighed once', () => {
  const asked = async () =>
    service.database.db
      .selectFrom('events')
      .select('type')
      .where('organisation_id', '=', owner.organisationId)
      .where('type', '=', 'confirmation.asked')
      .execute()
  const today = async () => ok(await owner.as('viewer').get(`${base}/today`)).toConfirm

  test('is told of when its weight is known, and not before', async () => {
    const { id: recordId } = ok(await drive(store.bays[0], { full: 40_000 }))
    const tell = () => notifyOwners(service.database, service.clock.now())
    await tell()
    expect([await asked(), (await today()).stock, await listed()]).toMatchObject([
      [],
      0,
      [{ status: 'pending', weight: 0 }],
    ])
    expect((await bookings()).docs).toMatchObject([{ weight: null, vehicleRegistration: 'KX21 ABC' }])
    const [{ id }] = ok(await store.organisation.as('viewer').get(`${base}/movements`)).docs
    const weighbridge = { full: 40_000, empty: 14_000 }
    ok(
      await store.organisation
        .as('operator')
        .put(`${base}/movements/${id}/actions`, { recordId, weighbridge }),
    )
    await tell()
    await tell()
    expect([(await asked()).length, await today()]).toMatchObject([1, { stock: 1, weight: 26_000 }])
  })
})

test('what was decided is listed, the latest first, for either side, and may be decided otherwise', async () => {
  await store.opening(store.bays[0], 500, inNameOf(owner))
  const [wheat] = await listed()
  await store.opening(store.bays[1], 70, { ...inNameOf(owner), commodity: { id: 2, type: 201 } })
  const barley = (await listed()).find(({ id }: { id: string }) => id !== wheat.id)
  const as = owner.as('manager')
  ok(await as.post(`${CONFIRMATIONS}/decline`, { ids: [barley.id] }))
  service.clock.advance({ minutes: 1 })
  ok(await as.post(`${CONFIRMATIONS}/accept`, { ids: [wheat.id] }))
  const decided = () => listed(owner, '?status=decided')
  expect(await decided()).toMatchObject([
    { id: wheat.id, status: 'accepted' },
    { id: barley.id, status: 'declined' },
  ])
  expect((await decided())[0].decidedByName).not.toBe('')
  const told = async () => ok(await store.organisation.as('viewer').get(`${base}/today`)).toConfirm
  expect(await told()).toMatchObject({ accepted: 1, declined: 1 })
  service.clock.advance({ minutes: 1 })
  ok(await as.post(`${CONFIRMATIONS}/accept`, { ids: [barley.id] }))
  expect(await decided()).toMatchObject([
    { id: barley.id, status: 'accepted' },
    { id: wheat.id, status: 'accepted' },
  ])
  const theirs = await listed(store.organisation, '?as=storer&status=decided')
  expect(theirs).toMatchObject([{ decidedByName: '', owner: { name: 'Hill Farm' } }, {}])
  expect(await told()).toMatchObject({ accepted: 2, declined: 0 })
  service.clock.advance({ hours: 8 * 24 })
  expect(await told()).toMatchObject({ accepted: 0, declined: 0 })
})
