import { afterAll, beforeAll, expect, test } from 'vitest'
import { shareTestApp, type TestApp } from '../../../test/app.ts'
import { ok } from '../../../test/scene.ts'
import { base, makeFarm, type TestFarm } from '../../../test/farm.ts'
import { partyMeant } from './parties.ts'

let service: TestApp

beforeAll(async () => {
  service = await shareTestApp()
})
afterAll(() => service.close())

const MILL = { id: 'mill-7', name: 'Valley Mill' }

async function farmWithStock() {
  const farm = await makeFarm(service)
  const recordId = await farm.opening(farm.bays[0], 100_000)
  const sell = (partner: { id: string; name?: string }, weight = 1000) =>
    farm.move(recordId, partner.id, weight, {
      destination: { organisationId: partner.id, ...(partner.name && { organisationName: partner.name }) },
    })
  return { farm, recordId, sell }
}
const partners = async (farm: TestFarm, query = '') =>
  ok(await farm.organisation.as('viewer').get(`${base}/partners${query}`))
const receiverOf = async (farm: TestFarm, id: number) =>
  ok(await farm.organisation.as('viewer').get(`${base}/movements/${id}`)).inventory.storage.destination
const foundIds = async (farm: TestFarm, query: string) =>
  ok(
    await farm.organisation.as('viewer').get(`${base}/movements?sortBy=id&sortDesc=false&${query}`),
  ).docs.map(({ id }: { id: number }) => id)

test('whoever a load, a record or a contract names is a partner from then on', async () => {
  const { farm, sell } = await farmWithStock()
  await sell(MILL)
  await farm.intake(farm.bays[1], 1000, {
    sender: { id: 'brook', name: 'Brook Farm' },
    owner: { id: 'hill', name: 'Hill Farm' },
  })
  expect(await partners(farm)).toMatchObject({
    totalDocs: 3,
    docs: [
      { id: 'brook', name: 'Brook Farm', otherIds: [] },
      { id: 'hill', name: 'Hill Farm', otherIds: [] },
      { ...MILL, otherIds: [] },
    ],
  })
  expect(await partners(farm, '?query=BRÖOK')).toMatchObject({ totalDocs: 1, docs: [{ id: 'brook' }] })
  expect(await partners(farm, '?query=mill-7')).toMatchObject({ docs: [MILL] })
  expect(await partners(farm, '?limit=1&offset=1')).toMatchObject({ totalDocs: 3, docs: [{ id: 'hill' }] })
})

test('whether what a sender brings is bought or stored for it is remembered where an intake says so, and only there', async () => {
  const { farm } = await farmWithStock()
  const brook = { id: 'brook', name: 'Brook Farm' }
  const bring = async (bay: number, owned: boolean, more: object) =>
    ok(
      await farm.organisation.as('operator').post(`${base}/records`, {
        type: 'crop',
        harvestYear: '2026',
        owned,
        commodity: { id: 2, type: 201 },
        storage: [{ storageId: farm.storeId, substorageId: bay, weight: 1000 }],
        source: { owner: owned ? undefined : brook, intake: { sender: brook, ...more } },
      }),
    )
  const brings = async () => (await partners(farm, '?query=brook')).docs[0].bringsOwned
  await bring(farm.bays[1], false, {})
  expect(await brings()).toBeNull()
  await bring(farm.bays[1], false, { rememberOwned: true })
  expect(await brings()).toBe(false)
  await bring(farm.bays[2], true, {})
  expect(await brings()).toBe(false)
  await bring(farm.bays[2], true, { rememberOwned: true })
  expect(await brings()).toBe(true)
  const [{ id }] = (await partners(farm, '?query=brook')).docs
  expect(ok(await farm.organisation.as('viewer').get(`${base}/partners/${id}`)).bringsOwned).toBe(true)
})

test('two ids with names that differ only in blanks or case are one partner', async () => {
  const { farm, sell } = await farmWithStock()
  const first = await sell(MILL)
  const second = await sell({ id: 'other-device-1', name: ' valley  MILL' })
  expect(await receiverOf(farm, second)).toMatchObject({
    organisationId: 'mill-7',
    organisationName: 'Valley Mill',
  })
  // From now on the other id alone says who is meant.
  const third = await sell({ id: 'other-device-1' })
  expect(await partners(farm)).toMatchObject({
    totalDocs: 1,
    docs: [{ ...MILL, otherIds: ['other-device-1'] }],
  })
  for (const id of ['mill-7', 'other-device-1'])
    expect(await foundIds(farm, `f:partner=${id}`)).toEqual([first, second, third])
  expect(await foundIds(farm, 'f:partner=nobody')).toEqual([])
})

test('stock of an owner with two ids lies together', async () => {
  const { farm } = await farmWithStock()
  const record = await farm.intake(farm.bays[1], 1000, { owner: { id: 'hill', name: 'Hill Farm' } })
  expect(await farm.intake(farm.bays[1], 500, { owner: { id: 'hill-2', name: 'HILL FARM' } })).toBe(record)
  expect(await farm.weightOf(record)).toBe(1500)
})

test('a partner that is entered has its name for good, whatever programs call it', async () => {
  const { farm, sell } = await farmWithStock()
  const manager = farm.organisation.as('operator')
  const made = await manager.post(`${base}/partners`, { ...MILL })
  expect(ok(made)).toMatchObject({ ...MILL, otherIds: [] })
  expect(made.headers['location']).toBe(`${base}/partners/mill-7`)
  const load = await sell({ id: 'mill-7', name: 'As the ERP calls it' })
  expect(await receiverOf(farm, load)).toMatchObject({ organisationName: 'Valley Mill' })
  for (const body of [{ name: 'valley mill' }, { id: 'mill-7', name: 'Another' }])
    expect(await manager.post(`${base}/partners`, body)).toMatchObject({
      status: 409,
      body: { code: 'already_exists', body: MILL },
    })
  expect(ok(await manager.post(`${base}/partners`, { name: 'Hill Mill' })).id).toMatch(/^partner-/)
  const other = await makeFarm(service)
  const refused = await manager.post(`${base}/partners`, { id: other.organisation.organisationId, name: 'X' })
  expect(refused.body.validation).toMatchObject([{ path: 'id', code: 'contradiction' }])
})

test('a new name shows wherever the partner is named already', async () => {
  const { farm, sell } = await farmWithStock()
  const load = await sell({ id: 'hill', name: 'Hill Farm' })
  const record = await farm.intake(farm.bays[1], 1000, { owner: { id: 'hill', name: 'Hill Farm' } })
  const manager = farm.organisation.as('manager')
  expect(ok(await manager.patch(`${base}/partners/hill`, { name: 'Hilltop Farm' }))).toMatchObject({
    name: 'Hilltop Farm',
  })
  expect(await receiverOf(farm, load)).toMatchObject({
    organisationId: 'hill',
    organisationName: 'Hilltop Farm',
  })
  expect(ok(await manager.get(`${base}/records/${record}`)).organisationName).toBe('Hilltop Farm')
  expect(await foundIds(farm, 'query=hilltop')).toContain(load)
  expect(ok(await manager.get(`${base}/records`)).facets).toContainEqual(
    expect.objectContaining({
      terms: expect.arrayContaining([expect.objectContaining({ id: 'hill', name: 'Hilltop Farm' })]),
    }),
  )
  await sell(MILL)
  expect(await manager.patch(`${base}/partners/mill-7`, { name: 'hilltop farm' })).toMatchObject({
    status: 409,
    body: { body: { id: 'hill' } },
  })
  expect((await farm.organisation.as('operator').patch(`${base}/partners/hill`, { name: 'X' })).status).toBe(
    403,
  )
})

test('a merge moves loads, stock and contracts, tells how many, and their ids mean the one that stays', async () => {
  const { farm, sell } = await farmWithStock()
  const manager = farm.organisation.as('manager')
  const first = await sell(MILL)
  const second = await sell({ id: 'mill-8', name: 'Vally Mill' })
  const record = await farm.intake(farm.bays[1], 1000, { owner: { id: 'mill-8', name: 'Vally Mill' } })
  const merged = ok(await manager.post(`${base}/partners/mill-7/merge`, { ids: ['mill-8'] }))
  expect(merged).toMatchObject({
    moved: { movements: 2, records: 1, contracts: 0 },
    message: 'Vally Mill merged into Valley Mill: 2 movements, 1 record and 0 storage contracts changed.',
  })
  expect(await receiverOf(farm, second)).toMatchObject({
    organisationId: 'mill-7',
    organisationName: 'Valley Mill',
  })
  expect(ok(await manager.get(`${base}/records/${record}`))).toMatchObject({
    organisationId: 'mill-7',
    owned: false,
  })
  expect(await partners(farm)).toMatchObject({ totalDocs: 1, docs: [{ ...MILL, otherIds: ['mill-8'] }] })
  expect(ok(await manager.get(`${base}/partners/mill-8`))).toMatchObject({ ...MILL, otherIds: ['mill-8'] })
  const third = await sell({ id: 'mill-8', name: 'Vally Mill' })
  expect(await receiverOf(farm, third)).toMatchObject({ organisationId: 'mill-7' })
  const intake = (await foundIds(farm, 'f:type=intake'))[0]
  expect(await foundIds(farm, 'f:partner=mill-8')).toEqual(
    [first, second, intake, third].sort((a, b) => a - b),
  )
  // More of it lies with what is there, and its stock can be traced as before.
  expect(await farm.intake(farm.bays[1], 10, { owner: { id: 'mill-8' } as never })).toBe(record)
  expect(ok(await manager.get(`${base}/records/${record}/trace`)).madeOf.length).toBeGreaterThan(0)
})

test('a merge names all that is wrong, and what cannot become one owner’s, and changes nothing then', async () => {
  const { farm, sell } = await farmWithStock()
  const manager = farm.organisation.as('manager')
  await sell(MILL)
  const wrong = await manager.post(`${base}/partners/mill-7/merge`, { ids: ['mill-7', 'nobody', 'nobody'] })
  expect(wrong.body.validation).toMatchObject([
    { path: 'ids[0]', code: 'contradiction' },
    { path: 'ids[1]', code: 'unknown' },
    { path: 'ids[2]', code: 'duplicate' },
  ])
  const hill = await farm.opening(farm.bays[1], 1000, {
    owner: { id: 'hill', name: 'Hill' },
    at: '2026-08-01',
  })
  await farm.move(hill, farm.bays[2], 1000, { movementDateISO: '2026-08-02' })
  await farm.opening(farm.bays[1], 1000, { owner: { id: 'hill-2', name: 'Hill 2' }, at: '2026-08-03' })
  const shared = await manager.post(`${base}/partners/hill/merge`, { ids: ['hill-2'] })
  expect(shared).toMatchObject({ status: 400, body: { code: 'in_use' } })
  expect(shared.body.message).toContain('Wheat 2026 in Long Barn, Bay 2')
  expect(await partners(farm)).toMatchObject({ totalDocs: 3 })
})

test('another organisation sees and changes none of it', async () => {
  const { sell } = await farmWithStock()
  await sell(MILL)
  const other = await makeFarm(service)
  expect(await partners(other)).toMatchObject({ totalDocs: 0 })
  expect(
    (await other.organisation.as('manager').patch(`${base}/partners/mill-7`, { name: 'X' })).status,
  ).toBe(404)
})

const MEANT = { id: 'm', name: 'Mill', isById: false, isNamed: false, isMerged: false }

test.each([
  ['nobody yet', null, { id: 'a', name: 'New' }, { id: 'a', name: 'New', mergedInto: null }],
  ['known by name', { isById: false }, { id: 'm', name: 'Mill' }, { id: 'a', name: 'New', mergedInto: 'm' }],
  [
    'called otherwise by a program',
    { isById: true },
    { id: 'm', name: 'New' },
    { id: 'm', name: 'New', mergedInto: null },
  ],
  ['named by somebody', { isById: true, isNamed: true }, { id: 'm', name: 'Mill' }, null],
  ['merged', { isById: true, isMerged: true }, { id: 'm', name: 'Mill' }, null],
])('a partner that is %s', (_case, found, party, learned) => {
  const known = found && { ...MEANT, ...found }
  expect(partyMeant({ id: 'a', name: 'New' }, known)).toEqual({ party, learned })
})
