import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestApp, type TestApp } from '../../../test/app.ts'
import { makeOrganisation, type TestOrganisation } from '../../../test/factories.ts'
import { preferredLanguage } from '../../http/serve/preferred-language.ts'
import { languages } from '../../words/languages.ts'
import { catalogueEntries, commodityCountries, commodityTree } from '../commodities/catalogue.ts'
import { listMeasures } from '../commodities/specifications.ts'
import { namesFiles } from '../commodities/understand.ts'
import { listReasons } from '../reasons/reasons.ts'
import { regionGroupsOf, regionsOf } from '../regions/regions.ts'
import { conversionsOf } from '../units/units.ts'

let service: TestApp
let farm: TestOrganisation
beforeAll(async () => {
  service = await openTestApp()
  farm = await makeOrganisation(service)
})
afterAll(() => service.close())

const itemOf = (body: { items: { id: number; types: unknown[] }[] }[], wanted: number) =>
  body.flatMap(({ items }) => items).find(({ id }) => id === wanted) ?? { types: [] }
const wheatOf = (body: Parameters<typeof itemOf>[0]) => itemOf(body, 1)

const as = (language: string) => ({ 'accept-language': language })

test.each([
  [undefined, 'en'],
  ['de', 'de'],
  ['fr-CH, de;q=0.8', 'fr'],
  ['en-GB,de;q=0.5', 'en'],
  ['it, fr;q=0.1', 'fr'],
  ['de;q=0, fr;q=0.2', 'fr'],
  ['*', 'en'],
  ['xx;q=nonsense', 'en'],
])('of %s, %s is preferred', (header, language) => {
  expect(preferredLanguage(header)).toBe(language)
})

test.each([
  ['de', 'Weizen', 'Winter'],
  ['fr', 'Blé', 'Hiver'],
])('commodities have their names in %s besides, with an ETag of their own', async (language, name, type) => {
  const url = '/api/system/commodities?countryISO=DE'
  const english = await service.client().get(url)
  expect(wheatOf(english.body)).not.toHaveProperty('names')
  expect(wheatOf(english.body)).toMatchObject({ name: 'Wheat', codes: { EPPO: 'TRZAX', HS: '1001' } })
  const answer = await service.client().get(url, as(language))
  expect(answer.headers['vary']).toContain('Accept-Language')
  expect(wheatOf(answer.body)).toMatchObject({
    name: 'Wheat',
    names: { [language]: name },
    types: expect.arrayContaining([expect.objectContaining({ name: 'Winter', names: { [language]: type } })]),
  })
  expect(answer.headers['etag']).not.toBe(english.headers['etag'])
  const again = await service
    .client()
    .get(url, { ...as(language), 'if-none-match': String(answer.headers['etag']) })
  expect(again.status).toBe(304)
})

describe('names beside name', () => {
  const settings = async (path: string, language: string) => {
    const { body } = await farm.as('viewer').get(`/api/system/settings${path}`, as(language))
    return body
  }

  test('of crops, measures, units, reasons, regions and their groups are in settings', async () => {
    const german = await settings('/DE', 'de')
    expect(wheatOf(german.commodities)).toMatchObject({ names: { de: 'Weizen' } })
    const beside = (name: string, word: string) =>
      expect.arrayContaining([expect.objectContaining({ name, names: { de: word } })])
    expect(german.measures).toEqual(beside('Hagberg falling number', 'Fallzahl'))
    expect(german.units).toEqual(beside('tonne', 'Tonne'))
    expect(german.trading.settlementDeductionReasons).toEqual(
      expect.arrayContaining([{ id: 205, description: 'Low Hagberg', names: { de: 'Niedrige Fallzahl' } }]),
    )
    const french = await settings('/DE', 'fr')
    expect(french.regions).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ iso: 'DE-BY', name: 'Bayern', names: { fr: 'Bavière' } }),
      ]),
    )
    expect(french.regionGroups).toEqual(
      expect.arrayContaining([expect.objectContaining({ group: 'South', names: { fr: 'Sud' } })]),
    )
  })

  test('are in English where the country or the language has another word', async () => {
    const american = await settings('/US', 'en')
    const measure = (id: number) => american.measures.find((each: { id: number }) => each.id === id)
    expect(measure(4)).toMatchObject({ name: 'Hagberg falling number', names: { en: 'Falling number' } })
    expect(measure(3)).toEqual({ id: 3, name: 'Protein', unit: '%', moistureBasis: { US: 12 } })
    const { types } = itemOf(american.commodities, 56)
    expect(types).toEqual(
      expect.arrayContaining([expect.objectContaining({ name: 'Cos', names: { en: 'Romaine' } })]),
    )
    expect(JSON.stringify((await settings('/GB', 'en')).commodities)).not.toContain('"names"')
    expect((await settings('/DE', 'en')).regions).toEqual(
      expect.arrayContaining([expect.objectContaining({ name: 'Bayern', names: { en: 'Bavaria' } })]),
    )
  })

  test('are in the reasons, the regions and the specifications by themselves', async () => {
    const reasons = await service.client().get('/api/inventory/reasons', as('de'))
    expect(reasons.body.adjustment[0]).toEqual({
      id: 1,
      description: 'Stock take',
      direction: 'either',
      names: { de: 'Bestandsaufnahme' },
    })
    const regions = await service.client().get('/api/system/regions?countryISO=US', as('fr'))
    expect(regions.body.regions).toEqual(
      expect.arrayContaining([expect.objectContaining({ name: 'California', names: { fr: 'Californie' } })]),
    )
    const [specification] = (
      await farm
        .as('viewer')
        .get('/api/inventory/commodities/1/specifications?commodityGrade=1010101', as('fr'))
    ).body
    expect(specification.commodity).toMatchObject({ names: { fr: 'Blé' }, type: { names: { fr: 'Hiver' } } })
    expect(specification.measures).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          specification: {
            id: 4,
            name: 'Hagberg falling number',
            unit: 's',
            names: { fr: 'Temps de chute de Hagberg' },
          },
        }),
      ]),
    )
    for (const answer of [reasons, regions]) expect(answer.headers['vary']).toContain('Accept-Language')
  })

  test('of every crop, tag, measure, reason and unit are there in German and French, and of nothing that is not there', () => {
    const countries = commodityCountries()
    const items = countries.flatMap((iso) => commodityTree(iso).flatMap((element) => element.items))
    const { commodities, types, tags } = catalogueEntries()
    const labels = [...types.values()]
      .map(({ name }) => name)
      .concat(items.flatMap((item) => item.types.flatMap(({ grades }) => grades.map(({ name }) => name))))
    const reasons = (
      ['adjustment', 'storage-note', 'settlement-deduction', 'settlement-bonus', 'close-listing'] as const
    )
      .flatMap((group) => [...listReasons(group)])
      .map(({ id }) => String(id))
    const units = Object.keys(conversionsOf(countries))
      .concat(countries.flatMap((iso) => Object.keys(conversionsOf([iso]))))
      .map((name) => name.replace(/:.*/, ''))
    const measures = listMeasures().map(({ id }) => String(id))
    const known = {
      commodities: [...commodities.keys()].map(String),
      types: [...types.keys()].map(String),
      labels,
      tags: [...tags.keys()].map(String),
      measures,
      reasons,
      units,
      regions: countries.flatMap((iso) => regionsOf(iso).regions.map((region) => region.iso)),
      groups: countries.flatMap((iso) => regionGroupsOf(iso).map(({ group }) => group)),
    }
    for (const language of languages) {
      const { countries: own = {}, ...names } = namesFiles().get(language)?.names ?? {}
      const all = [names, ...Object.values(own)].flatMap((part) => Object.entries(part))
      for (const [kind, words] of all)
        for (const key of Object.keys(words)) {
          expect(known[kind as keyof typeof known], `${language} ${kind}`).toContain(key)
        }
      if (language === 'en') continue
      for (const kind of ['commodities', 'measures', 'reasons', 'units'] as const)
        for (const key of known[kind]) expect(names[kind], `${language} ${kind}`).toHaveProperty([key])
    }
  })
})

test('settings say where their data is from, and whom to name', async () => {
  const { body } = await farm.as('viewer').get('/api/system/settings/DE')
  expect(body.lists.map(({ countryISO }: { countryISO: string }) => countryISO)).toContain('DE')
  expect(body.attribution.join(' ')).toMatch(/GeoNames.*CC BY 4\.0.*Open Government Licence/)
})

describe('by default, the size of', () => {
  // In characters: of all commodities before names, codes, lists and the crops that were missing; of settings as they then were.
  test('commodities is within a fifth of what it was', async () => {
    const { body } = await service.client().get('/api/system/commodities')
    // Grades tell their rank since bays are offered by it, in a few characters each.
    const without = JSON.stringify(body, (key, value) => (key === 'rank' ? undefined : value))
    expect(without.length).toBeLessThan(217_100 * 1.2)
    expect(JSON.stringify(body).length - without.length).toBeLessThan(10 * count(body, 'rank'))
  })

  test.each([
    ['', 416_858],
    ['/GB', 61_407],
    ['/IE', 29_934],
    ['/FR', 44_488],
    ['/DE', 34_364],
    ['/US', 61_652],
    ['/CA', 52_757],
    ['/AU', 41_616],
    ['/NZ', 29_857],
  ])('settings%s is within a fifth of %d', async (path, before) => {
    const { body } = await farm.as('viewer').get(`/api/system/settings${path}`)
    expect(JSON.stringify(body).length).toBeLessThan(before * 1.2)
  })
})

test.each(languages)('settings in %s are kept, and known again by an ETag of their own', async (language) => {
  const viewer = farm.as('viewer')
  const first = await viewer.get('/api/system/settings/AU', as(language))
  const etag = String(first.headers['etag'])
  const again = await viewer.get('/api/system/settings/AU', { ...as(language), 'if-none-match': etag })
  expect(again.status).toBe(304)
  const [other] = languages.filter((each) => each !== language)
  const inOther = await viewer.get('/api/system/settings/AU', {
    ...as(other ?? ''),
    'if-none-match': etag,
  })
  expect(inOther.status).toBe(200)
})

/** How often something of this name is told, at whatever depth. */
function count(value: unknown, name: string): number {
  if (typeof value !== 'object' || value === null) return 0
  return Object.entries(value).reduce((sum, [key, each]) => sum + Number(key === name) + count(each, name), 0)
}
