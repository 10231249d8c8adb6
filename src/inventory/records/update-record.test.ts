import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { shareTestApp, type TestApp } from '../../../test/app.ts'
import { makeOrganisation, type TestOrganisation } from '../../../test/factories.ts'
import {
  CONVENTIONAL,
  enterRecord,
  FEED,
  GROUP_1,
  makeBay,
  makeField,
  ORGANIC,
  records,
  SPRING_GROUP_1,
  stock,
} from '../../../test/farm.ts'
import { makeFile, ok } from '../../../test/scene.ts'
import { newId } from '../../kernel/ids.ts'

let service: TestApp
let farm: TestOrganisation
let other: TestOrganisation

beforeAll(async () => {
  service = await shareTestApp()
  farm = await makeOrganisation(service, { name: 'Hill Farm' })
  other = await makeOrganisation(service, { name: 'Valley Farm' })
})
afterAll(() => service.close())

describe('updating', () => {
  test('changes what is given and says so in the timeline', async () => {
    const record = await enterRecord(farm, stock(await makeBay(farm), 1000))
    const body = { commodityGrade: FEED, harvestYear: '2025', tags: [ORGANIC] }
    const updated = ok(await farm.as('manager').patch(`${records}/${record.id}`, body))
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
    const again = ok(await farm.as('manager').patch(`${records}/${record.id}`, body))
    expect(again.timeline).toHaveLength(updated.timeline.length)
    const ungraded = ok(await farm.as('manager').patch(`${records}/${record.id}`, { commodityGrade: null }))
    expect(ungraded.commodity.grade).toEqual({ id: 0, name: '' })
  })

  test('changes a planting’s date and expected yield', async () => {
    const record = await enterRecord(
      farm,
      stock(undefined, 0, {
        source: { type: 'planting', planting: { expectedYield: 8000 } },
        storage: [{ storageId: await makeField(farm, 2) }],
      }),
    )
    const body = { plantingAtUTC: '2025-10', plantingAtDateType: 'month', plantingExpectedYield: 9000.5 }
    expect((await farm.as('manager').patch(`${records}/${record.id}`, body)).body.validation).toMatchObject([
      { path: 'plantingAtUTC' },
    ])
    const updated = ok(
      await farm.as('manager').patch(`${records}/${record.id}`, { ...body, plantingAtUTC: '2025-10-01' }),
    )
    expect(updated).toMatchObject({
      planting: { plantingAtUTC: '2025-10-01', plantingAtDateType: 'month', expectedYield: 9000.5 },
      yield: { initial: 18_001, current: 18_001 },
    })
  })

  test.each([
    ['a planting of which little is known', { planting: {} }],
    ['a planting with a date', { planting: { plantingAtUTC: '2025-10-02', expectedYield: 8000 } }],
    ['stock', {}],
  ])('of %s, takes back what was answered and changes nothing', async (_what, source) => {
    const isPlanting = 'planting' in source
    const body = isPlanting
      ? stock(undefined, 0, { source, storage: [{ storageId: await makeField(farm, 2) }] })
      : stock(await makeBay(farm), 1000)
    const record = await enterRecord(farm, body)
    const before = ok(await farm.as('viewer').get(`${records}/${record.id}`))
    const { plantingAtUTC, plantingAtDateType, expectedYield } = before.planting
    const answer = await farm.as('manager').patch(`${records}/${record.id}`, {
      commodityGrade: before.commodity.grade.id,
      harvestYear: before.harvestYear,
      tags: before.commodity.tags.map(({ id }: { id: number }) => id),
      plantingAtUTC,
      plantingAtDateType,
      plantingExpectedYield: expectedYield,
    })
    expect(ok(answer)).toEqual(before)
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
    const record = await enterRecord(farm, stock(await makeBay(farm), 1000))
    const before = ok(await farm.as('viewer').get(`${records}/${record.id}`))
    const answer = await farm.as('manager').patch(`${records}/${record.id}`, body)
    expect(answer.status).toBe(400)
    expect(answer.body.validation.map(({ path }: { path: string }) => path)).toEqual(paths)
    expect(ok(await farm.as('viewer').get(`${records}/${record.id}`))).toEqual(before)
  })

  test('another harvest year is in the name, unless somebody gave it one', async () => {
    const manager = farm.as('manager')
    const plain = await enterRecord(farm, stock(await makeBay(farm), 1000))
    const named = await enterRecord(farm, {
      ...stock(await makeBay(farm), 1000),
      name: 'Winter wheat for seed 2026',
    })
    const change = async (id: string) =>
      ok(await manager.patch(`${records}/${id}`, { harvestYear: '2025' })).name
    expect(plain.name).toContain('2026')
    expect(await change(plain.id)).toBe(plain.name.replace('2026', '2025'))
    expect(await change(named.id)).toBe(named.name)
  })

  test('refuses to make two parcels of one bay the same', async () => {
    const bay = await makeBay(farm)
    const old = await enterRecord(farm, stock(bay, 1000, { harvestYear: '2025' }))
    await farm
      .as('manager')
      .post(`${records}/adjustments`, { records: [{ id: old.id, adjustTo: 0 }], reasonId: 6 })
    const fresh = await enterRecord(farm, stock(bay, 2000))
    const answer = await farm.as('manager').patch(`${records}/${fresh.id}`, { harvestYear: '2025' })
    expect(answer).toMatchObject({
      status: 400,
      body: { code: 'incompatible_stock', body: { recordId: fresh.id, otherRecordId: old.id } },
    })
  })

  test('has nothing to do with what others once had in the bay', async () => {
    const bay = await makeBay(farm)
    const source = { type: 'existing', owner: { id: 'brook-1', name: 'Brook Farm' } }
    const theirs = await enterRecord(farm, stock(bay, 1000, { harvestYear: '2025', owned: false, source }))
    const gone = { records: [{ id: theirs.id, adjustTo: 0 }], reasonId: 6 }
    ok(await farm.as('manager').post(`${records}/adjustments`, gone))
    const fresh = await enterRecord(farm, stock(bay, 2000))
    ok(await farm.as('manager').patch(`${records}/${fresh.id}`, { harvestYear: '2025' }))
  })

  test('a movement is not copied to stock that a correction has set apart since', async () => {
    const [bay, destination] = [await makeBay(farm), await makeBay(farm)]
    const manager = farm.as('manager')
    const { id: recordId } = await enterRecord(farm, stock(bay, 1000))
    const move = { recordId, weight: 100, movementDateISO: service.clock.now().toISOString(), destination }
    const moved = ok(await manager.post('/api/inventory/movements', move))
    const copy = () =>
      manager.post(`/api/inventory/movements/${moved.ids[0]}/duplicate`, { recordId, count: 1 })
    ok(await copy())
    ok(await manager.patch(`${records}/${moved.recordIds[0]}`, { tags: [ORGANIC] }))
    expect(await copy()).toMatchObject({
      status: 400,
      body: { code: 'incompatible_stock', body: { recordId, otherRecordId: moved.recordIds[0] } },
    })
  })

  test('what is planned to join stock that a correction sets apart is a conflict, until both are alike', async () => {
    const [bay, destination] = [await makeBay(farm), await makeBay(farm)]
    const manager = farm.as('manager')
    const source = await enterRecord(farm, stock(bay, 1000))
    const joined = await enterRecord(farm, stock(destination, 2000))
    const movementDateISO = new Date(service.clock.now().getTime() + 3_600_000).toISOString()
    const move = { recordId: source.id, weight: 100, movementDateISO, destination }
    const moved = ok(await manager.post('/api/inventory/movements', move))
    expect(moved).toMatchObject({ recordIds: [joined.id] })
    const correct = async ({ id }: { id: string }, change: object) => {
      const dry = ok(await manager.patch(`${records}/${id}?dryRun=true`, change))
      const answer = await manager.patch(`${records}/${id}`, change)
      const url = `/api/inventory/storage/${destination.storageId}/conflicts`
      const { conflicts } = ok(await manager.get(url))
      expect(dry.dryRun.conflicts.after).toEqual(conflicts)
      expect(ok(answer).conflicts ?? []).toEqual(conflicts)
      expect(answer.headers['etag']).toBe((await manager.get(`${records}/${id}`)).headers['etag'])
      return conflicts
    }
    const conflict = {
      kind: 'incompatible',
      recordId: joined.id,
      movementId: Number(moved.ids[0]),
      weight: 100,
    }
    expect(await correct(joined, { tags: [ORGANIC] })).toMatchObject([conflict])
    expect(await correct(source, { tags: [ORGANIC] })).toEqual([])
    expect(await correct(source, { harvestYear: '2025' })).toMatchObject([conflict])
    expect(await correct(joined, { harvestYear: '2025' })).toEqual([])
  })

  test('nor may what was planned to join it have happened already', async () => {
    const [bay, destination] = [await makeBay(farm), await makeBay(farm)]
    const manager = farm.as('manager')
    const source = await enterRecord(farm, stock(bay, 1000))
    const joined = await enterRecord(farm, stock(destination, 2000))
    const [present, future] = [0, 1].map((hours) =>
      new Date(service.clock.now().getTime() + hours * 3_600_000).toISOString(),
    )
    const move = { recordId: source.id, weight: 100, movementDateISO: future, destination }
    const moved = ok(await manager.post('/api/inventory/movements', move))
    const edit = (change: object) =>
      manager.put(`/api/inventory/movements/${moved.ids[0]}`, { ...move, ...change })
    ok(await manager.patch(`${records}/${joined.id}`, { tags: [ORGANIC] }))
    ok(await edit({ weight: 200 }))
    expect(await edit({ movementDateISO: present })).toMatchObject({
      status: 400,
      body: { code: 'incompatible_stock', body: { recordId: source.id, otherRecordId: joined.id } },
    })
    ok(await manager.patch(`${records}/${joined.id}`, { tags: [] }))
    ok(await edit({ movementDateISO: present }))
    ok(await manager.patch(`${records}/${joined.id}`, { tags: [ORGANIC] }))
    ok(await edit({ movementDateISO: present, weight: 300 }))
  })

  test('honours If-Match', async () => {
    const record = await enterRecord(farm, stock(await makeBay(farm), 1000))
    const url = `${records}/${record.id}`
    const etag = String((await farm.as('manager').get(url)).headers['etag'])
    expect((await farm.as('manager').get(url, { 'if-none-match': etag })).status).toBe(304)
    const first = await farm.as('manager').patch(url, { commodityGrade: FEED }, { 'if-match': etag })
    expect(first.headers['etag']).toBe((await farm.as('manager').get(url)).headers['etag'])
    expect(
      (await farm.as('manager').patch(url, { commodityGrade: GROUP_1 }, { 'if-match': etag })).status,
    ).toBe(412)
  })
})

describe('samples', () => {
  test('are kept with their files, and regrade', async () => {
    const record = await enterRecord(farm, stock(await makeBay(farm), 1000))
    const [photo, report] = [
      await makeFile({ service, farm }, 'photo.jpg'),
      await makeFile({ service, farm }, 'report.pdf'),
    ]
    const body = ok(
      await farm.as('operator').post(`${records}/${record.id}/samples`, {
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

  test('what has no unit needs none said', async () => {
    const { id } = await enterRecord(farm, stock(await makeBay(farm), 1000))
    const fields = [{ name: 'pH', value: '6.4' }]
    const body = ok(await farm.as('operator').post(`${records}/${id}/samples`, { fields }))
    const unitless = [{ name: 'pH', value: '6.4', metric: '' }]
    expect(body.quality).toEqual(unitless)
    expect(body.timeline.at(-1).details).toMatchObject({
      statusMessage: 'Sampled: pH 6.4.',
      sample: { fields: unitless },
    })
  })

  test('measure the same again under any spelling of its name', async () => {
    const { id } = await enterRecord(farm, stock(await makeBay(farm), 1000))
    const url = `${records}/${id}/samples`
    const measure = async (...fields: object[]) => ok(await farm.as('operator').post(url, { fields })).quality
    await measure({ name: 'Moisture content', value: '16' }, { name: 'Protein', value: '13', metric: '%' })
    expect(
      await measure({ name: 'moisture', value: '14.5' }, { name: 'protein', value: '12.8', metric: '%' }),
    ).toEqual([
      { name: 'protein', value: '12.8', metric: '%' },
      { name: 'Moisture', value: '14.5', metric: '%' },
    ])
  })

  test.each([
    ['nothing', {}, ['fields']],
    [
      'the moisture under two names',
      {
        fields: [
          { name: 'Moisture', value: '14' },
          { name: 'moisture content %', value: '15' },
        ],
      },
      ['fields[1].name'],
    ],
    [
      'somebody else’s file',
      { file: { id: 'foreign' }, files: [{ id: 'foreign' }] },
      ['file.id', 'files[0].id'],
    ],
    ['a grade of another commodity', { commodityGradeId: 5 }, ['commodityGradeId']],
    [
      'a moisture that cannot be',
      { fields: [{ name: 'Moisture content', value: '140', metric: '%' }] },
      ['fields[0].value'],
    ],
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
    const foreign = await makeFile({ service, farm: other })
    const record = await enterRecord(farm, stock(await makeBay(farm), 1000))
    const said = JSON.parse(JSON.stringify(body).replaceAll('foreign', foreign))
    const answer = await farm.as('operator').post(`${records}/${record.id}/samples`, said)
    expect(answer.status).toBe(400)
    expect(answer.body.validation.map(({ path }: { path: string }) => path)).toEqual(paths)
  })
})

describe('files of an adjustment', () => {
  test('are looked at after its record', async () => {
    const id = newId()
    const body = { records: [{ id, adjustTo: 900 }], files: [{ id }], reasonId: null }
    expect((await farm.as('manager').post(`${records}/adjustments`, body)).status).toBe(404)
  })

  test('are attached once and taken off again', async () => {
    const record = await enterRecord(farm, stock(await makeBay(farm), 1000))
    const [given, file] = [await makeFile({ service, farm }), await makeFile({ service, farm })]
    const counted = [{ id: record.id, adjustTo: 900 }]
    const files = [{ id: given }, { id: given }]
    const body = ok(
      await farm.as('manager').post(`${records}/adjustments`, { records: counted, files, reasonId: null }),
    )
    const url = `${records}/${record.id}/adjustments/${body[0].timeline.at(-1).details.id}/files`
    const attached = async () =>
      ok(await farm.as('viewer').get(`${records}/${record.id}`)).timeline.at(-1).details.adjustment.files
    ok(await farm.as('manager').put(url, { id: file }))
    ok(await farm.as('manager').put(url, { id: file, name: 'again' }))
    ok(await farm.as('manager').delete(`/api/system/files/${file}`))
    ok(await farm.as('manager').put(url, { id: file }))
    expect(await attached()).toMatchObject([{ id: given }, { id: file, name: 'ticket.pdf' }])

    expect(
      (await farm.as('manager').put(url, { id: await makeFile({ service, farm: other }) })).body.validation,
    ).toMatchObject([{ path: 'id' }])
    expect(await farm.as('manager').put(url.replace(/\d+\/files$/, '0/files'), { id: file })).toMatchObject({
      status: 404,
      body: { message: 'There is no adjustment 0 of this record.' },
    })
    expect((await other.as('manager').put(url, { id: file })).status).toBe(404)
    // Nor through a record that is one's own: the number alone is everybody's.
    const theirs = await enterRecord(other, stock(await makeBay(other), 1000))
    const through = url.replace(record.id, theirs.id)
    expect(
      await other.as('manager').put(through, { id: await makeFile({ service, farm: other }) }),
    ).toMatchObject({
      status: 404,
    })
    expect((await other.as('manager').delete(`${through}/${file}`)).status).toBe(404)
    expect((await farm.as('operator').put(url, { id: file })).status).toBe(403)

    ok(await farm.as('manager').delete(`${url}/${file}`))
    expect((await farm.as('manager').delete(`${url}/${file}`)).status).toBe(404)
    expect(await attached()).toMatchObject([{ id: given }])
  })
})
