import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestApp, type Answer, type TestApp } from '../../test/app.ts'
import { makeOrganisation, type TestOrganisation } from '../../test/factories.ts'
import {
  harvestLoad,
  intake,
  makeBays,
  makeField,
  makePlan,
  movement,
  oldStock,
  type Bay,
} from '../../test/farm.ts'
import { ok } from '../../test/scene.ts'

const PATIENCE = 120_000
const API = '/api/inventory'

type Json = Answer['body']

interface ReplayedDescriptions {
  type: string
  subject: string
  data: Record<string, unknown>
}

let service: TestApp
let farm: TestOrganisation
beforeAll(async () => {
  service = await openTestApp()
  farm = await makeOrganisation(service, { name: 'Mirrored Farm' })
}, PATIENCE)
afterAll(() => service.close())

const get = async (path: string) => ok(await farm.as('owner').get(`${API}${path}`))
const post = async (path: string, body: object) => ok(await farm.as('owner').post(`${API}${path}`, body))

/** Where stock moved between is told by the places: their areas, for one, change by a split. */
function withoutPlaces({ details: { origin: _from, destination: _to, ...details }, ...entry }: Json): Json {
  return { ...entry, details }
}

/** All that a listener would keep: records and movements, without what it can tell from the others of them. */
async function everything(): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string }>`
    select id from records where keeper_id = ${farm.organisationId}`.execute(service.database.db)
  const records: Json[] =
    rows.length === 0 ? [] : await get(`/records/by-ids?ids=${rows.map(({ id }) => id).join()}`)
  const movements: Json = await get('/movements?f:status=complete,incomplete,deleted&limit=200')
  return new Map([
    // A place tells of its conflicts itself.
    ...records.map(({ storage: _place, timeline, ...record }): [string, string] => [
      record.id,
      JSON.stringify({ ...record, timeline: timeline.map(withoutPlaces) }),
    ]),
    ...movements.docs.map(({ weightRemaining: _balance, inventory, ...load }: Json): [string, string] => [
      String(load.id),
      JSON.stringify({ ...load, recordId: inventory.recordId }),
    ]),
  ])
}

async function toldSince(id: number): Promise<ReplayedDescriptions[]> {
  const { rows } = await sql<ReplayedDescriptions>`
    select type, subject, data from events where organisation_id = ${farm.organisationId} and id > ${id}
    order by id`.execute(service.database.db)
  return rows
}

async function lastEvent(): Promise<number> {
  const { rows } = await sql<{ last: number }>`select coalesce(max(id), 0) as last from events`.execute(
    service.database.db,
  )
  return Number(rows[0]?.last)
}

/** Does something, and answers what was told of it; all that differs afterwards has to be named there. */
async function told(act: () => Promise<unknown>): Promise<ReplayedDescriptions[]> {
  const [before, last] = [await everything(), await lastEvent()]
  await act()
  const [after, events] = [await everything(), await toldSince(last)]
  const named = new Set(events.flatMap(({ data }) => Object.values(data).flat().map(String)))
  const changed = [...after].filter(([id, document]) => before.get(id) !== document).map(([id]) => id)
  expect(changed.length).toBeGreaterThan(0)
  expect(changed.filter((id) => !named.has(id))).toEqual([])
  return events
}

const at = (day: number) => `2025-09-${String(day).padStart(2, '0')}T08:00:00Z`
const move = async (recordId: string, weight: number, to: Bay | 'mill', day: number) =>
  post('/movements', { ...movement(recordId, weight, to), movementDateISO: at(day) })

test('an intake names its movement and the record it joined', { timeout: PATIENCE }, async () => {
  const [bay] = (await makeBays({ ...farm, marker: 'intake' })) as [Bay]
  const first = await post('/records', oldStock(bay, 1000))
  const events = await told(async () => {
    const { movementId, id } = await post('/records', intake(bay, 500))
    expect(id).toBe(first.id)
    expect(movementId).toEqual(expect.any(Number))
  })
  const { docs } = await get('/movements?type=intake&limit=1')
  expect(events).toEqual([
    {
      type: 'movement.created',
      subject: String(docs[0].id),
      data: { ids: [docs[0].id], type: 'intake', recordIds: [first.id] },
    },
  ])
})

test('stock of another year that an intake replaces is named', { timeout: PATIENCE }, async () => {
  const [bay] = (await makeBays({ ...farm, marker: 'replaced' })) as [Bay]
  const old = await post('/records', oldStock(bay, 800, { harvestYear: '2024' }))
  const [event, moved] = await told(() => post('/records', { ...intake(bay, 500), adjustToZero: true }))
  expect([event?.type, moved?.type]).toEqual(['record.created', 'movement.created'])
  expect(event?.data.recordIds).toContain(old.id)
  expect(event?.data.ids).not.toContain(old.id)
})

test('movements name the records they change, through their whole life', { timeout: PATIENCE }, async () => {
  const [one, two, three] = (await makeBays({ ...farm, marker: 'moved' }, 3)) as [Bay, Bay, Bay]
  const source = await post('/records', oldStock(one, 10_000))
  let made: Json
  const created = await told(async () => (made = await move(source.id, 1000, two, 3)))
  const [id, there] = [Number(made.ids[0]), made.recordIds[0]]
  expect(created).toEqual([
    {
      type: 'movement.created',
      subject: String(id),
      data: { ids: [id], type: 'internal', recordIds: [source.id, there] },
    },
  ])
  const edit = { recordId: source.id, movementDateISO: at(4), weight: 900, destination: three }
  const [edited] = await told(async () => ok(await farm.as('owner').put(`${API}/movements/${id}`, edit)))
  // Where it was taken from again, where it went, and where it is no longer.
  expect(edited?.data.recordIds).toHaveLength(3)
  expect(edited?.data.recordIds).toContain(there)
  await told(() => post(`/movements/${id}/duplicate`, { recordId: source.id, count: 2 }))
  await told(() =>
    post('/movements/bulk', {
      records: [{ id: source.id, weight: 10 }],
      movementDateISO: at(6),
      destination: two,
    }),
  )
  await told(async () =>
    ok(
      await farm
        .as('owner')
        .put(`${API}/movements/${id}/actions`, { recordId: source.id, driver: { name: 'Sam' } }),
    ),
  )
  const sold = await move(source.id, 100, 'mill', 7)
  const [emptied] = await told(async () =>
    ok(
      await farm
        .as('owner')
        .put(`${API}/movements/${sold.ids[0]}/actions`, { recordId: source.id, adjustToZero: true }),
    ),
  )
  expect(emptied?.data).toEqual({ ids: [Number(sold.ids[0])], recordIds: [source.id] })
  const [deleted] = await told(async () => ok(await farm.as('owner').delete(`${API}/movements/${id}`)))
  expect(deleted?.data).toMatchObject({ ids: [id], recordIds: expect.arrayContaining([source.id]) })
})

test('what a late load makes of stock further on is named', { timeout: PATIENCE }, async () => {
  const [one, two, other] = (await makeBays({ ...farm, marker: 'late' }, 3)) as [Bay, Bay, Bay]
  const source = await post('/records', oldStock(one, 10_000))
  const crusoe = { id: 1, type: 101, grade: 1010101, variety: 'Crusoe' }
  const late = await post('/records', oldStock(other, 5000, { commodity: crusoe }))
  const onward = await move(source.id, 2000, two, 10)
  const [event] = await told(() => move(late.id, 1000, one, 5))
  expect(event?.data.recordIds).toEqual([late.id, source.id, onward.recordIds[0]])
  expect((await get(`/records/${onward.recordIds[0]}`)).commodity.variety).toBe('Mixed')
})

test('loads, remaining areas and splits name their crops', { timeout: PATIENCE }, async () => {
  const [bay] = (await makeBays({ ...farm, marker: 'harvest' })) as [Bay]
  const { planId, fieldId } = await makePlan({ ...farm, marker: 'harvest' })
  const load = harvestLoad({
    fieldId,
    ...bay,
    dateISO: at(1),
    weightNet: 4000,
    moisture: 15,
  })
  const [loads] = await told(() => post(`/harvest-plans/${planId}/loads`, [load, load]))
  expect(loads?.data.ids).toHaveLength(2)
  expect(loads?.data.recordIds).toHaveLength(2)
  const loadIds = loads?.data.ids as number[]
  const [first, second] = await told(async () =>
    ok(
      await farm.as('owner').delete(
        `${API}/harvest-plans/${planId}/loads`,
        loadIds.map((id) => ({ loadId: String(id) })),
      ),
    ),
  )
  expect([first?.data.ids, second?.data.ids]).toEqual(loadIds.map((id) => [id]))
  await told(async () =>
    ok(
      await farm
        .as('owner')
        .patch(`${API}/harvest-plans/${planId}/remaining-area`, [
          { fieldId, areaRemaining: 7, originalAreaRemaining: 10 },
        ]),
    ),
  )
  const [split] = await told(() =>
    post('/storage/fields/split', [{ source: fieldId, name: 'Harvest East', hectares: 2 }]),
  )
  expect(split?.data.recordIds).toHaveLength(2)
})

test('plantings and stock that are entered in numbers are named each', { timeout: PATIENCE }, async () => {
  const fieldId = await makeField({ ...farm, marker: 'rows' })
  const row = {
    type: 'crop',
    harvestYear: '2026',
    owned: true,
    field: { storageId: fieldId, area: 2 },
    planting: { plantingAtUTC: '2025-10-02', expectedYield: 8000 },
  }
  const events = await told(() =>
    post('/plantings', [
      { ...row, rowNumber: 1, commodity: { id: 1, type: 101, variety: 'Skyfall' } },
      { ...row, rowNumber: 2, commodity: { id: 1, type: 101, variety: 'Crusoe' } },
    ]),
  )
  expect(events.map(({ type }) => type)).toEqual(['record.created', 'record.created'])
  const bays = (await makeBays({ ...farm, marker: 'several' }, 2)) as [Bay, Bay]
  const storage = bays.map((bay) => ({ ...bay, weight: 1000 }))
  const [entered] = await told(() => post('/records', { ...oldStock(bays[0], 0), storage }))
  expect(entered?.data.ids).toHaveLength(2)
})
