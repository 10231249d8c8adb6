import type { RequestParts } from '../request-fixture.ts'
import { intake, makeBay, MOVED_ON, movement, oldStock, WINTER_WHEAT, type Bay } from '../farm.ts'
import { ok, type Scene } from '../scene.ts'
import { partsOf, requestOf } from '../sending.ts'

const INVENTORY = '/api/inventory'

/**
 * Has words stand wherever somebody may type some that a table shows: in names of places, stock and people, and in a file that is
 * refused. Answers what to ask for, by operation, where a table is of one thing.
 */
export async function typeEverywhere(
  scene: Scene,
  words: string,
  businessUnitId: string,
): Promise<Record<string, RequestParts>> {
  const owner = scene.farm.as('owner')
  const { fieldId, bay } = await makePlaces(scene, words, businessUnitId)
  const crop = { name: words, source: { type: 'planting', planting: { expectedYield: 8000 } } }
  const standing = { ...oldStock(bay, 0, crop), storage: [{ storageId: fieldId, area: 1 }] }
  const { harvestPlanId } = ok(await owner.post(`${INVENTORY}/records`, standing)).harvest
  const { id: recordId } = ok(await owner.post(`${INVENTORY}/records`, oldStock(bay, 100, { name: words })))
  const driver = { name: words, vehicleRegistration: words, loadReference: words }
  ok(await owner.post(`${INVENTORY}/movements`, { ...movement(recordId, 1, 'mill'), driver }))
  const { body } = await partsOf(requestOf({ key: `POST ${INVENTORY}/contracts` }), scene, undefined)
  const traded = await trade(scene, words, bay)
  ok(await owner.post(`${INVENTORY}/contracts`, { ...(body as object), ownerOrganisationName: words }))
  // A buyer's number is on one statement alone.
  const statement = { buyer: { id: 'mill-7' }, reference: `${words} ${recordId}`, dateISO: MOVED_ON }
  const lines = [{ dateISO: MOVED_ON, weight: 1 }]
  ok(await owner.post(`${INVENTORY}/settlements`, { ...statement, lines }))
  const load = { ...loadOf(fieldId, bay), driverName: words }
  ok(await owner.post(`${INVENTORY}/harvest-plans/${harvestPlanId}/loads`, [load]))
  const { storageId } = bay
  ok(
    await owner.post(`${INVENTORY}/storage/${storageId}/checks`, {
      ...bayOf(bay),
      moisture: 14,
      note: words,
    }),
  )
  ok(await owner.post(`${INVENTORY}/stocktakes`, { name: words, storageIds: [storageId] }))
  ok(await owner.post(`${INVENTORY}/holds`, { ...bay, reason: 'other', blocks: 'in', note: words }))
  return {
    ...traded,
    [`GET ${INVENTORY}/storage/{id}/checks`]: { params: { id: storageId } },
    [`GET ${INVENTORY}/harvest-plans/loads`]: { query: { harvestPlanId } },
    [`GET ${INVENTORY}/owners/{id}/statement`]: {
      params: { id: scene.farm.organisationId },
      query: { from: '2020-01-01' },
    },
    [`GET ${INVENTORY}/imports/{id}/errors`]: { params: { id: await importRefused(scene, words) } },
  }
}

/** Words in contracts, orders, reservations, tariffs and charges. */
async function trade(scene: Scene, words: string, bay: Bay): Promise<Record<string, RequestParts>> {
  const owner = scene.farm.as('owner')
  const { id: tradeId } = ok(
    await owner.post(`${INVENTORY}/trades`, {
      kind: 'sale',
      partner: { name: words },
      reference: words,
      partnerReference: words,
      commodity: { id: 1 },
      varieties: [words],
      weight: 1000,
      notes: words,
    }),
  )
  ok(
    await owner.post(`${INVENTORY}/orders`, {
      kind: 'sale',
      partner: { name: words },
      commodity: { id: 1 },
      reference: words,
      partnerReference: words,
      loads: 1,
      haulier: words,
      vehicles: [words],
      place: { address: words, openingHours: words },
      instructions: words,
    }),
  )
  await sellUnder(scene, words, tradeId)
  ok(await owner.post(`${INVENTORY}/reservations`, { tradeId, ...bay, weight: 1, note: words }))
  const stored = { id: `stored ${tradeId}`, name: `${words} ${tradeId}` }
  ok(
    await owner.post(`${INVENTORY}/tariffs`, {
      partner: stored,
      fromISO: '2025-01-01',
      currency: 'EUR',
      vatCode: words.slice(0, 30),
      rates: [{ kind: 'in', rate: '2' }],
      notes: words,
    }),
  )
  const place = await makeBay(scene)
  const { source } = intake(place, 1000) as { source: object }
  ok(
    await owner.post(
      `${INVENTORY}/records`,
      oldStock(place, 1000, { owned: false, source: { ...source, owner: stored } }),
    ),
  )
  const charged = { ownerId: stored.id, fromMonth: '2025-08' }
  const { id } = ok(await owner.post(`${INVENTORY}/charges`, charged))
  ok(await owner.post(`${INVENTORY}/charges/${id}/close`, {}))
  return {
    [`GET ${INVENTORY}/charges/{id}/accounts`]: { params: { id }, query: { program: 'xero' } },
    [`GET ${INVENTORY}/trades/{id}/deliveries`]: { params: { id: tradeId } },
  }
}

/** A load under a contract, by a lorry of that name. */
async function sellUnder(scene: Scene, words: string, tradeId: string): Promise<void> {
  const owner = scene.farm.as('owner')
  const { partner } = ok(await owner.get(`${INVENTORY}/trades/${tradeId}`))
  const { id } = ok(await owner.post(`${INVENTORY}/records`, oldStock(await makeBay(scene), 100)))
  const destination = { organisationId: partner.id, organisationName: partner.name }
  const driver = { name: words, vehicleRegistration: words, loadReference: words }
  ok(await owner.post(`${INVENTORY}/movements`, { ...movement(id, 1, 'mill'), destination, tradeId, driver }))
}

const bayOf = ({ substorageId }: Bay) => ({ substorageId })

async function makePlaces(
  { farm }: Scene,
  name: string,
  businessUnitId: string,
): Promise<{ fieldId: string; bay: Bay }> {
  const owner = farm.as('owner')
  const place = { name, location: null, businessUnitIds: [businessUnitId] }
  const field = { ...place, type: 'field', area: 1, substorage: [] }
  const { id: fieldId } = ok(await owner.post(`${INVENTORY}/storage`, field))
  const store = ok(
    await owner.post(`${INVENTORY}/storage`, { ...place, type: 'store', substorage: [{ name }] }),
  )
  return { fieldId, bay: { storageId: store.id, substorageId: store.substorage[0].id } }
}

function loadOf(fieldId: string, bay: Bay) {
  return {
    fieldId,
    commodityId: WINTER_WHEAT.id,
    commodityGroupId: WINTER_WHEAT.type,
    ...bay,
    dateISO: MOVED_ON,
    weightNet: 100,
    moisture: 15,
    temperature: null,
    driverRegistration: null,
    sample: null,
  }
}

async function importRefused({ farm }: Scene, words: string): Promise<string> {
  const form = new FormData()
  const file = `Field,Area (ha)\n"${words.replaceAll('"', '""')}",much\n`
  form.append('file', new Blob([file], { type: 'text/csv' }), 'farm.csv')
  return ok(await farm.as('owner').post(`${INVENTORY}/imports/fields`, form)).importId
}
