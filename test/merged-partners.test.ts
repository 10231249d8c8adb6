import { afterAll, beforeAll, expect, test } from 'vitest'
import { base, makeFarm, type TestFarm } from './farm.ts'
import { shareTestApp, type Client, type TestApp } from './app.ts'
import { addPerson } from './factories.ts'
import { operationsOf, readDocuments, type JsonSchema } from './documents.ts'
import { ok } from './scene.ts'

// The id of a partner that was merged into another means that one wherever an id of a partner or an owner is taken.

const KEPT = 'brook'
const MERGED = 'brook-2'
const AT = '2026-08-14T07:00:00Z'

interface Scene {
  farm: TestFarm
  as: Client
  /** Stock of the farm's own, of which loads leave. */
  record: string
  movement: number
}

const service: TestApp = await shareTestApp()
const documents = await readDocuments(service)
let scene: Scene
beforeAll(async () => void (scene = await makeScene()))
afterAll(() => service.close())

/** What storing costs a partner. */
const tariffFor = (id: string) => ({
  partner: { id, name: 'Brook Farm' },
  fromISO: '2026-07-01',
  currency: 'GBP',
  rates: [{ kind: 'in', rate: '2' }],
})

/** A farm that knew Brook Farm by two names, until somebody merged them. */
async function makeScene(): Promise<Scene> {
  const farm = await makeFarm(service)
  const as = farm.organisation.as('owner')
  ok(await as.post(`${base}/partners`, { id: KEPT, name: 'Brook Farm' }))
  ok(await as.post(`${base}/partners`, { id: MERGED, name: 'Brook Farms Ltd' }))
  const owner = { id: KEPT, name: 'Brook Farm' }
  await farm.opening(farm.bays[1], 9000, { owner, at: '2026-08-01' })
  const record = await farm.opening(farm.bays[0], 90_000, { at: '2026-08-01' })
  const sold = { destination: { organisationId: MERGED }, movementDateISO: AT }
  const movement = await farm.move(record, MERGED, 100, sold)
  ok(await as.post(`${base}/trades`, tradeWith(KEPT)))
  ok(await as.post(`${base}/orders`, tradeWith(KEPT)))
  ok(await as.post(`${base}/contracts`, contractBody(KEPT)))
  ok(await as.post(`${base}/tariffs`, tariffFor(KEPT)))
  ok(await as.post(`${base}/charges`, { ownerId: KEPT, fromMonth: '2026-07' }))
  const merged = ok(await as.post(`${base}/partners/${KEPT}/merge`, { ids: [MERGED] }))
  expect(merged.moved).toEqual({ movements: 1, records: 0, contracts: 0 })
  ok(await as.post(`${base}/settlements`, { ...statement(KEPT), dateISO: '2026-08-31' }))
  return { farm, as, record, movement }
}

const mailingOf = async ({ farm }: Scene, partnerId: string) => ({
  name: 'Stock of Brook Farm',
  report: { kind: 'owners', period: 'lastWeek', partnerId },
  every: 'day',
  hour: 7,
  attachment: 'none',
  recipientIds: [(await addPerson(service, farm.organisation, 'viewer')).userId],
})

const contractBody = (ownerOrganisationId: string) => ({
  ownerOrganisationId,
  ownerOrganisationName: '',
  details: { startDateISO: '2026-07-01', services: {} },
  inventory: { weightKG: 500_000, commodity: { id: 1, type: 101 } },
})
const statement = (id: string) => ({ buyer: { id }, lines: [{ dateISO: '2026-08-14', weight: 100 }] })
const leaving = (record: string, organisationId: string, more: object = { sold: true }) => ({
  recordId: record,
  weight: 10,
  movementDateISO: AT,
  destination: { organisationId },
  ...more,
})

const receiverOf = async ({ as }: Scene, id: number | string) =>
  ok(await as.get(`${base}/movements/${id}`)).inventory.storage.destination.organisationId
const senderOf = async ({ as }: Scene, id: number | string) =>
  ok(await as.get(`${base}/movements/${id}`)).inventory.storage.source.organisationId
const ownerOf = async ({ as }: Scene, id: string) => ok(await as.get(`${base}/records/${id}`)).organisationId

const intake = ({ farm }: Scene, source: object) => ({
  type: 'crop',
  harvestYear: '2026',
  commodity: { id: 1, type: 101, grade: 1010101, variety: 'Skyfall' },
  storage: [{ storageId: farm.storeId, substorageId: farm.bays[1], weight: 10 }],
  source,
})
const ownedBy = (id: string) => ({
  owned: false,
  source: { type: 'existing', importDateUTC: AT, owner: { id } },
})

/** A load that comes from somebody; answers its movement. */
async function bring({ as, farm }: Scene, from: object): Promise<{ id: string; recordId: string }> {
  const to = { storageId: farm.storeId, substorageId: farm.bays[1] }
  const crop = { commodity: { id: 1, type: 101, grade: 1010101, variety: 'Skyfall' }, harvestYear: '2026' }
  const load = { from: { ...crop, ...from }, to, weight: 10 }
  return ok(await as.post(`${base}/loads`, { loads: [load] })).loads[0].movements[0]
}

/** What an id leads to at each place where an operation takes one. */
const tries: Record<string, (scene: Scene, id: string) => Promise<unknown>> = {
  ...searches('movements', 'f:partner'),
  ...searches('movements/actions', 'f:partner'),
  ...searches('records', 'f:organisationId'),
  ...searches('storage/search', 'f:ownerOrganisationId'),
  ...searches('contracts', 'f:ownerOrganisationId'),
  ...searches('trades', 'f:partnerId'),
  'GET /api/inventory/trades/open partnerId': async ({ as }, id) =>
    ok(await as.get(`${base}/trades/open?kind=sale&partnerId=${id}`)).docs.length,
  'GET /api/inventory/reports partnerId': async ({ as }, id) =>
    ok(await as.get(`${base}/reports?kind=owners&partnerId=${id}`)).groups.length,
  'POST /api/inventory/report-mailings report.partnerId': async (scene, id) =>
    ok(await scene.as.post(`${base}/report-mailings`, await mailingOf(scene, id))).report.partnerId,
  'PUT /api/inventory/report-mailings/{id} report.partnerId': async (scene, id) => {
    const body = await mailingOf(scene, 'somebody-else')
    const made = ok(await scene.as.post(`${base}/report-mailings`, body))
    const changed = { ...body, report: { ...body.report, partnerId: id } }
    return ok(await scene.as.put(`${base}/report-mailings/${made.id}`, changed)).report.partnerId
  },
  ...searches('orders', 'f:partnerId'),
  'GET /api/inventory/orders/open partnerId': async ({ as }, id) =>
    ok(await as.get(`${base}/orders/open?partnerId=${id}`)).docs.length,
  'POST /api/inventory/orders partner.id': async ({ as }, id) =>
    ok(await as.post(`${base}/orders`, tradeWith(id))).partner.id,
  'POST /api/inventory/trades partner.id': async ({ as }, id) =>
    ok(await as.post(`${base}/trades`, tradeWith(id))).partner.id,
  'PATCH /api/inventory/trades/{id} partner.id': async ({ as }, id) => {
    const trade = ok(await as.post(`${base}/trades`, tradeWith('somebody-else')))
    return ok(await as.patch(`${base}/trades/${trade.id}`, { partner: { id } })).partner.id
  },
  ...searches('tariffs', 'f:partnerId'),
  // There is one of a day, and of a month: it is taken away again.
  'POST /api/inventory/tariffs partner.id': async ({ as }, id) => {
    const made = ok(await as.post(`${base}/tariffs`, { ...tariffFor(id), fromISO: '2026-09-01' }))
    ok(await as.delete(`${base}/tariffs/${made.id}`))
    return made.partner.id
  },
  ...searches('charges', 'f:ownerId'),
  'POST /api/inventory/charges ownerId': async ({ as }, id) => {
    const made = ok(await as.post(`${base}/charges`, { ownerId: id, fromMonth: '2026-08' }))
    ok(await as.delete(`${base}/charges/${made.id}`))
    return made.owner.id
  },
  ...searches('settlements', 'f:buyer'),
  'GET /api/inventory/movements/totals f:partner': async ({ as }, id) =>
    ok(await as.get(`${base}/movements/totals?f:partner=${id}`)),
  'GET /api/inventory/contracts/lookup ownerOrganisationId': async ({ as }, id) =>
    ok(
      await as.get(
        `${base}/contracts/lookup?commodity=1&commodityType=101&dateISO=2026-08-14&ownerOrganisationId=${id}`,
      ),
    ).owner.id,
  'GET /api/inventory/owners/{id}/statement id': async ({ as }, id) =>
    ok(await as.get(`${base}/owners/${id}/statement?from=2026-07-01&at=2026-08-31`)),
  'GET /api/inventory/owners/{id}/statement.pdf id': async ({ as }, id) =>
    (await as.get(`${base}/owners/${id}/statement.pdf?from=2026-07-01&at=2026-08-31`)).status,
  'POST /api/inventory/owners/{id}/statement id': async ({ as }, id) =>
    (await as.post(`${base}/owners/${id}/statement?from=2026-07-01&at=2026-08-31`)).status,
  'GET /api/inventory/partners/{id} id': async ({ as }, id) => ok(await as.get(`${base}/partners/${id}`)),
  'PATCH /api/inventory/partners/{id} id': async ({ as }, id) =>
    ok(await as.patch(`${base}/partners/${id}`, { name: 'Brook Farm' })).id,
  'POST /api/inventory/partners/{id}/merge id': async ({ as }, id) => {
    const other = ok(await as.post(`${base}/partners`, { name: `Twin of ${id}` }))
    return ok(await as.post(`${base}/partners/${id}/merge`, { ids: [other.id] })).ids
  },
  'POST /api/inventory/partners/{id}/merge ids': async (_scene, id) => {
    const own = await makeScene()
    ok(await own.as.post(`${base}/partners`, { id: 'brook-3', name: 'Brook' }))
    ok(await own.as.post(`${base}/partners/brook-3/merge`, { ids: [id] }))
    return receiverOf(own, own.movement)
  },
  'POST /api/inventory/partners/{id}/invite-owner id': async (_scene, id) => {
    const own = await makeScene()
    const invited = ok(
      await own.as.post(`${base}/partners/${id}/invite-owner`, { email: 'dan@brook.example' }),
    )
    return (await receiverOf(own, own.movement)) === invited.partnerId
  },
  'POST /api/inventory/loads loads[].to.organisationId': async (at, id) => {
    const { recordId, weight, movementDateISO, destination } = leaving(at.record, id)
    const load = { from: { recordId }, to: { ...destination, sold: true }, weight, dateISO: movementDateISO }
    return receiverOf(at, ok(await at.as.post(`${base}/loads`, { loads: [load] })).ids[0])
  },
  'POST /api/inventory/loads loads[].from.owner.id': async (at, id) =>
    ownerOf(at, (await bring(at, { owned: false, owner: { id } })).recordId),
  'POST /api/inventory/loads loads[].from.sender.id': async (at, id) =>
    senderOf(at, (await bring(at, { owned: false, owner: { id }, sender: { id } })).id),
  'POST /api/inventory/movements destination.organisationId': async (at, id) =>
    receiverOf(at, ok(await at.as.post(`${base}/movements`, leaving(at.record, id))).ids[0]),
  'POST /api/inventory/movements/bulk destination.organisationId': async (at, id) => {
    const { recordId, weight, ...rest } = leaving(at.record, id)
    const body = { ...rest, records: [{ id: recordId, weight }] }
    return receiverOf(at, ok(await at.as.post(`${base}/movements/bulk`, body)).ids[0])
  },
  'PUT /api/inventory/movements/{id} destination.organisationId': async (at, id) =>
    receiverOf(at, ok(await at.as.put(`${base}/movements/${at.movement}`, leaving(at.record, id))).ids[0]),
  'PUT /api/inventory/movements/bulk movements[].destination.organisationId': async (at, id) => {
    const body = { movements: [{ id: String(at.movement), ...leaving(at.record, id) }] }
    return receiverOf(at, ok(await at.as.put(`${base}/movements/bulk`, body)).ids[0])
  },
  'PUT /api/inventory/movements/{id}/actions destination.organisationId': async (at, id) => {
    const body = { recordId: at.record, destination: { organisationId: id } }
    return receiverOf(at, ok(await at.as.put(`${base}/movements/${at.movement}/actions`, body)).ids[0])
  },
  'PUT /api/inventory/movements/{id}/actions parts[].destination.organisationId': async (at, id) => {
    const other = await at.farm.opening(at.farm.bays[0], 90_000, { at: '2026-08-01' })
    const body = {
      records: [at.record, other].map((record) => ({ id: record, share: 1 })),
      ticket: { reference: 'T-9', empty: 14_000 },
      destination: { organisationId: KEPT },
      sold: true,
      movementDateISO: AT,
    }
    const { ids } = ok(await at.as.post(`${base}/movements/bulk`, body))
    const elsewhere = { recordId: at.record, parts: [{ destination: { organisationId: id } }, {}] }
    return receiverOf(at, ok(await at.as.put(`${base}/movements/${ids[0]}/actions`, elsewhere)).ids[0])
  },
  'POST /api/inventory/records source.owner.id': async (at, id) =>
    ownerOf(at, ok(await at.as.post(`${base}/records`, { ...intake(at, {}), ...ownedBy(id) })).id),
  'POST /api/inventory/records source.intake.sender.id': async (at, id) => {
    const body = intake(at, { intake: { sender: { id } }, owner: { id } })
    return senderOf(at, ok(await at.as.post(`${base}/records`, { ...body, owned: false })).movementId)
  },
  'POST /api/inventory/storage substorage[].record.source.owner.id': async (at, id) =>
    ownerOf(at, (await storeWith(at, ownedBy(id))).id),
  'POST /api/inventory/storage substorage[].record.source.intake.sender.id': async (at, id) => {
    const intake = { owned: true, source: { intake: { sender: { id } } } }
    const { id: recordId } = await storeWith(at, intake)
    const { docs } = ok(await at.as.get(`${base}/movements?f:recordId=${recordId}`))
    return senderOf(at, docs[0].id)
  },
  'POST /api/inventory/plantings [].owner.id': async (at, id) => {
    const crop = { rowNumber: 1, type: 'crop', harvestYear: '2026', commodity: { id: 1, type: 101 } }
    const owned = { owned: false, owner: { id }, field: { storageId: at.farm.fieldId } }
    const body = [{ ...crop, ...owned, name: '', planting: { expectedYield: 8000 } }]
    ok(await at.as.post(`${base}/plantings`, body))
    const { docs } = ok(await at.as.get(`${base}/records?f:source=planting`))
    return [...new Set(docs.map(({ organisationId }: { organisationId: string }) => organisationId))]
  },
  'POST /api/inventory/contracts ownerOrganisationId': async ({ as }, id) =>
    ok(await as.post(`${base}/contracts`, contractBody(id))).owner.id,
  'POST /api/inventory/settlements buyer.id': async ({ as }, id) =>
    ok(await as.post(`${base}/settlements`, { ...statement(id), dateISO: '2026-08-31' })).buyer.id,
  'POST /api/inventory/settlements/try buyer.id': async ({ as }, id) =>
    ok(await as.post(`${base}/settlements/try`, statement(id))),
}

function tradeWith(id: string) {
  return { kind: 'sale', partner: { id, name: 'Somebody else' }, commodity: { id: 1 }, weight: 1000 }
}

/** A search by the id, and its CSV. */
function searches(path: string, filter: string) {
  return {
    [`GET /api/inventory/${path} ${filter}`]: async ({ as }: Scene, id: string) => {
      const found = ok(await as.get(`${base}/${path}?${filter}=nobody,${id}`))
      expect(found.totalDocs).toBeGreaterThan(0)
      const csv = await as.get(`${base}/${path}?${filter}=${id}&format=csv`)
      return [found, csv.body]
    },
  }
}

let stores = 0
/** The record of a new store in which stock lies. */
async function storeWith(at: Scene, stock: object): Promise<{ id: string }> {
  stores += 1
  const record = { ...intake(at, {}), storage: [{ weight: 10 }], ...stock }
  const body = { name: `Barn ${stores}`, type: 'store', location: { address: { city: 'Harpenden' } } }
  const made = await at.as.post(`${base}/storage`, { ...body, substorage: [{ name: 'Bay 1', record }] })
  const { substorage } = ok(await at.as.get(`${base}/storage/${ok(made).id}`))
  return substorage[0].record
}

/** Every place where an operation takes the id of a partner or an owner, as its document says it. */
function partnerPlaces(): string[] {
  const schemas = documents.inventory.components.schemas
  const isNamed = (path: string, description = '') =>
    // Whoever keeps stock is an organisation, the caller's own.
    (!/storer/.test(path) && /your own( id)? for a trading partner|partners that become/.test(description)) ||
    (/owner|sender|receiver|buyer|partner/i.test(path) &&
      /\bid$|Id$/.test(path) &&
      !/file|Contract\.id|contractId|storer/i.test(path))
  const walk = (schema: JsonSchema | undefined, at: string, depth = 0): string[] => {
    if (!schema || depth > 12) return []
    const found = schema.$ref ? schemas[schema.$ref.split('/').at(-1) ?? ''] : schema
    const fields = Object.entries(found?.properties ?? {}).flatMap(([name, each]) => {
      const path = at === '' ? name : `${at}.${name}`
      const own = isNamed(path, String(each['description'] ?? '')) && name !== 'owner' ? [path] : []
      return [...own, ...walk(each, path, depth + 1)]
    })
    return [
      ...fields,
      ...walk(found?.items, `${at}[]`, depth + 1),
      ...(found?.anyOf ?? []).flatMap((each) => walk(each, at, depth + 1)),
    ]
  }
  const places = operationsOf(documents).flatMap(({ key, parameters, body }) => [
    ...parameters
      .filter(({ name, in: where, description, schema }) =>
        where === 'path'
          ? name === 'id' && /\/(partners|owners)\//.test(key)
          : isNamed(`${name}Id`.replace(/IdId$/, 'Id'), String(description ?? schema['description'] ?? '')) &&
            !/Status|query/.test(name),
      )
      .map(({ name }) => `${key} ${name}`),
    ...walk(body, '').map((path) => `${key} ${path}`),
  ])
  return [...new Set(places)]
}

test('every place that takes the id of a partner is tried', () => {
  expect(Object.keys(tries).sort()).toEqual(partnerPlaces().sort())
})

test.each(Object.entries(tries))('%s', async (_place, lead) => {
  expect(await lead(scene, MERGED)).toEqual(await lead(scene, KEPT))
})
