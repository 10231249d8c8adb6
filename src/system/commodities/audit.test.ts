import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { findCountry } from '../countries/countries.ts'
import { readDataFile } from '../data-file.ts'
import { findGrade, readingUnit, sourceLists, commodityTree } from './catalogue.ts'
import { CountryTreeFile } from './files.ts'
import { findCommodityNamed } from './names.ts'
import { specificationsFor } from './specifications.ts'

// Facts that were wrong once, each with its value by the source that data/lists.json and data/SOURCES.md name.

const varietiesOf = (gradeId: number) => findGrade(gradeId)?.varieties ?? []

describe('a variety is in its class', () => {
  test.each<[string, number[], number[]]>([
    ['Empero', [8050101], [8010102, 8010103, 8010202]],
    ['Amilo', [8040101], [8010103, 8010203]],
    ['Empress', [8010102, 8010103], [8010101]],
    ['Inferno', [8010102], [8010101]],
    ['SU Ecusson', [3010107, 3010106], [3010103, 3010104, 3010105]],
    ['Mulika', [1010201, 1010206], [1010202, 1010205]],
    ['KWS Ladum', [1010201], [1010202]],
    ['KWS Cochise', [1010202], [1010201]],
    ['KWS Alicium', [1010202], [1010201, 1010205]],
    ['Hexham', [1010205], [1010201, 1010202, 1010203, 1010204]],
    ['KWS Fixum', [1010205], [1010201]],
    ['Shona', [1020201], []],
    ['NOS Gambit', [1020202], [1020201]],
    ['Darcie', [1020102], [1020101]],
    ['Murray', [1070101], []],
    ['KWS Telegram', [1100101], [1100201]],
    ['KWS Arkam', [1100201], [1100101]],
    ['Yoshi', [1100301], []],
    ['Hepworth', [1090101], [1090201]],
    ['Maderas', [1090201], [1090101]],
    ['Smart Nelda', [1150101], []],
    ['Miro', [1090101, 1090102], [1090201]],
    ['Genius', [1090201], [1090101]],
    ['Futura', [1090201], []],
    ['LG Stego', [1090201], []],
    ['NOS Blondie', [1100101], [1100201]],
    ['Pangea', [1100201], [1100101]],
    ['Midori', [1100301], [1100201]],
    ['Integral', [2020102], [2020101]],
    ['KWS Joyau', [2020102], [2020101]],
    ['Belfry', [2020102], [2020101]],
    ['Molly', [2020102], []],
    ['SY Canyon', [2020102], []],
    ['Orcade', [2020102], [2020101]],
    ['Kubik', [2010102], [2010101]],
    ['Spearhead', [2010102], [2010101]],
    ['LG Aukland', [2070101], []],
    ['Protina', [2090201], []],
    ['Callas', [2090201], []],
    ['WPB Duncan', [2010202], [2010201]],
    ['KWS Helium', [2010202], []],
    ['LG Mermaid', [2020202], []],
    ["Bramley's Seedling", [2530201], [2530101]],
    ['Kaspa', [7100501], [7100101]],
    ['PBA Gunyah', [7100501], [7100101]],
    ['PBA Wharton', [7100501], [7100101]],
    ['Baudin', [7020204], [7020201, 7020203]],
    ['Commander', [7020204], [7020201]],
    ['Neo CL', [7020201, 7020204], []],
    ['Calibre', [7010204, 7010206], []],
    ['Cutlass', [7010204, 7010208, 7010209], []],
    ['Vixen', [7010206, 7010210], [7010204]],
    ['Ninja', [7010217], [7010206]],
    ['Hammer CL Plus', [7010206, 7010209], []],
    ['Longsword', [7010113], [7010108]],
    ['Bottler', [7020201], []],
    ['Titan AX', [7020204], [7020201]],
    ['PBA Taylor', [7100501], [7100201]],
    ['PBA Noosa', [7100201], [7100501]],
    ['Koala', [7030201], []],
    ['Tyrian', [8010101], [8010102]],
    ['Firelight', [8010103], [8010101]],
    ['Exsal', [4010102, 4010105], []],
    ['Rübezahl', [4010103, 4010104, 4010105], [4010102]],
  ])('%s', (variety, is, isNot) => {
    for (const grade of is) expect(varietiesOf(grade), String(grade)).toContain(variety)
    for (const grade of isNot) expect(varietiesOf(grade), String(grade)).not.toContain(variety)
  })
})

describe('a limit is that of its source', () => {
  const limit = (gradeId: number, name: string) => {
    const grade = findGrade(gradeId)
    const [found] = grade
      ? specificationsFor({ countryISO: grade.countryISO, commodityId: grade.commodityId, gradeId })
      : []
    return found?.measures.find(({ specification }) => specification.name === name)
  }
  test.each<[string, number, string, { min?: number; max?: number }]>([
    ['FR improver wheat', 3010103, 'Protein', { min: 14 }],
    ['FR improver wheat, spring', 3010203, 'Protein', { min: 14 }],
    ['US White Club No. 1', 5011601, 'Test weight', { min: 58 }],
    ['US White Club No. 5', 5011605, 'Test weight', { min: 50 }],
    ...[1, 2, 3, 4, 5].flatMap((n): [string, number, string, { max: number }][] => [
      [`US wheat No. ${n}`, 5011100 + n, 'Contrasting classes', { max: [1, 2, 3, 10, 10][n - 1] ?? 0 }],
      [`US wheat No. ${n}`, 5011100 + n, 'Wheat of other classes', { max: [3, 5, 10, 10, 10][n - 1] ?? 0 }],
    ]),
    ...[1, 2, 3, 4].flatMap((n): [string, number, string, { min: number }][] => {
      const min = [97, 97, 95, 95][n - 1] ?? 0
      return [
        [`US two-rowed malting No. ${n}`, 5020300 + n, 'Suitable malting types', { min }],
        [`US six-rowed malting No. ${n}`, 5020400 + n, 'Suitable malting types', { min }],
      ]
    }),
    ['GB feed wheat', 1010106, 'Sprouted grains', { max: 6 }],
    ['GB feed wheat', 1010106, 'Ergot', { max: 0.001 }],
    ['GB feed wheat', 1010106, 'Heat-damaged kernels', { max: 3 }],
    ['GB feed wheat', 1010106, 'Moisture', { max: 15 }],
    ['GB feed wheat', 1010106, 'Specific weight', { min: 72 }],
    ['GB bread wheat', 1010101, 'Protein', { min: 13 }],
    ['GB bread wheat', 1010101, 'Hagberg falling number', { min: 250 }],
    ['AU ASW1', 7010212, 'Hagberg falling number', { min: 300 }],
    ['AU feed maize', 7060302, 'Specific weight', { min: 67 }],
  ])('%s (%d): %s', (_about, gradeId, name, expected) => {
    expect(limit(gradeId, name)).toMatchObject(expected)
  })
})

test.each([
  ['CA', 6, '09-01'],
  ['CA', 11, '09-01'],
  ['CA', 1, '08-01'],
  ['US', 16, '09-01'],
  ['US', 19, '09-01'],
  ['UA', 1, '07-01'],
  ['RU', 1, '07-01'],
  ['CH', 1, '07-01'],
  ['MD', 1, '07-01'],
  ['RS', 1, '07-01'],
  ['TR', 1, '06-01'],
])('the harvest year of %s starts for commodity %d on %s', (iso, commodity, start) => {
  const starts = findCountry(iso)?.harvestYearStarts
  expect(starts?.commodities?.[String(commodity)] ?? starts?.default).toBe(start)
})

describe('what a country grows and calls its own', () => {
  const types = (iso: string, commodity: number) =>
    commodityTree(iso)
      .flatMap(({ items }) => items)
      .find(({ id }) => id === commodity)
      ?.types.map(({ name }) => name) ?? []
  test.each<[string, number, string[]]>([
    [
      'CA',
      1,
      [
        'Canada Eastern White Winter',
        'Canada Prairie Spring White',
        'Canada Eastern Other Wheat',
        'Canada Eastern Feed',
      ],
    ],
    ['CA', 2, ['Food']],
    ['CA', 18, ['Large green', 'Small green', 'Medium green', 'French green']],
    ['CA', 32, ['Hairless']],
    ['AU', 10, ['Dun', 'White']],
    ['AU', 23, ['Oaten']],
    ['AU', 35, ['Green']],
    ['AU', 36, ['Common']],
    ['AU', 30, ['Runner']],
    ['GB', 10, ['Large blue', 'Small blue', 'Maple']],
    ['GB', 20, ['White']],
    ['GB', 38, ['Perennial ryegrass']],
    ['NZ', 37, ['Fodder']],
    ['NZ', 39, ['White']],
    ['NZ', 40, ['Carrot']],
    ['FR', 19, ['Kabuli']],
    ['FR', 28, ['Long grain']],
    ['FR', 33, ['Spring']],
    ['DE', 14, ['Starch']],
    ['DE', 17, ['Common']],
    ['DE', 18, ['Green']],
    ['DE', 34, ['Aroma']],
    ['US', 28, ['Long grain']],
    ['US', 29, ['Upland']],
    ['US', 30, ['Runner']],
    ['US', 31, ['Oil']],
  ])('%s, %d: %j', (iso, commodity, names) => {
    expect(types(iso, commodity)).toEqual(expect.arrayContaining(names))
  })

  test.each(['GB', 'IE', 'FR', 'DE', 'US', 'CA', 'AU', 'NZ'])(
    '%s has hay, silage, spelt, hemp and millet',
    (iso) => {
      for (const commodity of [23, 24, 25, 26, 27]) expect(types(iso, commodity).length).toBeGreaterThan(0)
    },
  )

  test.each(['US', 'CA'])('in %s lentils, chickpeas and silage are read in no bushels', (iso) => {
    for (const commodity of [18, 19, 24]) expect(readingUnit(iso, commodity).name).not.toBe('bushel')
  })
})

describe('how a variety is on its list', () => {
  const entryOf = (gradeId: number, variety: string) => {
    const file = new URL(`../../../data/commodities/${findGrade(gradeId)?.countryISO}.json`, import.meta.url)
    return (JSON.parse(readFileSync(file, 'utf8')) as CountryTreeFile).commodities
      .flatMap(({ types }) => types.flatMap(({ grades }) => grades))
      .find(({ id }) => id === gradeId)
      ?.varieties.find((each) => typeof each !== 'string' && each.name === variety)
  }
  test.each<[string, number, object]>([
    ['Arlington', 1010101, { status: 'provisional' }],
    ['Darcie', 1020102, { zones: ['East'] }],
    ['Laureate', 1020201, { status: 'approved for brewing and malt distilling' }],
    ['Fairing', 1020201, { status: 'approved for grain distilling' }],
    ['Shona', 1020201, { status: 'under test', zones: ['East'] }],
    ['Murray', 1070101, { zones: ['East/West'] }],
    ['Kubik', 2010102, { status: 'provisional' }],
    ['Dart', 2070101, { status: 'provisional' }],
    ['Callas', 2090201, { status: 'provisional' }],
    ['Calibre', 7010204, { zones: ['Northern'] }],
    ['Willaura', 7010206, { zones: ['Northern'] }],
    ['Hammer CL Plus', 7010209, { zones: ['Western'] }],
    ['Vixen', 7010210, { zones: ['Western'] }],
    ['Bass', 7020201, { zones: ['Western Australia'] }],
    ['GrangeR', 7020204, { status: 'outclassed' }],
    ['Hyperno', 7010301, { status: 'to leave the list' }],
  ])('%s (%d)', (variety, gradeId, expected) => {
    expect(entryOf(gradeId, variety)).toMatchObject(expected)
  })
})

test.each([
  ['ahdb-2026', '2026/27', '2025-12', 'collected'],
  ['ahdb-sb', '2024/25 to 2026/27', '2025-12', 'read'],
  ['pgro-2026', '2023 to 2026', '2025-11', 'collected'],
  ['bbro-2026', '2026', '2025-04', 'read'],
  ['dafm-2026', '2026', '2025-09', 'read'],
  ['dafm-osr', '2026', '2025-05', 'read'],
  ['ga-2025', '2022 to 2025', '2025-03', 'read'],
  ['pggw-2020', '2020/21', '2020', 'read'],
  ['gta-asw1', '2022/23', '2022-08', 'read'],
])('the list %s is of %s, published %s, and its entries are %s', (id, edition, date, checked) => {
  expect(sourceLists().find((list) => list.id === id)).toMatchObject({ edition, date, checked })
})

test('a list that is no longer in force says so', () => {
  expect(sourceLists().find(({ id }) => id === findGrade(6012401)?.list)?.status).toBe('ended 2022-07')
})

// Facts of FR, DE, US and CA, read in the sources of their lists.

describe('a variety of the continent or of North America is in its class', () => {
  test.each<[string, number[], number[]]>([
    ['KWS Donovan', [4010103, 4010104], [4010102]],
    ['LG Charakter', [4010103], [4010102]],
    ['KWS Emerick', [4010102], []],
    ['Moschus', [4010102], []],
    ['Ponticus', [4010102], []],
    ['RGT Reform', [4010103], [4010102]],
    ['Asory', [4010103], [4010102]],
    ['Informer', [4010104], [4010102, 4010103]],
    ['Campesino', [4010104], [4010102, 4010103]],
    ['Izalco CS', [3010103], [3010107]],
    ['Rebelde', [3010103], [3010107]],
    ['LG Skyscraper', [3010107, 3010106], [3010103, 3010104, 3010105]],
    ['Carrousel', [3020101], []],
    ['Dementiel', [3020101], []],
    ['Laureate', [3020201], []],
    ['Sting', [3020201], []],
    ['Bob Dole', [5011101], [5011501]],
    ['Joe', [5011501], [5011101]],
    ['SY Ingmar', [5011201], [5010301]],
    ['ND Riveland', [5010301], [5011201]],
    ['ABI Cardinal', [5020301], [5020401]],
    ['Muchmore', [6012201, 6012203], [6012101, 6012103]],
    ['Prosper', [6012201], [6012101]],
    ['CDC Churchill', [6020301], [6020401]],
  ])('%s', (variety, is, isNot) => {
    for (const grade of is) expect(varietiesOf(grade), String(grade)).toContain(variety)
    for (const grade of isNot) expect(varietiesOf(grade), String(grade)).not.toContain(variety)
  })

  test('KWS Donovan is of A, and below A only by stepping down', () => {
    expect(varietiesOf(4010103)).toContain('KWS Donovan')
    expect(
      readDataFile('commodities/DE.json', CountryTreeFile).commodities[0]?.types[0]?.grades[2],
    ).toMatchObject({
      id: 4010104,
      varieties: expect.not.arrayContaining(['KWS Donovan', 'LG Charakter']) as unknown,
    })
  })
})

test.each<[string, number, string, { min?: number; max?: number }]>([
  ['CA red winter No. 1', 6012401, 'Specific weight', { min: 79 }],
  ['CA red winter No. 2', 6012402, 'Specific weight', { min: 76 }],
  ['CA red winter No. 2', 6012402, 'Protein', { min: 11 }],
  ['CA red spring No. 1', 6012101, 'Vitreous kernels', { min: 65 }],
  ['CA red spring No. 1', 6012101, 'Ergot', { max: 0.04 }],
  ['CA northern hard red No. 1', 6012201, 'Protein', { min: 11 }],
  ['CA amber durum No. 1', 6010301, 'Vitreous kernels', { min: 80 }],
  ['CA amber durum No. 1', 6010301, 'Protein', { min: 9.5 }],
  ['CA soft white spring No. 2', 6012502, 'Specific weight', { min: 74 }],
  ['CA extra strong No. 2', 6012702, 'Specific weight', { min: 73 }],
  ['CA eastern other wheat No. 3', 6013603, 'Specific weight', { min: 65 }],
  ['CA general purpose barley No. 1', 6020302, 'Specific weight', { min: 63 }],
  ['CA food barley', 6020502, 'Moisture', { max: 13.5 }],
  ['CA canola No. 1', 6070201, 'Distinctly green', { max: 2 }],
  ['CA canola No. 2', 6070202, 'Damaged kernels', { max: 12 }],
  ['CA corn No. 3', 6060303, 'Broken corn and foreign material', { max: 5 }],
  ['CA soybeans No. 2', 6110102, 'Foreign material', { max: 2 }],
  ['CA triticale No. 2', 6050102, 'Sprouted grains', { max: 2 }],
  ['US rye No. 3', 5040103, 'Foreign material', { max: 10 }],
  ['FR improver wheat', 3010103, 'Alveograph W', { min: 350 }],
  ['FR bread wheat', 3010104, 'Deoxynivalenol', { max: 1000 }],
  ['FR milling oats', 3030101, 'Deoxynivalenol', { max: 1750 }],
  ['DE elite wheat', 4010102, 'Deoxynivalenol', { max: 1000 }],
  ['IE milling wheat', 2010101, 'Deoxynivalenol', { max: 1000 }],
])('the limit of %s (%d) is that of its source: %s', (_about, gradeId, name, expected) => {
  const { countryISO = '', commodityId = 0 } = findGrade(gradeId) ?? {}
  const [found] = specificationsFor({ countryISO, commodityId, gradeId })
  expect(found?.measures.find(({ specification }) => specification.name === name)).toMatchObject(expected)
})

test('feed has no limit of food', () => {
  const [feed] = specificationsFor({ countryISO: 'DE', commodityId: 1, gradeId: 4010105 })
  expect(feed?.measures.map(({ specification }) => specification.name)).not.toContain('Deoxynivalenol')
})

// 7 CFR 1412.3.
test.each([
  [1, '06-01'],
  [10, '07-01'],
  [18, '07-01'],
  [28, '08-01'],
  [29, '08-01'],
  [30, '08-01'],
  [31, '09-01'],
])('in the US the harvest year of commodity %d starts on %s', (commodity, start) => {
  const starts = findCountry('US')?.harvestYearStarts
  expect(starts?.commodities?.[String(commodity)] ?? starts?.default).toBe(start)
})

test.each([
  ['WIKIDATA:Q15645384', 1, undefined],
  ['wikidata:q11577', 2, undefined],
  ['WIKIDATA:Q12099', 4, undefined],
  ['WIKIDATA:Q618324', 1, 103],
  ['WIKIDATA:Q81', 51, undefined],
  ['WIKIDATA:Q1', undefined, undefined],
  ['WIKIDATA:', undefined, undefined],
])('%s is commodity %d, type %d', (code, commodity, type) => {
  const found = findCommodityNamed(code)
  expect(found?.commodity.id).toBe(commodity)
  expect(found?.type?.id).toBe(type)
})

test('a list that was read says of when it is', () => {
  const undated = sourceLists().filter(
    ({ countryISO, checked, date }) =>
      ['FR', 'DE', 'US', 'CA'].includes(countryISO) && checked === 'read' && date === '',
  )
  expect(undated.map(({ id }) => id)).toEqual(['de-press'])
})
