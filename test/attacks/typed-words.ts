import type { RequestParts } from '../request-fixture.ts'
import { MOVED_ON, movement, oldStock, WINTER_WHEAT, type Bay } from '../farm.ts'
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
    [`GET ${INVENTORY}/storage/{id}/checks`]: { params: { id: storageId } },
    [`GET ${INVENTORY}/harvest-plans/loads`]: { query: { harvestPlanId } },
    [`GET ${INVENTORY}/owners/{id}/statement`]: {
      params: { id: scene.farm.organisationId },
      query: { from: '2020-01-01' },
    },
    [`GET ${INVENTORY}/imports/{id}/errors`]: { params: { id: await importRefused(scene, words) } },
  }
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
