import {
  deskAt,
  INVENTORY,
  MILL,
  OWNERS,
  signIn,
  SYSTEM,
  type Bay,
  type Body,
  type Desk,
  type Served,
} from './desk.ts'
import { printPapers, settle, talk } from './later-content.ts'

// What a farm enters in a few years, as far as a version has operations for it: something in every table, and what is easily
// forgotten when a table changes. Names nobody gave, dates before anybody's, stock that is all gone, entries that were taken back.

const WHEAT = { id: 1, type: 101, grade: 1010101, variety: 'Skyfall' }
/** Neither grade nor variety. */
const BARLEY = { id: 2, type: 201 }
const STOCK_TAKE = 1
const CLEANED = 101
const TONNE = 1000

/** The operations that a served program documents. */
export async function readOperations(url: string): Promise<Set<string>> {
  const documents = await Promise.all(
    ['identity', 'system', 'inventory'].map(async (service) => {
      const answer = await fetch(`${url}/api/${service}/openapi.json`)
      return (await answer.json()) as { paths: Record<string, Record<string, unknown>> }
    }),
  )
  const all = documents.flatMap(({ paths }) => Object.entries(paths))
  return new Set(all.flatMap(([path, of]) => Object.keys(of).map((each) => `${each.toUpperCase()} ${path}`)))
}

/** Enters all of it. Every request has to be accepted: a version that refuses one has to be looked at. */
export async function enterContent(served: Served): Promise<void> {
  const { url, farm } = served
  const office = deskAt(url, { 'x-api-key': farm.apiKey })
  const signedIn = await signIn(url, OWNERS.farm)
  const has = (operation: string) => served.operations.has(operation)
  if (has(`POST ${SYSTEM}/webhooks`)) await watch(office)
  await enterPeople(office, served)
  const bays = await makeStore(office)
  const files = await enterFiles(office)
  await enterStock(office, bays, files, served)
  await enterHarvest(office, bays)
  await enterTrade(office, bays)
  await tipLorry(office, bays)
  if (has(`POST ${SYSTEM}/conversations`)) await talk(signedIn, served, files.ticket)
  if (has(`POST ${INVENTORY}/settlements`)) await settle(office, bays)
  if (has(`GET ${INVENTORY}/papers`)) await printPapers(office, served)
  if (has(`POST ${SYSTEM}/links`)) await office.post(`${SYSTEM}/links`, link)
  if (has(`POST ${SYSTEM}/experts/questions`)) await askExpert(office, files)
  if (has(`POST ${INVENTORY}/imports/fields`)) await importFiles(office, signedIn)
  if (has(`POST ${INVENTORY}/imports/inventory/loads`)) await importInOwnWords(office)
  if (has('PUT /api/identity/me/preferences'))
    await signedIn.put('/api/identity/me/preferences', { entries: [{ name: 'language', value: '"de"' }] })
  if (has(`PUT ${SYSTEM}/settings`)) await administer(signedIn)
}

/** Units, one of them put away; somebody who joined and was suspended, one who has not answered, one who knows no password. */
async function enterPeople(office: Desk, { url, operations }: Served): Promise<void> {
  const { id: unit } = await office.post('/api/identity/business-units', { name: 'Hill', type: 'farm' })
  await office.post(`/api/identity/business-units/${unit}/archive`, {})
  const invite = (email: string, role: string) => office.post('/api/identity/invitations', { email, role })
  const { token } = await invite('operator@hill.example', 'operator')
  const account = { password: 'wide yellow combine', givenName: 'Ann', familyName: 'Field' }
  const nobody = deskAt(url, {})
  const joined = await nobody.post('/api/identity/invitations/accept', { token, ...account })
  await office.post(`/api/identity/users/${joined.userId}/suspend`, {})
  await invite('viewer@hill.example', 'viewer')
  const { id: key } = await office.post('/api/identity/api-keys', { name: 'Weighbridge', role: 'operator' })
  await office.delete(`/api/identity/api-keys/${key}`)
  if (operations.has('POST /api/identity/password-resets'))
    await nobody.post('/api/identity/password-resets', { email: 'operator@hill.example' })
  const wrong = { email: 'stranger@hill.example', password: 'not this one' }
  await nobody.post('/api/identity/sign-in', wrong).catch(() => undefined)
}

/** A store of eight bays with a note, of the farm's own unit. */
async function makeStore(office: Desk): Promise<Bay[]> {
  const capacity = [{ commodityId: WHEAT.id, weight: 900 * TONNE }]
  const substorage = Array.from({ length: 8 }, (_each, index) => ({ name: `Bay ${index + 1}` }))
  const store = await office.post(`${INVENTORY}/storage`, {
    name: 'Long Barn',
    type: 'store',
    location: { address: { city: 'Harpenden', line1: '' }, coordinates: { lat: 51.8094, lon: -0.3564 } },
    substorage: [{ name: 'Weighed', capacity }, ...substorage],
  })
  const bays: Bay[] = store.substorage.map(({ id }: { id: number }) => ({
    storageId: store.id,
    substorageId: id,
  }))
  const { id: unit } = await office.post('/api/identity/business-units', { name: 'Valley', type: 'store' })
  const assigned = { businessUnitId: unit, storageIds: [store.id] }
  await office.put(`${INVENTORY}/storage/business-units`, assigned)
  await office.post(`${INVENTORY}/storage/notes`, { ...bays[0], reasonId: CLEANED, note: 'Swept.' })
  return bays
}

async function enterFiles(office: Desk): Promise<{ ticket: string; picture: string }> {
  const upload = (name: string, type: string, blob: Blob) =>
    office.upload(`${SYSTEM}/files`, { bucket: 'files', type, name }, blob, name)
  const ticket = await upload('ticket.csv', 'weighbridge', new Blob(['plot;tonnes']))
  const picture = await upload('sample.png', 'misc', new Blob([Buffer.from(PIXEL, 'base64')]))
  const gone = await upload('wrong.csv', 'misc', new Blob(['plot;tonnes;what']))
  await office.delete(`${SYSTEM}/files/${gone.id ?? gone.ids[0]}`)
  return { ticket: ticket.id ?? ticket.ids[0], picture: picture.id ?? picture.ids[0] }
}

const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

/** The body of a record. Kilograms. */
function stock(place: object, weight: number, date: string, overrides: object = {}) {
  return {
    type: 'crop',
    harvestYear: date.slice(0, 4),
    owned: true,
    commodity: WHEAT,
    source: { type: 'existing', importDateUTC: date },
    storage: [{ ...place, weight }],
    ...overrides,
  }
}

type Files = Awaited<ReturnType<typeof enterFiles>>

async function enterStock(office: Desk, bays: Bay[], files: Files, served: Served): Promise<void> {
  const [weighed, old, empty, counted, kept, unnamed] = bays
  if (!weighed || !old || !empty || !counted || !kept || !unnamed) throw new Error('the store has no bays')
  const enter = (body: object): Promise<Body> => office.post(`${INVENTORY}/records`, body)
  const first = await enter(stock(weighed, 50 * TONNE, '2025-08-01', { name: 'Skyfall' }))
  // As long ago as fields have been recorded, and all sold since.
  const ancient = await enter(stock(old, 12_345.678, '1852-08-10'))
  await sell(office, ancient.id, 12_345.678, '1853-01-05T09:30:00Z')
  const gone = await enter(stock(empty, 20 * TONNE, '2025-08-02'))
  await sell(office, gone.id, 19_500, '2025-10-01T09:30:00Z', { adjustToZero: true })
  // A lorry that nobody has weighed yet.
  const intake = { moveAtUTC: '2025-08-16T10:00:00Z', sender: null, loadReference: '' }
  await enter(stock(weighed, 0, '2025-08-16', { source: { type: 'intake', intake } }))
  await reverseMovements(office, first.id, files.ticket)
  const { id } = await enter(stock(counted, 30 * TONNE, '2025-08-03', { commodity: BARLEY }))
  await count(office, id, files.ticket)
  await keepForOthers(enter, kept, unnamed, served)
  await office.post(`${INVENTORY}/records/${first.id}/samples`, {
    fields: [{ name: 'Moisture', value: '', metric: '%' }],
    file: { id: files.picture },
    commodityGradeId: 0,
  })
  await office.patch(`${INVENTORY}/records/${first.id}`, { harvestYear: '2024' })
}

function sell(office: Desk, recordId: string, weight: number, at: string, overrides: object = {}) {
  const body = { recordId, weight, movementDateISO: at, destination: MILL, sold: true, ...overrides }
  return office.post(`${INVENTORY}/movements`, body, { 'Idempotency-Key': `${recordId}/${at}` })
}

/** Movements that were changed, taken back, entered late or have no weight, and one that is planned. */
async function reverseMovements(office: Desk, recordId: string, file: string): Promise<void> {
  const one = async (weight: number, at: string, overrides: object = {}): Promise<string> =>
    (await sell(office, recordId, weight, at, overrides)).ids[0]
  const movement = (id: string) => `${INVENTORY}/movements/${id}`
  const edited = await one(1000, '2025-09-10T09:30:00Z')
  const body = { recordId, weight: 1200.5, movementDateISO: '2025-09-11T09:30:00Z', destination: MILL }
  await office.put(movement(edited), { ...body, sold: true })
  await office.put(movement(edited), { ...body, weight: 1100, sold: true })
  await office.delete(movement(await one(2000, '2025-09-12T09:30:00Z')), { recordId })
  const late = await one(700, '2025-08-01T12:00:00Z', { adjustment: { weight: -3, reason: 1, notes: '' } })
  const driver = { name: '', vehicleRegistration: 'AA06 VLM', loadReference: 'Late' }
  const weighbridge = { empty: 14_000, full: 14_700, file: { id: file } }
  await office.put(`${movement(late)}/actions`, { recordId, driver, weighbridge })
  await office.post(`${movement(late)}/duplicate`, { recordId, count: 2 })
  await one(900, '2099-01-01T09:30:00Z')
}

/** Counted above and below the books, to nothing and up again; then something is entered before the counts. */
async function count(office: Desk, recordId: string, file: string): Promise<void> {
  const path = `${INVENTORY}/records/adjustments`
  for (const adjustTo of [29_100, 29_500, 0, 28_000]) {
    const files = adjustTo === 0 ? [{ id: file }] : []
    await office.post(path, { records: [{ id: recordId, adjustTo }], reasonId: STOCK_TAKE, files })
  }
  await sell(office, recordId, 150, '2025-08-20T09:30:00Z')
}

/** Of an organisation that uses the service as well, and of one that does not; dried under a contract. */
async function keepForOthers(
  enter: (body: object) => Promise<Body>,
  kept: Bay,
  unnamed: Bay,
  { neighbour, url, farm }: Served,
): Promise<void> {
  const owner = { id: neighbour.organisationId, name: 'Valley Farm' }
  const contract = await deskAt(url, { 'x-api-key': farm.apiKey }).post(`${INVENTORY}/contracts`, {
    ownerOrganisationId: owner.id,
    ownerOrganisationName: owner.name,
    details: {
      reference: 'ST-1',
      startDateISO: '2025-07-01',
      endDateISO: '2035-06-30',
      services: {
        cleaning: { agreed: true },
        drying: { agreed: true, preAgreedMoistureLevelPercentage: 15 },
      },
    },
    inventory: { weightKG: 500 * TONNE, commodity: { id: WHEAT.id, type: WHEAT.type }, variety: [] },
  })
  const moveAtUTC = '2025-08-14T10:00:00Z'
  const sample = { fields: [{ name: 'Moisture', value: '17.5', metric: '%' }] }
  const storageContract = { id: contract.id, dryingAgreed: true, cleaningAgreed: true }
  const intake = { moveAtUTC, sender: owner, storageContract, sample }
  await enter(
    stock(kept, 25 * TONNE, '2025-08-14', { owned: false, source: { type: 'intake', owner, intake } }),
  )
  const stranger = { id: 'nobody-1', name: 'Nobody' }
  await enter(
    stock(unnamed, 5 * TONNE, '2025-08-15', {
      owned: false,
      source: { type: 'existing', importDateUTC: '2025-08-15', owner: stranger },
    }),
  )
}

/** Two fields, one of them split; a crop that is partly harvested, with a load that was taken back. */
async function enterHarvest(office: Desk, bays: Bay[]): Promise<void> {
  const field = { name: 'Brook Close', type: 'field', area: 12.3456, location: null, substorage: [] }
  const { id: fieldId } = await office.post(`${INVENTORY}/storage`, field)
  await office.post(`${INVENTORY}/storage/fields/split`, [
    { source: fieldId, name: 'Brook Corner', hectares: 2.3456 },
  ])
  const planted = await office.post(`${INVENTORY}/records`, {
    ...stock({}, 0, '2026-01-01'),
    storage: [{ storageId: fieldId, area: 10 }],
    source: { type: 'planting', planting: { expectedYield: 8000, plantingAtUTC: '2025-10-01' } },
  })
  const plan = `${INVENTORY}/harvest-plans/${planted.harvest.harvestPlanId}`
  const load = (weightNet: number, dateISO: string) => ({
    fieldId,
    commodityId: WHEAT.id,
    commodityGroupId: WHEAT.type,
    ...bays[7],
    dateISO,
    weightNet,
    moisture: 14.5,
    temperature: null,
    driverName: null,
    driverRegistration: null,
    sample: null,
  })
  await office.post(`${plan}/loads`, [load(12_500, '2026-08-10T14:00:00Z')])
  const { id: wrong } = await office.post(`${plan}/loads`, [load(125, '2026-08-10T15:00:00Z')])
  await office.delete(`${plan}/loads`, [{ loadId: wrong }])
  const areas = [{ fieldId, areaRemaining: 4.5, originalAreaRemaining: 10 }]
  await office.patch(`${plan}/remaining-area`, areas)
}

/** Between bays, in bulk, and stock that is offered before it is there. */
async function enterTrade(office: Desk, bays: Bay[]): Promise<void> {
  const [from, to] = [bays[6], bays[8]]
  const { id } = await office.post(`${INVENTORY}/records`, stock(from ?? {}, 40 * TONNE, '2025-08-05'))
  const move = { movementDateISO: '2025-08-06T09:00:00Z', destination: to ?? {} }
  await office.post(`${INVENTORY}/movements/bulk`, { records: [{ id, weight: 15 * TONNE }], ...move })
  const offer = { type: 'crop', harvestYear: '2026', commodity: WHEAT, weight: 250 * TONNE, soldWeight: 0 }
  const { id: unit } = await office.post('/api/identity/business-units', { name: 'Office', type: 'farm' })
  await office.post(`${INVENTORY}/trade-availability`, {
    commodities: [{ ...offer, businessUnitIds: [unit] }],
  })
}

/** One load into two bays, weighed once: later versions keep a ticket of it. */
async function tipLorry(office: Desk, bays: Bay[]): Promise<void> {
  const intake = { moveAtUTC: '2025-08-18T10:00:00Z', sender: null, driverName: 'Sam' }
  await office.post(`${INVENTORY}/records`, {
    ...stock({}, 0, '2025-08-18'),
    storage: [18_000, 10_460].map((weight, index) => ({ ...bays[6 + 2 * index], weight })),
    source: { type: 'intake', intake: { ...intake, weighbridgeRecord: { empty: 14_200, full: 42_660 } } },
  })
}

const link = { template: 'email', source: 'newsletter', campaign: 'harvest', url: '/offers/4711' }

/** Nobody listens there, so that its deliveries fail. */
const DEAF_ADDRESS = 'http://127.0.0.1:9/'

async function watch(office: Desk): Promise<void> {
  const body = { url: DEAF_ADDRESS, types: ['movement.'], description: '' }
  const { id } = await office.post(`${SYSTEM}/webhooks`, body)
  await office.post(`${SYSTEM}/webhooks/${id}/rotate-secret`, {})
}

async function askExpert(office: Desk, { picture }: Files): Promise<void> {
  const files = [{ id: picture }]
  await office.post(`${SYSTEM}/experts/questions`, { question: 'Is it too late to spray?', files })
  await office.post(`${SYSTEM}/experts/grain-samples`, { files })
}

/** What each import takes; among the fields a row that it refuses. */
const tables: [kind: string, table: string][] = [
  ['fields', 'Field,Area (ha)\nPond Field,5\nMill Piece,much\n'],
  ['stores', 'Store,Bay\nNew Store,Bay 1\n'],
  ['inventory/stores', 'Store,Commodity,Harvest year,Weight (t)\nNew Store,Winter wheat,2026,5\n'],
  ['inventory/fields', 'Field,Commodity,Harvest year\nPond Field,Winter wheat,2027\n'],
  ['field-yields', 'Field,Expected yield (t/ha)\nPond Field,9\n'],
  ['field-splits', 'Field,New field,Area (ha)\nBrook Corner,Brook Point,1\n'],
]

async function importFiles(office: Desk, signedIn: Desk): Promise<void> {
  const send = (desk: Desk, path: string, table: string) =>
    desk.upload(path, {}, new Blob([table], { type: 'text/csv' }), 'farm.csv')
  for (const [kind, table] of tables) await send(office, `${INVENTORY}/imports/${kind}`, table)
  const varieties = 'Country,Commodity,Type,Grade,Variety\nNZ,Wheat,Winter,Milling,Torlesse\n'
  await send(signedIn, `${INVENTORY}/imports/varieties`, varieties)
}

/** With a column and a commodity that have other names here. */
async function importInOwnWords(office: Desk): Promise<void> {
  const table = 'Silo,Commodity,Harvest year,Weight (t)\nNew Store,Golden stuff,2026,3\n'
  const file = new Blob([table], { type: 'text/csv' })
  const aliases = { commodity: { 'Golden stuff': 'Winter wheat' } }
  const mapping = { columns: { store: { from: 'Silo' } }, aliases }
  const fields = { mapping: JSON.stringify(mapping) }
  await office.upload(`${INVENTORY}/imports/inventory/stores`, fields, file, 'own.csv')
}

async function administer(signedIn: Desk): Promise<void> {
  await signedIn.put(`${SYSTEM}/settings`, { logging: { level: 'info', filter: 'inventory/movements:warn' } })
  const cache = { keys: ['settings:GB'], prefixes: [], flush: false, secrets: false }
  await signedIn.post(`${SYSTEM}/cache`, cache)
}
