import { iso31662 } from 'iso-3166'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { shareTestApp, type TestApp } from '../../../test/app.ts'
import { makeOrganisation } from '../../../test/factories.ts'
import { readDataFile, ReferenceDataError } from '../data-file.ts'
import { listCountries } from '../countries/countries.ts'
import { buildRegions, REGIONS_FILE, RegionsFile } from './build-regions.ts'
import { regionGroupsOf, regionsOf } from './regions.ts'

const region = (iso: string) => regionsOf(iso.slice(0, 2)).regions.find((each) => each.iso === iso)
const gb = regionsOf('GB').regions
const enabled = listCountries()
  .filter((country) => country.enabled)
  .map((country) => country.iso)

describe('the counties of the United Kingdom', () => {
  test('are all of ISO 3166-2 but what is no county', () => {
    const left = iso31662.filter(
      ({ code }) => code.startsWith('GB-') && !gb.some((each) => each.iso === code),
    )
    expect(left.map(({ code }) => code).sort()).toEqual(
      ['EAW', 'ENG', 'GBN', 'NIR', 'SCT', 'UKM', 'WLS'].map((code) => `GB-${code}`),
    )
    expect(gb.length).toBeGreaterThan(200)
  })

  test.each(gb)('$iso $name has a testing interval, a group and a part of the kingdom', (county) => {
    expect([0.5, 1, 4]).toContain(county.tb)
    expect(county.group).not.toBe('')
    expect(['England', 'Scotland', 'Wales', 'Northern Ireland']).toContain(county.ukGroup)
    if (county.ukGroup !== 'England') expect(county.group).toBe(county.ukGroup)
  })

  // GOV.UK, Bovine TB testing intervals: high-risk counties and some of the edge every six months, the rest of the edge and Wales yearly, others every four years.
  test.each([
    ['Devon', 'GB-DEV', 0.5],
    ['Gloucestershire', 'GB-GLS', 0.5],
    ['Staffordshire', 'GB-STS', 0.5],
    ['Cheshire East', 'GB-CHE', 0.5],
    ['Oxfordshire', 'GB-OXF', 0.5],
    ['Warwickshire', 'GB-WAR', 0.5],
    ['Birmingham', 'GB-BIR', 0.5],
    ['East Sussex', 'GB-ESX', 1],
    ['Nottinghamshire', 'GB-NTT', 1],
    ['Rutland', 'GB-RUT', 1],
    ['Powys', 'GB-POW', 1],
    ['Fermanagh and Omagh', 'GB-FMO', 1],
    ['Norfolk', 'GB-NFK', 4],
    ['West Sussex', 'GB-WSX', 4],
    ['Isles of Scilly', 'GB-IOS', 4],
    ['Cumbria', 'GB-CMA', 4],
    ['Lincolnshire', 'GB-LIN', 4],
    ['Highland', 'GB-HLD', 4],
  ])('cattle in %s (%s) are tested every %d years', (name, iso, tb) => {
    expect(region(iso)).toMatchObject({ name, tb })
  })

  test('every county of Wales and of Scotland is tested alike', () => {
    const intervals = (part: string) =>
      new Set(gb.filter(({ ukGroup }) => ukGroup === part).map(({ tb }) => tb))
    expect([...intervals('Wales')]).toEqual([1])
    expect([...intervals('Scotland')]).toEqual([4])
    expect([...intervals('England')].sort()).toEqual([0.5, 1, 4])
  })

  test.each([
    ['GB-CMA', ['Cumberland', 'Westmorland and Furness']],
    ['GB-WNH', ['Northamptonshire']],
    ['GB-NNH', ['Northamptonshire']],
    ['GB-KHL', ['Hull', 'Humberside']],
    ['GB-AGY', ['Anglesey', 'Ynys Môn']],
    ['GB-NFK', []],
  ])('%s is also known as %j', (iso, aliases) => {
    expect(region(iso)?.aliases).toEqual(aliases)
  })

  test('are called what people say', () => {
    expect(gb.map(({ name }) => name).filter((name) => /, (City of|County|The)$/.test(name))).toEqual([])
  })
})

describe('the regions of other countries', () => {
  test.each([
    ['IE-CO', 'Cork', 'Munster'],
    ['IE-G', 'Galway', 'Connacht'],
    ['FR-44', 'Loire-Atlantique', 'Pays de la Loire'],
    ['NZ-MWT', 'Manawatū-Whanganui', 'North Island'],
    ['FR-67', 'Bas-Rhin', 'Grand Est'],
    ['FR-2A', 'Corse-du-Sud', 'Corse'],
    ['FR-28', 'Eure-et-Loir', 'Centre-Val de Loire'],
    ['DE-BY', 'Bayern', 'South'],
    ['US-IA', 'Iowa', 'Corn Belt'],
    ['US-KS', 'Kansas', 'Northern Plains'],
    ['CA-SK', 'Saskatchewan', 'Western Canada'],
    ['CA-ON', 'Ontario', 'Eastern Canada'],
    ['AU-WA', 'Western Australia', 'Western'],
    ['NZ-CAN', 'Canterbury', 'South Island'],
    ['ES-SG', 'Segovia', 'Castilla y León'],
    ['BR-MT', 'Mato Grosso', ''],
  ])('%s is %s, in the group “%s”', (iso, name, group) => {
    expect(region(iso)).toMatchObject({
      name,
      group,
      ukGroup: '',
      country: iso.slice(0, 2),
      tb: iso.startsWith('GB') ? 1 : 0,
    })
  })

  test.each(['IE-L', 'FR-GES', 'FR-6AE', 'ES-CL', 'US-UM', 'FR-TF'])('%s cannot be chosen', (iso) => {
    expect(region(iso)).toBeUndefined()
  })

  test.each(listCountries().map(({ iso }) => iso))('those of %s are its own, once each', (iso) => {
    const codes = regionsOf(iso).regions.map((each) => each.iso)
    expect(new Set(codes).size).toBe(codes.length)
    expect(codes.filter((code) => !code.startsWith(`${iso}-`))).toEqual([])
  })

  test.each(enabled)('in %s the groups hold every region once', (iso) => {
    const grouped = regionGroupsOf(iso).flatMap(({ regions }) => regions)
    expect(grouped.length).toBeGreaterThan(1)
    expect(grouped.toSorted()).toEqual(
      regionsOf(iso)
        .regions.map((each) => each.iso)
        .toSorted(),
    )
  })

  test('are in the order of their names', () => {
    const names = regionsOf('FR').regions.map(({ name }) => name)
    expect(names).toEqual(names.toSorted(new Intl.Collator('en').compare))
  })

  test('cannot be changed by who is handed them', () => {
    expect(() => regionsOf('GB').regions.pop()).toThrow(TypeError)
    expect(() => regionsOf('GB').regions[0]?.aliases.push('Home')).toThrow(TypeError)
  })
})

describe('a broken file is refused in one line', () => {
  const file = readDataFile(REGIONS_FILE, RegionsFile)
  const [first] = file.groups
  if (!first) throw new Error('there are no groups')

  test.each<[string, RegExp, Partial<RegionsFile>]>([
    ['an unknown region left out', /no region GB-QQQ/, { notSelectable: ['GB-QQQ'] }],
    ['a name of an unknown region', /no region GB-QQQ/, { names: { 'GB-QQQ': 'Nowhere' } }],
    [
      'aliases of what cannot be chosen',
      /no region GB-ENG/,
      { aliases: [{ region: 'GB-ENG', aliases: ['E'] }] },
    ],
    [
      'a region in two groups',
      /GB-DAL is there twice/,
      { groups: [...file.groups, { ...first, group: 'Other' }] },
    ],
    ['a region without a group', /GB-DAL is in no group/, { groups: file.groups.slice(1) }],
    [
      'a region in a group of another country',
      /North of GB has FR-28/,
      { groups: [...file.groups, { countryISO: 'GB', group: 'North', regions: ['FR-28'] }] },
    ],
    ['a county without an interval', /GB-\w+ has no testing interval/, { tb: file.tb.slice(1) }],
    [
      'a county with two intervals',
      /GB-DEV is there twice/,
      { tb: [...file.tb, { years: 2, regions: ['GB-DEV'] }] },
    ],
  ])('%s', (_what, message, change) => {
    const build = () => buildRegions(iso31662, { ...file, ...change })
    expect(build).toThrow(ReferenceDataError)
    expect(build).toThrow(message)
  })
})

describe('GET /api/system/regions', () => {
  let service: TestApp
  beforeAll(async () => {
    service = await shareTestApp()
  })
  afterAll(() => service.close())

  test('answers the regions of a country to anybody, whatever the case of its code', async () => {
    const { status, body } = await service.client().get('/api/system/regions?countryISO=gb')
    expect(status).toBe(200)
    expect(body.id).toBe('GB')
    expect(body.regions).toContainEqual({
      iso: 'GB-NFK',
      name: 'Norfolk',
      tb: 4,
      country: 'GB',
      group: 'East of England',
      ukGroup: 'England',
      aliases: [],
    })
  })

  test('answers those of your own country when you are signed in, and another’s when you name it', async () => {
    const farm = await makeOrganisation(service, { countryISO: 'IE' })
    for (const own of ['', '?countryISO='])
      expect((await farm.as('viewer').get(`/api/system/regions${own}`)).body.id).toBe('IE')
    expect((await farm.as('viewer').get('/api/system/regions?countryISO=FR')).body.id).toBe('FR')
  })

  test.each([
    ['nobody names a country', {}, '', 'is needed unless you are signed in'],
    ['nobody names one in so many words', {}, '?countryISO=', 'is needed unless you are signed in'],
    ['a code is nobody’s', {}, '?countryISO=XX', "is not a country's two-letter code: XX"],
    ['a code is another country’s own', {}, '?countryISO=uk', 'code: uk. Send GB for United Kingdom'],
    ['a code has three letters', {}, '?countryISO=DEU', 'code: DEU. Send DE for Germany'],
    ['a country is named', {}, '?countryISO=ireland', 'code: ireland. Send IE for Ireland'],
    ['a code is no code', {}, '?countryISO=Norfolk', "is not a country's two-letter code: Norfolk"],
  ])('is refused where %s', async (_what, credential, query, message) => {
    const { status, body } = await service.client(credential).get(`/api/system/regions${query}`)
    expect(status).toBe(400)
    expect(body).toMatchObject({
      code: 'invalid_input',
      validation: [{ path: 'countryISO', message: expect.stringContaining(message) }],
    })
  })

  test('is not sent again to who has it', async () => {
    const client = service.client()
    const { headers } = await client.get('/api/system/regions?countryISO=AU')
    const again = await client.get('/api/system/regions?countryISO=AU', {
      'if-none-match': String(headers.etag),
    })
    expect(again.status).toBe(304)
    expect(again.body).toBeUndefined()
    const other = await client.get('/api/system/regions?countryISO=NZ', {
      'if-none-match': String(headers.etag),
    })
    expect(other.status).toBe(200)
  })
})
