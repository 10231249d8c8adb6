import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { shareTestApp, type TestApp } from '../../../test/app.ts'
import { acceptForGood, makeOrganisation } from '../../../test/factories.ts'
import { base, GROUP_1, makeFarm, WHEAT, WINTER, type TestFarm } from '../../../test/farm.ts'

let service: TestApp
let farm: TestFarm
beforeAll(async () => {
  service = await shareTestApp()
})
afterAll(() => service.close())
beforeEach(async () => {
  farm = await makeFarm(service)
})

async function got(url: string, of: TestFarm = farm) {
  const answer = await of.organisation.as('viewer').get(base + url)
  expect(answer, JSON.stringify(answer.body)).toMatchObject({ status: 200 })
  return answer.body
}

const PARTNER = { id: 'valley-farm', name: 'Valley Farm' }

test('organisations with a commodity are the owners the caller knows of', async () => {
  const own = farm.organisation.organisationId
  const other = await makeFarm(service)
  await acceptForGood(other.organisation, farm.organisation)
  const theirs = { id: other.organisation.organisationId, name: 'ignored' }
  await farm.opening(farm.bays[0], 1000, { owner: PARTNER })
  const emptied = await farm.opening(farm.bays[1], 500, { owner: theirs, commodity: { id: 2, type: 201 } })
  await farm.planting()
  const known = (withInventory: string[], all: string[]) => ({
    organisationsWithInventory: [...withInventory].sort(),
    organisationsWithCommodity: [...all].sort(),
  })
  const url = '/organisations/with-commodity'
  expect(await got(url)).toEqual(known([own, PARTNER.id, theirs.id], [own, PARTNER.id, theirs.id]))
  await farm.move(emptied, 'mill-7', 500)
  expect(await got(url)).toEqual(known([own, PARTNER.id], [own, PARTNER.id, theirs.id]))
  expect(await got(`${url}?commodity=${WHEAT}&commodityType=${WINTER}&commodityGrade=${GROUP_1}`)).toEqual(
    known([own, PARTNER.id], [own, PARTNER.id]),
  )
  expect(await got(`${url}?commodity=2`)).toEqual(known([], [theirs.id]))
  expect(await got(`${url}?commodityGrade=0`)).toEqual(known([], [theirs.id]))
  expect(await got(`${url}?regionISOs=GB-ESS, GB-HRT`)).toEqual(known([], []))
  // The owner of grain in somebody's store knows of its own, and of no one else's.
  expect(await got(url, other)).toEqual(known([], [theirs.id]))
  expect(await got(url, await makeFarm(service))).toEqual(known([], []))
})

test('who is only to get some of a commodity has none now', async () => {
  const tomorrow = new Date(service.clock.now().getTime() + 86_400_000).toISOString()
  await farm.intake(farm.bays[0], 1000, { owner: PARTNER, at: tomorrow })
  expect(await got('/organisations/with-commodity')).toEqual({
    organisationsWithInventory: [],
    organisationsWithCommodity: [PARTNER.id],
  })
})

test('organisations are found by the regions of their places', async () => {
  const address = { address: { regionISO: 'GB-HRT' } }
  const manager = farm.organisation.as('manager')
  expect((await manager.patch(`${base}/storage/${farm.storeId}`, { location: address })).status).toBe(200)
  await farm.opening(farm.bays[0], 1000, { owner: PARTNER })
  await farm.planting()
  for (const regions of ['GB-ESS,GB-HRT', 'gb-hrt']) {
    expect(await got(`/organisations/with-commodity?regionISOs=${regions}`)).toEqual({
      organisationsWithInventory: [PARTNER.id],
      organisationsWithCommodity: [PARTNER.id],
    })
  }
})

test('commodity info adds up what each owner has, the caller first', async () => {
  await farm.opening(farm.bays[0], 1000, { owner: PARTNER })
  await farm.opening(farm.bays[1], 400, { harvestYear: '2025' })
  await farm.planting()
  await farm.opening(farm.bays[2], 30, { commodity: { id: 2, type: 201 } })
  const kg = (weight: number) => expect.objectContaining({ weight })
  expect(await got('/commodities/organisation')).toEqual([
    {
      organisationId: farm.organisation.organisationId,
      organisationName: farm.organisation.name,
      harvestYears: [
        { id: 2025, name: '2025', weight: kg(400) },
        { id: 2026, name: '2026', weight: kg(80_030) },
      ],
      commodities: [
        { id: WHEAT, name: 'Wheat', weight: kg(80_400) },
        { id: 2, name: 'Barley', weight: kg(30) },
      ],
    },
    {
      organisationId: PARTNER.id,
      organisationName: PARTNER.name,
      harvestYears: [{ id: 2026, name: '2026', weight: kg(1000) }],
      commodities: [{ id: WHEAT, name: 'Wheat', weight: kg(1000) }],
    },
  ])
  expect(await got('/commodities/organisation', await makeFarm(service))).toEqual([])
})

test('a year that is labelled by one or by two is one year', async () => {
  const kiwis = await makeOrganisation(service, { countryISO: 'NZ' })
  for (const [harvestYear, weight] of [
    ['2026', 1000],
    ['2026/27', 500],
  ] as const) {
    const offered = { type: 'crop', commodity: { id: WHEAT, type: WINTER }, harvestYear, weight }
    const made = await kiwis.as('manager').post(`${base}/trade-availability`, { commodities: [offered] })
    expect(made.status, JSON.stringify(made.body)).toBe(200)
  }
  const [info] = (await kiwis.as('viewer').get(`${base}/commodities/organisation`)).body
  expect(info.harvestYears).toMatchObject([{ id: 202_627, name: '2026/27', weight: { weight: 1500 } }])
  expect(info.harvestYears).toHaveLength(1)
})

test('a partner is called what it was called last, as in searches, and its years are in order', async () => {
  await farm.opening(farm.bays[0], 400, { harvestYear: '2025', owner: PARTNER })
  service.clock.advance({ hours: 1 })
  await farm.opening(farm.bays[1], 1000, { owner: { ...PARTNER, name: 'The Valley Farm' } })
  const [info] = await got('/commodities/organisation')
  expect(info).toMatchObject({
    organisationName: 'The Valley Farm',
    harvestYears: [{ name: '2025' }, { name: '2026' }],
    commodities: [{ weight: { weight: 1400 } }],
  })
  for (const url of ['/records?', '/storage/search?f:type=store'])
    expect((await got(url)).facets).toContainEqual(
      expect.objectContaining({
        terms: [expect.objectContaining({ id: PARTNER.id, name: 'The Valley Farm' })],
      }),
    )
})

test('varieties are suggested from the catalogue and from the caller’s own records', async () => {
  await farm.opening(farm.bays[0], 10, { variety: 'Skye’s Ölweizen' })
  await farm.opening(farm.bays[1], 10, {
    variety: 'Skylark',
    commodity: { id: 2, type: 201, variety: 'Skylark' },
  })
  const other = await makeFarm(service)
  await other.opening(other.bays[0], 10, { variety: 'Skyhigh Secret' })
  const suggest = async (query: string) =>
    (await got(`/varieties/suggest?${query}`)).map(({ key, value }: { key: string; value: string }) => {
      expect(key).toBe(value)
      return value
    })
  expect(await suggest('query=sky')).toEqual(['Skye’s Ölweizen', 'Skylark', 'Skyfall', 'LG Skyscraper'])
  expect(await suggest(`query=sky&commodity=${WHEAT}`)).toEqual([
    'Skye’s Ölweizen',
    'Skyfall',
    'LG Skyscraper',
  ])
  expect(await suggest('query=sky&commodityType=201')).toEqual(['Skylark'])
  expect(await suggest(`query=olweizen`)).toEqual(['Skye’s Ölweizen'])
  expect(await suggest(`query=skyfll&commodity=${WHEAT}`)).toContain('Skyfall')
  expect(await suggest('query=secret')).toEqual([])
  expect(await suggest('query=')).toHaveLength(20)
  expect((await farm.organisation.as('viewer').get(`${base}/varieties/suggest`)).status).toBe(400)
})
