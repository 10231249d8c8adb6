import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestApp, type Answer, type TestApp } from '../../../test/app.ts'
import { makeOrganisation, type TestOrganisation } from '../../../test/factories.ts'
import { inTransaction } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import { newId } from '../../kernel/ids.ts'
import { createMovement } from '../movements/create-movements.ts'

const WHEAT = 1
const WINTER = 101
const GROUP_1 = 1010101
const FEED = 1010106
const SPRING_GROUP_1 = 1010201
const BARLEY = 2
const ORGANIC = 1
const CONVENTIONAL = 3

const base = '/api/inventory/records'

let service: TestApp
let farm: TestOrganisation
let other: TestOrganisation

beforeAll(async () => {
  service = await openTestApp()
  farm = await makeOrganisation(service, { name: 'Hill Farm' })
  other = await makeOrganisation(service, { name: 'Valley Farm' })
})
afterAll(() => service.close())

function ok({ status, body, headers }: Answer) {
  expect(status, JSON.stringify(body)).toBe(200)
  return { body, headers }
}

interface Bay {
  storageId: string
  substorageId: number
}

async function makeBays(organisation: TestOrganisation, count = 1, body: object = {}): Promise<Bay[]> {
  const substorage = Array.from({ length: count }, (_each, index) => ({ name: `Bay ${index + 1}` }))
  const answer = await organisation
    .as('manager')
    .post('/api/inventory/storage', { name: 'Long Barn', type: 'store', location: null, substorage, ...body })
  const { body: store } = ok(answer)
  return store.substorage.map((bay: { id: number }) => ({ storageId: store.id, substorageId: bay.id }))
}

async function makeBay(organisation: TestOrganisation, body: object = {}): Promise<Bay> {
  const [bay] = await makeBays(organisation, 1, body)
  if (!bay) throw new Error('a store was made without its bay')
  return bay
}

async function makeField(organisation: TestOrganisation, area = 10): Promise<string> {
  const field = { name: 'Long Field', type: 'field', area, location: null, substorage: [] }
  return ok(await organisation.as('manager').post('/api/inventory/storage', field)).body.id
}

function stock(bay: Bay | undefined, weight: number, overrides: object = {}) {
  return {
    type: 'crop',
    harvestYear: '2026',
    owned: true,
    commodity: { id: WHEAT, type: WINTER, grade: GROUP_1, variety: 'Skyfall' },
    source: { type: 'existing' },
    storage: [{ ...bay, weight }],
    ...overrides,
  }
}

async function makeRecord(organisation: TestOrganisation, body: object) {
  return ok(await organisation.as('manager').post(base, body)).body
}

async function makeFile(organisation: TestOrganisation, name = 'ticket.pdf'): Promise<string> {
  const id = newId()
  await service.database.db
    .insertInto('files')
    .values({
      id,
      organisation_id: organisation.organisationId,
      user_name: 'Office',
      bucket: 'files',
      type: 'misc',
      name,
      content_type: 'application/pdf',
      size_bytes: 3,
      sha256: Buffer.alloc(32),
      storage_key: id,
      created_at: service.clock.now(),
    })
    .execute()
  return id
}

function actorOf(organisation: TestOrganisation): Actor {
  return {
    organisationId: organisation.organisationId,
    organisationName: organisation.name,
    countryISO: 'GB',
    timeZone: 'Europe/London',
    userId: organisation.owner.userId,
    userName: 'Test Owner',
    role: 'owner',
    isPlatformAdmin: false,
    now: service.clock.now(),
  }
}

function move(organisation: TestOrganisation, body: Parameters<typeof createMovement>[2]) {
  return inTransaction(service.database.db, (trx) => createMovement(trx, actorOf(organisation), body))
}

describe('a record', () => {
  test('is answered in full, with the place, the figures and where it began', async () => {
    const bay = await makeBay(farm)
    const made = await farm.as('manager').post(base, stock(bay, 28_460))
    const { body: short, headers } = ok(made)
    expect(headers['location']).toBe(`${base}/${short.id}`)
    expect(short.storage).toMatchObject({
      ...bay,
      name: 'Long Barn',
      description: 'Long Barn, Bay 1',
      type: 'store',
    })
    expect(short).not.toHaveProperty('timeline')

    const { body } = ok(await farm.as('viewer').get(`${base}/${short.id}`))
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
    const record = await makeRecord(farm, body)
    expect(record.commodity.grade).toEqual({ id: 0, name: '' })
    expect(record.storage).toMatchObject({ storageId: '', substorageId: 0, type: '', name: '' })
    expect(ok(await farm.as('viewer').get(`${base}/${record.id}`)).body.storage).toMatchObject({
      id: '',
      type: '',
    })
  })

  test('of a planting counts what is expected, not stock', async () => {
    const fieldId = await makeField(farm, 12.5)
    const planting = { plantingAtUTC: '2025-10-02', plantingAtDateType: 'date', expectedYield: 8000 }
    const record = await makeRecord(
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
    const owner = { id: other.organisationId, name: other.name }
    const record = await makeRecord(
      farm,
      stock(await makeBay(farm), 1000, { owned: false, source: { type: 'existing', owner } }),
    )
    const url = `${base}/${record.id}`
    expect(ok(await other.as('viewer').get(url)).body).toMatchObject({
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
          .get(`${base}?ownerStatus=${ownerStatus}&f:storageId=${record.storage.storageId}`),
      ).body.totalDocs
    expect(await found(farm, 'stored by')).toBe(1)
    expect(await found(farm, 'owned by')).toBe(0)
    expect(await found(other, 'owned by')).toBe(1)
    expect(await found(other, 'stored by')).toBe(0)
    expect(await found(third, 'owned by')).toBe(0)
  })

  test.each(['not-an-id', '01990000-0000-7000-8000-000000000000'])('%s is 404', async (id) => {
    expect((await farm.as('viewer').get(`${base}/${id}`)).status).toBe(404)
    expect((await farm.as('owner').patch(`${base}/${id}`, {})).status).toBe(404)
  })

  test('comes by ids in their order, without what is not the caller’s', async () => {
    const [first, second] = await makeBays(farm, 2)
    const a = await makeRecord(farm, stock(first, 1))
    const b = await makeRecord(farm, stock(second, 2))
    const foreign = await makeRecord(other, stock(await makeBay(other), 3))
    const { body } = ok(
      await farm.as('viewer').get(`${base}/by-ids?ids=${b.id},${foreign.id},nonsense,${a.id}`),
    )
    expect(body.map((record: { id: string }) => record.id)).toEqual([b.id, a.id])
    expect((await farm.as('viewer').get(`${base}/by-ids`)).status).toBe(400)
    expect((await farm.as('viewer').get(`${base}/by-ids?ids=${Array(201).fill('x').join(',')}`)).status).toBe(
      400,
    )
  })
})

describe('the timeline', () => {
  test('tells movements, joins, counts and sales in order of time, with all their details', async () => {
    const [from, to] = await makeBays(farm, 2)
    if (!from || !to) throw new Error('two bays were asked for')
    const source = await makeRecord(
      farm,
      stock(from, 10_000, { source: { type: 'existing', importDateUTC: '2026-08-01' } }),
    )
    const target = await makeRecord(
      farm,
      stock(to, 4000, { source: { type: 'existing', importDateUTC: '2026-08-01' } }),
    )
    const moved = await move(farm, {
      recordId: source.id,
      weight: 1500,
      movementDateISO: '2026-08-05T10:00:00Z',
      destination: to,
    })
    await move(farm, {
      recordId: source.id,
      weight: 500,
      movementDateISO: '2026-08-03T10:00:00Z',
      sold: true,
      driver: { name: 'A driver', vehicleRegistration: 'AB12 CDE', loadReference: 'L1' },
      destination: { organisationId: 'mill-7', organisationName: 'Town Mill' },
    })
    const adjusted = await farm
      .as('manager')
      .post(`${base}/adjustments`, { records: [{ id: source.id, adjustTo: 7900 }], reasonId: 1 })
    expect(ok(adjusted).body[0]).toMatchObject({
      soldTo: 'Town Mill',
      soldWeight: 500,
      yield: { current: 7900, loss: 100, sold: 500, initial: 10_000, total: 10_000 },
    })

    const { body } = ok(await farm.as('viewer').get(`${base}/${source.id}`))
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
      adjustment: { reasonId: 1, files: [] },
      statusMessage: 'Set to 7,900 kg: stock take.',
    })

    const joined = ok(await farm.as('viewer').get(`${base}/${target.id}`)).body.timeline.at(-1)
    expect(joined).toMatchObject({
      type: 'merge',
      details: { merge: { sourceRecordId: source.id, sourceMovementId: Number(moved.ids?.[0]) } },
    })
  })

  test('of a sale still to come lowers the position, not the balance', async () => {
    const record = await makeRecord(farm, stock(await makeBay(farm), 5000))
    await move(farm, {
      recordId: record.id,
      weight: 6000,
      movementDateISO: '2026-09-20',
      sold: true,
      destination: { organisationId: 'mill-7', organisationName: 'Town Mill' },
    })
    const { body } = ok(await farm.as('viewer').get(`${base}/${record.id}`))
    expect(body).toMatchObject({
      position: -1000,
      yield: { current: 5000, sold: 0 },
      storage: { isConflicted: true },
    })
  })
})

describe('updating', () => {
  test('changes what is given and says so in the timeline', async () => {
    const record = await makeRecord(farm, stock(await makeBay(farm), 1000))
    const body = { commodityGrade: FEED, harvestYear: '2025', tags: [ORGANIC] }
    const { body: updated } = ok(await farm.as('manager').patch(`${base}/${record.id}`, body))
    expect(updated).toMatchObject({
      harvestYear: '2025',
      commodity: { grade: { id: FEED }, tags: [{ id: ORGANIC, name: 'Organic' }], variety: 'Skyfall' },
    })
    expect(updated.timeline.at(-1)).toMatchObject({
      type: 'updated',
      details: {
        statusMessage:
          'Changed grade from Group 1 to Feed, harvest year from 2026 to 2025, tags from none to Organic.',
      },
    })
    const again = ok(await farm.as('manager').patch(`${base}/${record.id}`, body)).body
    expect(again.timeline).toHaveLength(updated.timeline.length)
    const ungraded = ok(await farm.as('manager').patch(`${base}/${record.id}`, { commodityGrade: null })).body
    expect(ungraded.commodity.grade).toEqual({ id: 0, name: '' })
  })

  test('changes a planting’s date and expected yield', async () => {
    const record = await makeRecord(
      farm,
      stock(undefined, 0, {
        source: { type: 'planting', planting: { expectedYield: 8000 } },
        storage: [{ storageId: await makeField(farm, 2) }],
      }),
    )
    const body = { plantingAtUTC: '2025-10', plantingAtDateType: 'month', plantingExpectedYield: 9000.5 }
    expect((await farm.as('manager').patch(`${base}/${record.id}`, body)).body.validation).toMatchObject([
      { path: 'plantingAtUTC' },
    ])
    const { body: updated } = ok(
      await farm.as('manager').patch(`${base}/${record.id}`, { ...body, plantingAtUTC: '2025-10-01' }),
    )
    expect(updated).toMatchObject({
      planting: { plantingAtUTC: '2025-10-01', plantingAtDateType: 'month', expectedYield: 9000.5 },
      yield: { initial: 18_001, current: 18_001 },
    })
  })

  test.each([
    ['a grade of another type', { commodityGrade: SPRING_GROUP_1 }, ['commodityGrade']],
    ['an unknown tag', { tags: [ORGANIC, 9999] }, ['tags[1]']],
    ['tags that contradict each other', { tags: [ORGANIC, CONVENTIONAL] }, ['tags']],
    ['no harvest year', { harvestYear: 'last' }, ['harvestYear']],
    ['a split year in a country without', { harvestYear: '2026/27' }, ['harvestYear']],
    [
      'planting fields of stock',
      { plantingExpectedYield: 1, plantingAtUTC: '2025-10-01' },
      ['plantingAtUTC', 'plantingExpectedYield'],
    ],
    ['an unknown field', { weight: 5 }, ['weight']],
    ['several at once', { commodityGrade: 5, harvestYear: 'x2026' }, ['commodityGrade', 'harvestYear']],
  ])('refuses %s and changes nothing', async (_what, body, paths) => {
    const record = await makeRecord(farm, stock(await makeBay(farm), 1000))
    const before = ok(await farm.as('viewer').get(`${base}/${record.id}`)).body
    const answer = await farm.as('manager').patch(`${base}/${record.id}`, body)
    expect(answer.status).toBe(400)
    expect(answer.body.validation.map(({ path }: { path: string }) => path)).toEqual(paths)
    expect(ok(await farm.as('viewer').get(`${base}/${record.id}`)).body).toEqual(before)
  })

  test('refuses to make two parcels of one bay the same', async () => {
    const bay = await makeBay(farm)
    const old = await makeRecord(farm, stock(bay, 1000, { harvestYear: '2025' }))
    await farm
      .as('manager')
      .post(`${base}/adjustments`, { records: [{ id: old.id, adjustTo: 0 }], reasonId: 6 })
    const fresh = await makeRecord(farm, stock(bay, 2000))
    const answer = await farm.as('manager').patch(`${base}/${fresh.id}`, { harvestYear: '2025' })
    expect(answer).toMatchObject({
      status: 400,
      body: { code: 'incompatible_stock', body: { recordId: fresh.id, otherRecordId: old.id } },
    })
  })

  test('honours If-Match', async () => {
    const record = await makeRecord(farm, stock(await makeBay(farm), 1000))
    const url = `${base}/${record.id}`
    const etag = String((await farm.as('manager').get(url)).headers['etag'])
    expect((await farm.as('manager').get(url, { 'if-none-match': etag })).status).toBe(304)
    const first = await farm.as('manager').patch(url, { commodityGrade: FEED }, { 'if-match': etag })
    expect(ok(first).headers['etag']).toBe((await farm.as('manager').get(url)).headers['etag'])
    expect(
      (await farm.as('manager').patch(url, { commodityGrade: GROUP_1 }, { 'if-match': etag })).status,
    ).toBe(412)
  })
})

describe('samples', () => {
  test('are kept with their files, and regrade', async () => {
    const record = await makeRecord(farm, stock(await makeBay(farm), 1000))
    const [photo, report] = [await makeFile(farm, 'photo.jpg'), await makeFile(farm, 'report.pdf')]
    const { body } = ok(
      await farm.as('operator').post(`${base}/${record.id}/samples`, {
        fields: [
          { name: 'Moisture', value: '14,5', metric: '%' },
          { name: 'Smell', value: 'sound', metric: '' },
        ],
        file: { id: photo },
        files: [{ id: report, name: 'report.pdf' }],
        commodityGradeId: FEED,
      }),
    )
    expect(body.commodity.grade).toEqual({ id: FEED, name: 'Feed' })
    const [sample, regraded] = body.timeline.slice(-2)
    expect(sample).toMatchObject({
      type: 'sample',
      details: {
        statusMessage: 'Sampled: Moisture 14,5 %, Smell sound.',
        sample: {
          file: { name: 'photo.jpg' },
          files: [{ id: photo }, { id: report }],
          commodityGradeId: FEED,
        },
      },
    })
    expect(regraded).toMatchObject({
      type: 'updated',
      details: { statusMessage: 'Regraded from Group 1 to Feed.' },
    })
    const { quality } = await service.database.db
      .selectFrom('records')
      .select('quality')
      .where('id', '=', record.id)
      .executeTakeFirstOrThrow()
    expect(quality).toEqual({ Moisture: { value: 14.5, metric: '%' } })
  })

  test.each([
    ['nothing', {}, ['fields']],
    [
      'somebody else’s file',
      { file: { id: 'foreign' }, files: [{ id: 'foreign' }] },
      ['file.id', 'files[0].id'],
    ],
    ['a grade of another commodity', { commodityGradeId: 5 }, ['commodityGradeId']],
    [
      'one thing measured twice',
      {
        fields: [
          { name: 'Oil', value: '1', metric: '%' },
          { name: 'oil ', value: '2', metric: '%' },
        ],
      },
      ['fields[1].name'],
    ],
  ])('refuses %s', async (_what, body, paths) => {
    const foreign = await makeFile(other)
    const record = await makeRecord(farm, stock(await makeBay(farm), 1000))
    const answer = await farm
      .as('operator')
      .post(`${base}/${record.id}/samples`, JSON.parse(JSON.stringify(body).replaceAll('foreign', foreign)))
    expect(answer.status).toBe(400)
    expect(answer.body.validation.map(({ path }: { path: string }) => path)).toEqual(paths)
  })
})

describe('files of an adjustment', () => {
  test('are attached once and taken off again', async () => {
    const record = await makeRecord(farm, stock(await makeBay(farm), 1000))
    const { body } = ok(
      await farm
        .as('manager')
        .post(`${base}/adjustments`, { records: [{ id: record.id, adjustTo: 900 }], reasonId: null }),
    )
    const url = `${base}/${record.id}/adjustments/${body[0].timeline.at(-1).details.id}/files`
    const file = await makeFile(farm)
    const attached = async () =>
      ok(await farm.as('viewer').get(`${base}/${record.id}`)).body.timeline.at(-1).details.adjustment.files
    ok(await farm.as('manager').put(url, { id: file }))
    ok(await farm.as('manager').put(url, { id: file, name: 'again' }))
    expect(await attached()).toMatchObject([{ id: file, name: 'ticket.pdf' }])

    expect((await farm.as('manager').put(url, { id: await makeFile(other) })).body.validation).toMatchObject([
      { path: 'id' },
    ])
    expect((await farm.as('manager').put(url.replace(/\d+\/files$/, '0/files'), { id: file })).status).toBe(
      404,
    )
    expect((await other.as('manager').put(url, { id: file })).status).toBe(404)
    expect((await farm.as('operator').put(url, { id: file })).status).toBe(403)

    ok(await farm.as('manager').delete(`${url}/${file}`))
    expect((await farm.as('manager').delete(`${url}/${file}`)).status).toBe(404)
    expect(await attached()).toEqual([])
  })
})

describe('the search', () => {
  let mill: TestOrganisation

  beforeAll(async () => {
    mill = await makeOrganisation(service, { name: 'Mill Lane' })
    const location = { address: { city: 'Harpenden', region: 'Hertfordshire', regionISO: 'GB-HRT' } }
    const [a, b, c] = await makeBays(mill, 3, {
      location,
      businessUnitIds: [mill.businessUnitId],
      tags: ['dry'],
      name: 'North Store',
    })
    await makeRecord(mill, stock(a, 10_000, { name: '=SUM(A1)', tags: ['early'] }))
    await makeRecord(
      mill,
      stock(b, 5000.5, {
        commodity: { id: WHEAT, type: WINTER, grade: FEED, variety: 'Graham', tags: [ORGANIC] },
      }),
    )
    await makeRecord(mill, stock(c, 2000, { harvestYear: '2025', commodity: { id: BARLEY, type: 201 } }))
    await makeRecord(
      mill,
      stock(undefined, 0, {
        source: { type: 'planting', planting: { expectedYield: 7000 } },
        storage: [{ storageId: await makeField(mill, 3) }],
      }),
    )
  })

  const search = async (query: string) => ok(await mill.as('viewer').get(`${base}${query}`)).body
  const hits = (body: Answer['body'], name: string) =>
    Object.fromEntries(
      body.facets
        .find((facet: { name: string }) => facet.name === name)
        .terms.map((term: { name: string; hits: string }) => [term.name, term.hits]),
    )

  test('adds up what was found, per commodity and per place', async () => {
    const body = await search('')
    expect(body).toMatchObject({ totalDocs: 4, limit: 25, offset: 0, clearUrl: base })
    expect(body.docs[0]).not.toHaveProperty('timeline')
    expect(body.aggregations).toMatchObject([
      { name: 'weight', unit: 'kg', sum: 38_000.5, min: 2000, max: 21_000, hits: 4 },
      { name: 'area', unit: 'ha', sum: 3, count: 1 },
    ])
    expect(body.custom).toMatchObject({
      commodities: [
        {
          commodity: { id: WHEAT, name: 'Wheat', totalWeight: 36_000.5, soldWeight: 0 },
          types: [
            {
              id: WINTER,
              name: 'Winter',
              totalWeight: 36_000.5,
              grades: [
                { id: GROUP_1, totalWeight: 31_000 },
                { id: FEED, totalWeight: 5000.5 },
              ],
            },
          ],
        },
        {
          commodity: { id: BARLEY, totalWeight: 2000 },
          types: [{ grades: [{ id: 0, name: '', totalWeight: 2000 }] }],
        },
      ],
      businesses: [{ id: mill.businessUnitId, totalWeight: 17_000.5 }],
      locations: [{ id: 'Harpenden', totalWeight: 17_000.5 }],
      areas: [
        { name: 'Long Field', totalWeight: 21_000 },
        { name: 'North Store', totalWeight: 17_000.5 },
      ],
      regions: [{ id: 'GB-HRT', name: 'Hertfordshire', totalWeight: 17_000.5 }],
    })
  })

  test('counts a facet under the other filters', async () => {
    const body = await search(`?f:commodity=${WHEAT}&f:storageType=store`)
    expect(body.totalDocs).toBe(2)
    expect(hits(body, 'f:commodity')).toEqual({ Wheat: '2', Barley: '1' })
    expect(hits(body, 'f:storageType')).toEqual({ Store: '2', Field: '1' })
    expect(hits(body, 'f:commodityGrade')).toEqual({ 'Group 1': '1', Feed: '1' })
    expect(hits(body, 'f:commodityTags')).toEqual({ Organic: '1' })
    expect(hits(body, 'f:organisationId')).toEqual({ 'Mill Lane': '2' })
    expect(hits(body, 'f:tagl')).toEqual({ dry: '2' })
    expect(hits(body, 'f:tags')).toEqual({ early: '1' })
    const barley = body.facets[1].terms.find((term: { name: string }) => term.name === 'Barley')
    expect(ok(await mill.as('viewer').get(barley.url)).body.totalDocs).toBe(3)
  })

  test.each([
    ['f:commodityType=101&sortBy=weight&sortDesc=true', [21_000, 10_000, 5000.5]],
    ['f:harvestYear=2025', [2000]],
    ['f:commodityVariety=Skyfall,Graham&f:type=crop&sortBy=weight', [5000.5, 10_000, 21_000]],
    ['f:location=Harpenden&f:regionISO=GB-HRT&f:tagl=dry&sortBy=weight', [2000, 5000.5, 10_000]],
    ['f:status=active&sortBy=weight&limit=2&offset=1', [5000.5, 10_000]],
    ['f:status=empty', []],
    ['requiresCleaning=true', []],
    ['docs=false', []],
  ])('finds by %s', async (query, weights) => {
    const { docs } = await search(`?${query}`)
    expect(docs.map((doc: Answer['body']) => doc.yield.current)).toEqual(weights)
  })

  test.each([
    '?colour=red',
    '?sortBy=shape',
    '?f:commodity=wheat',
    '?f:storageId=1',
    '?ownerStatus=mine',
    '?limit=0',
  ])('refuses %s', async (query) => {
    const answer = await mill.as('viewer').get(`${base}${query}`)
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_input' } })
    expect(answer.body.validation).toHaveLength(1)
  })

  test('gives the same rows as CSV, without paging, and defuses formulas', async () => {
    const answer = ok(await mill.as('viewer').get(`${base}?limit=1&sortBy=weight&format=csv`))
    expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8')
    const rows: Record<string, string>[] = parse(answer.body, { columns: true, bom: true })
    const { docs } = await search('?sortBy=weight')
    expect(rows.map((row) => [row['id'], Number(row['current kg'])])).toEqual(
      docs.map((doc: Answer['body']) => [doc.id, doc.yield.current]),
    )
    expect(rows.map((row) => row['name'])).toContain("'=SUM(A1)")
  })
})
