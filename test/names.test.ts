import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestApp, type TestApp } from './app.ts'
import { acceptForGood, makeOrganisation, type TestOrganisation } from './factories.ts'
import { enterRecord, makeBays, move, stock } from './farm.ts'
import { multiply } from './multiply.ts'
import { rowsWritten } from './rows-touched.ts'
import { ok } from './scene.ts'

// The names of owners and partners are kept in one place (docs/decisions/0066-names-from-one-place.md). The database is this file's own, since
// it counts what is written.

const PARCELS = 300

let service: TestApp
let keeper: TestOrganisation
let owner: TestOrganisation

beforeAll(async () => {
  service = await openTestApp()
  keeper = await makeOrganisation(service, { name: 'Keeper' })
  owner = await makeOrganisation(service, { name: 'Alder Farm' })
  await acceptForGood(owner, keeper)
  const bays = await makeBays(keeper, 4)
  await enterRecord(keeper, stock(bays[0], 1000))
  const foreign = (place: number, { id, name }: { id: string; name: string }) =>
    enterRecord(
      keeper,
      stock(bays[place], 1000, { owned: false, source: { type: 'existing', owner: { id, name } } }),
    )
  await foreign(1, { id: 'birch', name: 'Birch Farm' })
  const { id: recordId } = await foreign(2, { id: owner.organisationId, name: owner.name })
  ok(
    await keeper.as('manager').post('/api/inventory/contracts', {
      ownerOrganisationId: owner.organisationId,
      ownerOrganisationName: owner.name,
      details: { startDateISO: '2026-07-01', endDateISO: '2027-06-30' },
      inventory: { weightKG: 5000, commodity: { id: 1, type: 101 } },
    }),
  )
  await move(service, keeper, {
    recordId,
    movementDateISO: service.clock.now().toISOString(),
    weight: 10,
    sold: true,
    destination: { organisationId: 'birch' },
  })
  await multiply(service.database, PARCELS, async () => {
    await foreign(3, { id: owner.organisationId, name: owner.name })
  })
})
afterAll(() => service.close())

const get = async (path: string, seenBy = keeper) =>
  ok(await seenBy.as('viewer').get(`/api/inventory/${path}`))

const rename = (name: string) => owner.as('owner').patch('/api/identity/organisation', { name })
const renamePartner = (name: string) => keeper.as('manager').patch('/api/inventory/partners/birch', { name })

/** Owners in the order of their names, each once, as a search puts them. */
async function ownersInOrder(sortDesc: boolean): Promise<string[]> {
  const { docs } = await get(`records?sortBy=organisationName&sortDesc=${sortDesc}&limit=200`)
  const last = await get(`records?sortBy=organisationName&sortDesc=${sortDesc}&limit=200&offset=200`)
  const names = [...docs, ...last.docs].map((doc: { organisationName: string }) => doc.organisationName)
  return names.filter((name, place) => name !== names[place - 1])
}

/** What an owner is called in every answer that the keeper gets. */
async function namesOf(ownerId: string): Promise<string[]> {
  const facets = await Promise.all(
    ['records', 'storage/search'].map(async (search) => {
      const { facets } = await get(search)
      return facets
        .flatMap(({ terms }: { terms: { id: string; name: string }[] }) => terms)
        .find(({ id }: { id: string }) => id === ownerId).name
    }),
  )
  const { docs } = await get(`records?f:organisationId=${ownerId}&limit=1`)
  const record = await get(`records/${docs[0].id}`)
  const { lines } = await get('position')
  const line = lines.find((each: { ownerId: string }) => each.ownerId === ownerId)
  const { groups } = await get('position/series?from=2026-08-14&to=2026-08-14&group=owner')
  const group = groups.find((each: { id: string }) => each.id === ownerId)
  const csv = await keeper.as('viewer').get('/api/inventory/position?format=csv')
  const [row = ''] = String(csv.body)
    .split('\r\n')
    .filter((each) => each.includes(ownerId))
  return [
    ...facets,
    docs[0].organisationName,
    record.organisationName,
    line.ownerName,
    group.name,
    row.split(',')[6] ?? '',
  ]
}

test('an organisation with much grain elsewhere gets a new name by writing one row, and is called by it everywhere', async () => {
  // Asked before as well: searches keep what they have read.
  expect(await ownersInOrder(false)).toEqual(['Alder Farm', 'Birch Farm', 'Keeper'])
  const written = await rowsWritten(service.database, async () => ok(await rename('Walnut Farm')))
  expect(written).toEqual({ organisations: 1, events: 1, audit_pending: 1 })
  expect(await ownersInOrder(false)).toEqual(['Birch Farm', 'Keeper', 'Walnut Farm'])
  expect(await ownersInOrder(true)).toEqual(['Walnut Farm', 'Keeper', 'Birch Farm'])
  expect(new Set(await namesOf(owner.organisationId))).toEqual(new Set(['Walnut Farm']))
  expect(await get('contracts?query=walnut')).toMatchObject({ docs: [{ owner: { name: 'Walnut Farm' } }] })
  expect(await get('contracts?query=alder')).toMatchObject({ totalDocs: 0 })
  expect(await get('records?limit=1', owner)).toMatchObject({ docs: [{ organisationName: 'Walnut Farm' }] })
})

test('a partner gets a new name by writing one row, and is called by it everywhere', async () => {
  await rename('Alder Farm')
  expect(await ownersInOrder(false)).toEqual(['Alder Farm', 'Birch Farm', 'Keeper'])
  const written = await rowsWritten(service.database, async () => ok(await renamePartner('Aspen Farm')))
  expect(written).toEqual({ partners: 1, events: 1, audit_pending: 1 })
  await renamePartner('Yew Farm')
  expect(await ownersInOrder(false)).toEqual(['Alder Farm', 'Keeper', 'Yew Farm'])
  expect(new Set(await namesOf('birch'))).toEqual(new Set(['Yew Farm']))
  const { docs } = await get('movements?query=yew')
  expect(docs[0].inventory.storage.destination).toMatchObject({ organisationName: 'Yew Farm' })
  expect(await get('movements?query=birch')).toMatchObject({ totalDocs: 0 })
})
