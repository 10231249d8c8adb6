import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestApp, type Client, type TestApp } from '../../../test/app.ts'
import { makeOrganisation } from '../../../test/factories.ts'
import { commodityTree, findGrade, gradeBelongsTo } from '../commodities/catalogue.ts'
import { commoditiesIn } from '../commodities/localise.ts'
import { readDataFile, ReferenceDataError } from '../data-file.ts'
import { listCountries } from '../countries/countries.ts'
import type { SettingsDocument } from './schema.ts'
import { checkTrading, TradingFile } from './trading.ts'

const enabled = listCountries()
  .filter((country) => country.enabled)
  .map((country) => country.iso)

let service: TestApp
let viewer: Client
let whole: SettingsDocument
const ofCountry = new Map<string, SettingsDocument>()

beforeAll(async () => {
  service = await openTestApp()
  viewer = (await makeOrganisation(service)).as('viewer')
  whole = (await viewer.get('/api/system/settings')).body
  for (const iso of enabled) ofCountry.set(iso, (await viewer.get(`/api/system/settings/${iso}`)).body)
})
afterAll(() => service.close())

function settingsOf(iso: string): SettingsDocument {
  const found = ofCountry.get(iso)
  if (!found) throw new Error(`${iso} is not in use`)
  return found
}

describe('the settings of all countries', () => {
  test('have the commodities, prices and regions of every country in use, and all countries', () => {
    expect([...new Set(whole.commodities.map(({ countryISO }) => countryISO))].sort()).toEqual(
      enabled.toSorted(),
    )
    const { exFarmPriceCommodities } = whole.trading
    expect([...new Set(exFarmPriceCommodities.map(({ countryISO }) => countryISO))].sort()).toEqual(
      enabled.toSorted(),
    )
    expect([...new Set(whole.regions.map(({ country }) => country))].sort()).toEqual(enabled.toSorted())
    expect(Object.keys(whole.countries)).toHaveLength(listCountries().length)
    expect(whole.countries['GB']).toMatchObject({
      enabled: true,
      defaultWeight: { name: 'tonne', conversion: 1000 },
    })
    expect(whole.countries['BR']).toMatchObject({ enabled: false })
  })

  test('name each commodity that sellers may list once', () => {
    const ids = whole.sellerCommodities.map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
    expect(whole.sellerCommodities).toContainEqual({ id: '1', name: 'Wheat' })
    expect(ids).not.toContain('15')
  })

  test('say of no short name what it means in one country alone', () => {
    expect(Object.keys(whole.conversions)).not.toContain('cwt')
    expect(Object.keys(whole.conversions)).not.toContain('ton')
  })
})

describe.each(enabled)('the settings of %s', (iso) => {
  test('are of it alone', () => {
    const settings = settingsOf(iso)
    expect(settings.commodities).toEqual(commoditiesIn('en', commodityTree(iso)))
    expect(Object.keys(settings.countries)).toEqual([iso])
    expect(new Set(settings.regions.map(({ country }) => country))).toEqual(new Set([iso]))
    expect(new Set(settings.regionGroups.map(({ country }) => country))).toEqual(new Set([iso]))
    expect(new Set(settings.trading.exFarmPriceCommodities.map(({ countryISO }) => countryISO))).toEqual(
      new Set([iso]),
    )
    const foreign = Object.keys(settings.conversions).filter(
      (name) => name.includes(':') && !name.includes(`:${iso}:`),
    )
    expect(foreign).toEqual([])
  })

  test('are part of the whole', () => {
    const settings = settingsOf(iso)
    for (const each of settings.commodities) expect(whole.commodities).toContainEqual(each)
    for (const each of settings.regions) expect(whole.regions).toContainEqual(each)
    for (const each of settings.regionGroups) expect(whole.regionGroups).toContainEqual(each)
    for (const each of settings.trading.exFarmPriceCommodities)
      expect(whole.trading.exFarmPriceCommodities).toContainEqual(each)
    for (const each of settings.trading.settlementDeductionReasons)
      expect(whole.trading.settlementDeductionReasons).toContainEqual(each)
    expect(whole.countries[iso]).toEqual(settings.countries[iso])
  })

  test('have prices for grades that are there, one of them shown first', () => {
    const prices = settingsOf(iso).trading.exFarmPriceCommodities
    expect(prices.length).toBeGreaterThanOrEqual(7)
    expect(prices.filter((price) => price.default)).toHaveLength(1)
    for (const { commodityId, grades } of prices)
      for (const id of grades) expect(gradeBelongsTo(id, commodityId, findGrade(id)?.typeId ?? 0)).toBe(true)
  })

  test('have groups that name every region once', () => {
    const { regions, regionGroups } = settingsOf(iso)
    const grouped = regionGroups.flatMap((each) => each.regions.split(','))
    expect(grouped.toSorted()).toEqual(regions.map((each) => each.iso).toSorted())
    for (const each of regions) {
      const group = regionGroups.find(({ group }) => group === each.group)
      expect(group?.regions.split(',')).toContain(each.iso)
    }
  })

  test('let sellers list what it grows, in its own words', () => {
    const { commodities, sellerCommodities } = settingsOf(iso)
    const grown = commodities.flatMap(({ items }) => items).map(({ id, name }) => ({ id: String(id), name }))
    expect(sellerCommodities.length).toBeGreaterThan(15)
    for (const each of sellerCommodities) expect(grown).toContainEqual(each)
  })

  test('let no bid lapse before the seller has had the time to look at it', () => {
    const { openPeriodMinutes, reviewPeriodMinutes, bidExpiryMinutes } =
      settingsOf(iso).trading.seamlessTrading
    expect(bidExpiryMinutes).toBeGreaterThanOrEqual(openPeriodMinutes + reviewPeriodMinutes)
  })
})

// rules.md §1.
describe('conversions are exact', () => {
  const everywhere = {
    lb: 0.45359237,
    stone: 6.35029318,
    'long cwt': 50.80234544,
    'short cwt': 45.359237,
    'short ton': 907.18474,
    'long ton': 1016.0469088,
    quintal: 100,
    decitonne: 100,
    tonne: 1000,
    kg: 1,
  }
  test.each(['all', ...enabled])('in %s', (iso) => {
    expect((iso === 'all' ? whole : settingsOf(iso)).conversions).toMatchObject(everywhere)
  })

  test.each<[string, number | undefined, number | undefined, number | undefined]>([
    ['wheat', 1, 60, 60],
    ['barley', 2, 48, 48],
    ['oats', 3, 32, 34],
    ['rye', 4, 56, 56],
    ['triticale', 5, undefined, 52],
    ['maize', 6, 56, 56],
    ['canola', 7, 50, 50],
    ['flax', 8, 56, 56],
    ['beans', 9, 60, 60],
    ['peas', 10, 60, 60],
    ['soya', 11, 60, 60],
    ['sunflower', 12, 28, 30],
    ['sorghum', 13, 56, 56],
    ['mustard', 16, 50, 50],
    ['buckwheat', 17, 48, 48],
  ])('a bushel of %s (%d) is %s lb in the US and %s lb in Canada', (_name, id, us, ca) => {
    // The pound has eight decimals; times a whole number of them is exact in hundred-millionths.
    const kilograms = (pounds: number | undefined) =>
      pounds === undefined ? undefined : (45_359_237 * pounds) / 1e8
    expect(whole.conversions[`bushel:US:${id}`]).toBe(kilograms(us))
    expect(whole.conversions[`bushel:CA:${id}`]).toBe(kilograms(ca))
    expect(settingsOf('US').conversions[`bushel:US:${id}`]).toBe(kilograms(us))
    expect(settingsOf('US').conversions[`bushel:CA:${id}`]).toBeUndefined()
    expect(settingsOf('CA').conversions[`bushel:CA:${id}`]).toBe(kilograms(ca))
  })

  test.each([
    ['GB', 'cwt', 50.80234544],
    ['IE', 'cwt', 50.80234544],
    ['US', 'cwt', 45.359237],
    ['CA', 'cwt', 45.359237],
    ['US', 'ton', 907.18474],
    ['GB', 'ton', undefined],
    ['FR', 'cwt', undefined],
  ])('in %s a %s is %s kg', (iso, name, kilograms) => {
    expect(settingsOf(iso).conversions[name]).toBe(kilograms)
  })
})

test.each([
  ['GB', '07-01', {}],
  ['DE', '07-01', {}],
  ['NZ', '07-01', {}],
  ['CA', '08-01', {}],
  ['AU', '10-01', {}],
  ['US', '07-01', { '1': '06-01', '2': '06-01', '3': '06-01', '6': '09-01', '11': '09-01' }],
])('the harvest year of %s starts on %s, but for %j', (iso, start, commodities) => {
  const { harvestYearStarts, splitHarvestYears } = settingsOf(iso).countries[iso] ?? {}
  expect(harvestYearStarts).toMatchObject({ default: start, commodities })
  expect(splitHarvestYears).toBe(['AU', 'NZ'].includes(iso))
})

test.each<[string, string, boolean]>([
  ['GB', 'Haulage charge', true],
  ['AU', 'Haulage charge', true],
  ['GB', 'Dockage', false],
  ['US', 'Dockage', true],
  ['CA', 'Checkoff', true],
  ['FR', 'Checkoff', false],
  ['AU', 'End point royalty', true],
  ['GB', 'End point royalty', false],
])('in %s, whether “%s” may be deducted: %s', (iso, description, isThere) => {
  const reasons = settingsOf(iso).trading.settlementDeductionReasons
  expect(reasons.some((reason) => reason.description === description)).toBe(isThere)
  expect(whole.trading.settlementDeductionReasons.some((reason) => reason.description === description)).toBe(
    true,
  )
})

describe('asking for settings', () => {
  test('takes the code of a country in any case, also of one that is not in use', async () => {
    expect((await viewer.get('/api/system/settings/gb')).body).toEqual(settingsOf('GB'))
    const { status, body } = await viewer.get('/api/system/settings/BR')
    expect(status).toBe(200)
    expect(body).toMatchObject({ commodities: [], sellerCommodities: [], regionGroups: [] })
    expect(body.countries.BR.enabled).toBe(false)
    expect(body.trading.exFarmPriceCommodities).toEqual([])
    expect(body.trading.seamlessTrading).toEqual(whole.trading.seamlessTrading)
  })

  test.each(['XX', 'GBR', 'United Kingdom', '__proto__', 'ß', 'ﬁ'])('is 404 for %s', async (country) => {
    const { status, body } = await viewer.get(`/api/system/settings/${encodeURIComponent(country)}`)
    expect(status).toBe(404)
    expect(body).toMatchObject({ code: 'not_found', message: expect.stringContaining(country) })
  })

  test.each(['/api/system/settings', '/api/system/settings/GB'])('needs a credential: %s', async (url) => {
    expect((await service.client().get(url)).status).toBe(401)
  })

  test.each(['/api/system/settings', '/api/system/settings/GB', '/api/system/countries'])(
    'is not answered again to who has it: %s',
    async (url) => {
      const { headers } = await viewer.get(url)
      const again = await viewer.get(url, { 'if-none-match': String(headers.etag) })
      expect(again.status).toBe(304)
      expect(again.body).toBeUndefined()
      const other = await makeOrganisation(service, { countryISO: 'AU' })
      expect((await other.as('viewer').get(url)).headers.etag).toBe(headers.etag)
    },
  )

  test('is made once, and again after its cache has been cleared', async () => {
    const asked: string[] = []
    const key = 'settings:IE'
    const make = async () => void asked.push(key)
    await service.system.cache.delete([key])
    const askedAfterOthers = async () => {
      asked.length = 0
      await viewer.get('/api/system/settings/IE')
      await service.system.cache.getOrSet(key, 60, make)
      return asked
    }
    // What was deleted is announced to all processes, and to this one, too, which forgets it once more when it hears of it.
    await expect.poll(askedAfterOthers).toEqual([])
    await service.system.cache.deleteByPrefixes(['settings:'])
    await service.system.cache.getOrSet(key, 60, make)
    expect(asked).toEqual([key])
    await service.system.cache.delete([key])
  })
})

describe('a broken file is refused in one line', () => {
  const file = readDataFile('trading.json', TradingFile)
  const [gb, ...others] = file.countries
  const [first, ...prices] = gb?.exFarmPrices ?? []
  if (!gb || !first) throw new Error('there are no prices')
  const withGb = (change: Partial<typeof gb>): TradingFile => ({
    ...file,
    countries: [{ ...gb, ...change }, ...others],
  })
  const hasty = { openPeriodMinutes: 60, reviewPeriodMinutes: 60, bidExpiryMinutes: 119 }

  test.each<[string, RegExp, TradingFile]>([
    ['bids that lapse too early', /bids \(everywhere\) expire/, { ...file, seamlessTrading: hasty }],
    ['the same in one country', /bids \(GB\) expire/, withGb({ seamlessTrading: hasty })],
    ['a country twice', /the country GB is there twice/, { ...file, countries: [gb, ...file.countries] }],
    ['no default', /GB has not one default/, withGb({ exFarmPrices: prices })],
    [
      'two prices with one id',
      /the price 101 is there twice/,
      withGb({ exFarmPrices: [first, ...prices, { ...first, default: false }] }),
    ],
    [
      'a grade of another country',
      /Feed wheat \(GB\) names grade 2010101/,
      withGb({ exFarmPrices: [{ ...first, grades: [2010101] }, ...prices] }),
    ],
    [
      'a grade of another commodity',
      /names grade 1020101/,
      withGb({ exFarmPrices: [{ ...first, grades: [1020101] }, ...prices] }),
    ],
    ['a commodity that is not grown there', /GB has no commodity 69/, withGb({ notForSellers: [69] })],
  ])('%s', (_what, message, broken) => {
    expect(() => checkTrading(broken)).toThrow(ReferenceDataError)
    expect(() => checkTrading(broken)).toThrow(message)
  })
})
