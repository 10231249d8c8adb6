import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { shareTestApp, type TestApp } from '../../../test/app.ts'
import { acceptForGood, makeOrganisation, type TestOrganisation } from '../../../test/factories.ts'
import {
  enterRecord,
  FEED,
  GROUP_1,
  makeBay,
  makeBays,
  makeField,
  move,
  records,
  stock,
  WHEAT,
  WINTER,
} from '../../../test/farm.ts'
import { ok } from '../../../test/scene.ts'

let service: TestApp
let farm: TestOrganisation
let other: TestOrganisation

beforeAll(async () => {
  service = await shareTestApp()
  farm = await makeOrganisation(service, { name: 'Hill Farm' })
  other = await makeOrganisation(service, { name: 'Valley Farm' })
})
afterAll(() => service.close())

describe('a record', () => {
  test('is answered in full, with the place, the figures and where it began', async () => {
    const bay = await makeBay(farm)
    const made = await farm.as('manager').post(records, stock(bay, 28_460))
    const { headers } = made
    const short = ok(made)
    expect(headers['location']).toBe(`${records}/${short.id}`)
    expect(short.storage).toMatchObject({
      ...bay,
      name: 'Long Barn',
      description: 'Long Barn, Bay 1',
      type: 'store',
    })
    expect(short).not.toHaveProperty('timeline')

    const body = ok(await farm.as('viewer').get(`${records}/${short.id}`))
    expect(body).toMatchObject({
      id: short.id,
      organisationId: farm.organisationId,
      organisationName: 'Hill Farm',
      status: 'active',
      owned: true,
      soldTo: '',
      soldWeight: 0,
      position: 28_460,
      source: 'existing',
      type: 'crop',
      harvestYear: '2026',
      isRecordInStorage: true,
      commodity: {
        commodity: { id: WHEAT, name: 'Wheat' },
        type: { id: WINTER, name: 'Winter' },
        grade: { id: GROUP_1, name: 'Group 1' },
        tags: [],
        variety: 'Skyfall',
        weight: { name: 'tonne', conversion: 1000, weight: 28_460 },
      },
      yield: { unit: 'kg', initial: 28_460, current: 28_460, total: 28_460, harvested: 0, loss: 0, sold: 0 },
      harvest: { area: 0, harvestPlanId: '', fieldId: '', fieldName: '' },
      storage: {
        id: bay.storageId,
        substorageId: bay.substorageId,
        substorageName: 'Bay 1',
        substorageCount: 1,
        isConflicted: false,
      },
    })
    expect(body.timeline).toMatchObject([{ type: 'created', subtype: 'existing', userName: 'manager key' }])
  })

  test('without a grade says grade 0 with no name; without a place, an empty one', async () => {
    const body = stock(undefined, 1, {
      storage: [],
      commodity: { id: WHEAT, type: WINTER },
      source: { type: 'existing', importWeight: 500 },
    })
    const record = await enterRecord(farm, body)
    expect(record.commodity.grade).toEqual({ id: 0, name: '' })
    expect(record.storage).toMatchObject({ storageId: '', substorageId: 0, type: '', name: '' })
    expect(ok(await farm.as('viewer').get(`${records}/${record.id}`)).storage).toMatchObject({
      id: '',
      type: '',
    })
  })

  test('says what was measured of it, as the mean by weight once stock joined', async () => {
    const bay = await makeBay(farm)
    const intake = (weight: number, value: string, called: object = { name: 'Moisture', metric: '%' }) => {
      const sample = { fields: [{ ...called, value }] }
      return enterRecord(farm, stock(bay, weight, { source: { intake: { sample } } }))
    }
    const first = await intake(3000, '14')
    expect(first.quality).toEqual([{ name: 'Moisture', value: '14', metric: '%' }])
    const { id } = await intake(1000, '16', { name: 'moisture content' })
    expect(id).toBe(first.id)
    const mean = [{ name: 'Moisture', value: '14.5', metric: '%' }]
    expect(ok(await farm.as('viewer').get(`${records}/${id}`)).quality).toEqual(mean)
    const found = ok(await farm.as('viewer').get(`${records}?f:storageId=${bay.storageId}`)).docs
    expect(found).toMatchObject([{ id, quality: mean }])
    const unmeasured = await enterRecord(farm, stock(await makeBay(farm), 10))
    expect(unmeasured.quality).toEqual([])
  })

  test('with another import weight than its places add up to is refused, with both', async () => {
    const bay = await makeBay(farm)
    const entered = (importWeight: number) =>
      farm.as('manager').post(records, stock(bay, 500, { source: { type: 'existing', importWeight } }))
    expect(await entered(400)).toMatchObject({
      status: 400,
      body: {
        validation: [
          {
            path: 'source.importWeight',
            message: 'is 400 kg, but the weights in storage add up to 500 kg',
            code: 'contradiction',
          },
        ],
      },
    })
    expect(await entered(500)).toMatchObject({ status: 200 })
    const intake = await farm.as('manager').post(records, stock(bay, 500, { source: { type: 'intake' } }))
    expect(intake.body.message).toBe('source.type: is intake, but source has no intake')
  })

  test('in no bay is refused, with the field that is wrong and the bays there are', async () => {
    const [bay] = await makeBays(farm, 2)
    const faultIn = async (place: object) => {
      const answer = await farm
        .as('manager')
        .post(records, stock(bay, 1, { storage: [{ weight: 1, ...place }] }))
      return answer.body.validation[0]
    }
    const bays = expect.stringMatching(/; the bays of “Long Barn” are \d+ \(Bay 1\), \d+ \(Bay 2\)$/)
    const storageId = bay?.storageId
    expect(await faultIn({ storageId })).toMatchObject({ path: 'storage[0].substorageId', message: bays })
    expect(await faultIn({ storageId, substorageId: 999 })).toMatchObject({ message: bays })
    expect(await faultIn({ storageId: await makeField(farm, 10) })).toMatchObject({
      path: 'storage[0].storageId',
      code: 'not_a_store',
    })
  })

  test('in a place that is called what it is not is refused, and nothing of it stored', async () => {
    const bay = await makeBay(farm)
    const field = { storageId: await makeField(farm, 10) }
    const planting = { source: { planting: { expectedYield: 8000 } } }
    const bodyIn = (place: object, over: object) =>
      stock(bay, 500, { storage: [{ ...place, weight: 500 }], ...over })
    const called = (path: string, message: string) => ({ path, message, code: 'contradiction' })

    const inStore = await farm.as('manager').post(records, bodyIn({ ...bay, type: 'field' }, {}))
    const isAStore = called('storage[0].type', 'is field, but “Long Barn” is a store')
    expect(inStore).toMatchObject({ status: 400, body: { validation: [isAStore] } })

    const inField = await farm.as('manager').post(records, bodyIn({ ...field, type: 'store' }, planting))
    const isAField = called('storage[0].type', 'is store, but “Long Field” is a field')
    expect(inField).toMatchObject({ status: 400, body: { validation: [isAField] } })

    const { harvestYear, type, commodity } = stock(bay, 500)
    const row = {
      rowNumber: 1,
      type,
      harvestYear,
      commodity,
      field: { ...field, type: 'store' },
      planting: {},
    }
    expect(await farm.as('manager').post('/api/inventory/plantings', [row])).toMatchObject({
      body: { success: 0, results: [{ message: [`field.type: ${isAField.message}`] }] },
    })

    const inNew = await farm.as('manager').post('/api/inventory/storage', {
      name: 'New Barn',
      type: 'store',
      location: null,
      substorage: [{ name: 'Bay 1', record: bodyIn({ type: 'field' }, {}) }],
    })
    const isNew = called('substorage[0].record.storage[0].type', 'is field, but “New Barn” is a store')
    expect(inNew).toMatchObject({ status: 400, body: { validation: [isNew] } })

    expect(await farm.as('manager').post(records, bodyIn({ ...bay, type: 'store' }, {}))).toMatchObject({
      status: 200,
    })
  })

  test('of a planting counts what is expected, not stock', async () => {
    const fieldId = await makeField(farm, 12.5)
    const planting = { plantingAtUTC: '2025-10-02', plantingAtDateType: 'date', expectedYield: 8000 }
    const record = await enterRecord(
      farm,
      stock(undefined, 0, { source: { type: 'planting', planting }, storage: [{ storageId: fieldId }] }),
    )
    expect(record).toMatchObject({
      source: 'planting',
      status: 'active',
      isRecordInStorage: false,
      position: 100_000,
      yield: { initial: 100_000, current: 100_000, harvested: 0, total: 100_000 },
      harvest: { area: 12.5, fieldId, fieldName: 'Long Field' },
      planting: { plantingAtUTC: '2025-10-02', expectedYield: 8000, areaRemaining: 12.5 },
    })
  })

  test('belongs to owner and storer alike, and to nobody else', async () => {
    const third = await makeOrganisation(service)
    await acceptForGood(other, farm)
    const owner = { id: other.organisationId, name: other.name }
    const record = await enterRecord(
      farm,
      stock(await makeBay(farm), 1000, { owned: false, source: { type: 'existing', owner } }),
    )
    const url = `${records}/${record.id}`
    expect(ok(await other.as('viewer').get(url))).toMatchObject({
      owned: false,
      organisationName: 'Valley Farm',
    })
    expect((await third.as('owner').get(url)).status).toBe(404)
    expect((await third.as('owner').patch(url, { harvestYear: '2025' })).status).toBe(404)
    expect(await other.as('owner').patch(url, { harvestYear: '2025' })).toMatchObject({
      status: 403,
      body: { code: 'forbidden' },
    })
    expect((await other.as('owner').post(`${url}/samples`, { commodityGradeId: FEED })).status).toBe(403)

    const found = async (organisation: TestOrganisation, ownerStatus: string) =>
      ok(
        await organisation
          .as('viewer')
          .get(`${records}?ownerStatus=${ownerStatus}&f:storageId=${record.storage.storageId}`),
      ).totalDocs
    expect(await found(farm, 'stored by')).toBe(1)
    expect(await found(farm, 'owned by')).toBe(0)
    expect(await found(other, 'owned by')).toBe(1)
    expect(await found(other, 'stored by')).toBe(0)
    expect(await found(third, 'owned by')).toBe(0)
  })

  test.each(['not-an-id', '01990000-0000-7000-8000-000000000000'])('%s is 404', async (id) => {
    expect((await farm.as('viewer').get(`${records}/${id}`)).status).toBe(404)
    expect((await farm.as('owner').patch(`${records}/${id}`, {})).status).toBe(404)
  })

  test('comes by ids in their order, without what is not the caller’s', async () => {
    const [first, second] = await makeBays(farm, 2)
    const a = await enterRecord(farm, stock(first, 1))
    const b = await enterRecord(farm, stock(second, 2))
    const foreign = await enterRecord(other, stock(await makeBay(other), 3))
    const body = ok(
      await farm.as('viewer').get(`${records}/by-ids?ids=${b.id},${foreign.id},nonsense,${a.id}`),
    )
    expect(body.map((record: { id: string }) => record.id)).toEqual([b.id, a.id])
    expect((await farm.as('viewer').get(`${records}/by-ids`)).status).toBe(400)
    expect(
      (await farm.as('viewer').get(`${records}/by-ids?ids=${Array(201).fill('x').join(',')}`)).status,
    ).toBe(400)
  })
})

describe('the timeline', () => {
  test('tells movements, joins, counts and sales in order of time, with all their details', async () => {
    const [from, to] = await makeBays(farm, 2)
    if (!from || !to) throw new Error('two bays were asked for')
    const source = await enterRecord(
      farm,
      stock(from, 10_000, { source: { type: 'existing', importDateUTC: '2026-08-01' } }),
    )
    const target = await enterRecord(
      farm,
      stock(to, 4000, { source: { type: 'existing', importDateUTC: '2026-08-01' } }),
    )
    const moved = await move(service, farm, {
      recordId: source.id,
      weight: 1500,
      movementDateISO: '2026-08-05T10:00:00Z',
      destination: to,
    })
    await move(service, farm, {
      recordId: source.id,
      weight: 500,
      movementDateISO: '2026-08-03T10:00:00Z',
      sold: true,
      driver: { name: 'A driver', vehicleRegistration: 'AB12 CDE', loadReference: 'L1' },
      destination: { organisationId: 'mill-7', organisationName: 'Town Mill' },
    })
    const adjusted = await farm
      .as('manager')
      .post(`${records}/adjustments`, { records: [{ id: source.id, adjustTo: 7900 }], reasonId: 1 })
    expect(ok(adjusted)[0]).toMatchObject({
      soldTo: 'Town Mill',
      soldWeight: 500,
      yield: { current: 7900, loss: 100, sold: 500, initial: 10_000, total: 10_000 },
    })

    const body = ok(await farm.as('viewer').get(`${records}/${source.id}`))
    expect(
      body.timeline.map(({ type, subtype }: { type: string; subtype: string }) => [type, subtype]),
    ).toEqual([
      ['created', 'existing'],
      ['movement', 'outbound'],
      ['movement', 'internal'],
      ['adjustment', 'adjustment'],
    ])
    const [, sale, transfer, count] = body.timeline
    expect(sale.details).toMatchObject({
      moveAtUTC: '2026-08-03T10:00:00.000Z',
      driverName: 'A driver',
      vehicleRegistration: 'AB12 CDE',
      loadReference: 'L1',
      sold: true,
      status: 'incomplete',
      weight: { weight: 500 },
      origin: from,
      destination: { organisationId: 'mill-7', name: 'Town Mill', storageId: '' },
      weighbridgeRecord: { empty: { name: 'not weighed', weight: null }, full: { name: 'not weighed' } },
    })
    expect(transfer.details).toMatchObject({
      status: 'complete',
      origin: from,
      destination: to,
      weight: { weight: 1500 },
    })
    expect(count.details).toMatchObject({
      weight: { weight: 7900 },
      adjustment: { reasonId: 1, difference: -100, files: [] },
      statusMessage: 'Set to 7,900 kg: stock take; 100 kg lost.',
    })

    const joined = ok(await farm.as('viewer').get(`${records}/${target.id}`)).timeline.at(-1)
    expect(joined).toMatchObject({
      type: 'merge',
      details: { merge: { sourceRecordId: source.id, sourceMovementId: Number(moved.ids?.[0]) } },
    })
  })

  test('of a sale still to come lowers the position, not the balance', async () => {
    const record = await enterRecord(farm, stock(await makeBay(farm), 5000))
    await move(service, farm, {
      recordId: record.id,
      weight: 6000,
      movementDateISO: '2026-09-20',
      sold: true,
      destination: { organisationId: 'mill-7', organisationName: 'Town Mill' },
    })
    const body = ok(await farm.as('viewer').get(`${records}/${record.id}`))
    expect(body).toMatchObject({
      position: -1000,
      soldTo: '',
      yield: { current: 5000, sold: 0 },
      storage: { isConflicted: true },
    })
  })

  test('of a sale still to come leaves the buyer of what has left', async () => {
    const record = await enterRecord(farm, stock(await makeBay(farm), 20_000))
    const sell = (organisationId: string, movementDateISO: string, weight: number) =>
      move(service, farm, {
        recordId: record.id,
        weight,
        movementDateISO,
        sold: true,
        destination: { organisationId, organisationName: `Name of ${organisationId}` },
      })
    await sell('mill-7', service.clock.now().toISOString(), 5000)
    await sell('other', '2026-09-20', 1000)
    const body = ok(await farm.as('viewer').get(`${records}/${record.id}`))
    expect(body).toMatchObject({ soldTo: 'Name of mill-7', soldWeight: 5000, position: 14_000 })
  })
})

describe('a dry run', () => {
  test('says what would change and stores nothing', async () => {
    const bay = await makeBay(farm)
    const record = await enterRecord(farm, stock(bay, 1000))
    const url = `${records}/${record.id}`
    const before = ok(await farm.as('manager').get(url))
    const body = ok(
      await farm.as('manager').post(`${records}/adjustments?dryRun=true`, {
        records: [{ id: record.id, adjustTo: 900 }],
        reasonId: 1,
      }),
    )
    expect(body.dryRun.balances).toMatchObject([{ recordId: record.id, before: 1000, after: 900 }])
    ok(await farm.as('manager').post(`${records}?dryRun=true`, stock(bay, 500)))
    ok(await farm.as('manager').patch(`${url}?dryRun=true`, { commodityGrade: FEED }))
    ok(await farm.as('manager').post(`${url}/samples?dryRun=true`, { commodityGradeId: FEED }))
    expect(ok(await farm.as('manager').get(url))).toEqual(before)
  })
})
