import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { catalogueEntries, findGrade } from './catalogue.ts'
import { findCommodityNamed, findTypeNamed } from './names.ts'
import { nearestCommodities } from './nearest-names.ts'
import { gradeMeant, namesFiles, understand } from './understand.ts'

// Everyday names of the three languages, from the crop lists of the agencies (RPA and USDA, BLE, Telepac) and of trade reports. “?” has to be asked.
const [, ...rows] = readFileSync(new URL('everyday-names.csv', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n')
const names = rows.map((row) => {
  const [language = '', country = '', words = '', commodity = '', type = '', grade = ''] = row.split(',')
  return { language, country, words, commodity, type, grade }
})

function taken(words: string, country: string) {
  const reading = understand(words, country)
  if (!reading || 'mayBe' in reading) return '?'
  return String(reading.is.commodity.id)
}

test('the nearest are called in the reader’s language', () => {
  expect(nearestCommodities('Weitzen', { countryISO: 'DE', language: 'de' })).toEqual(['Weizen'])
})

test.each([
  ['Wheet', 'GB', ['Wheat']],
  ['Weitzen', 'DE', ['Wheat']],
  ['Oil seed rapes', 'GB', ['Oilseed rape']],
  ['Zuckerrübn', 'DE', ['Sugar beet']],
  ['rye!', 'GB', ['Rye']],
  ['Grass', 'GB', []],
  ['Concrete', 'GB', []],
])('%s in %s is spelled most like %j', (words, country, nearest) => {
  expect(nearestCommodities(words, { countryISO: country, language: 'en' })).toEqual(nearest)
})

test('there are 100 everyday names of each language', () => {
  for (const language of ['en', 'de', 'fr'])
    expect(names.filter((each) => each.language === language)).toHaveLength(100)
})

test('at least 285 of 300 are taken for the right crop, and none for a wrong one', () => {
  const results = names.map((each) => ({ ...each, got: taken(each.words, each.country) }))
  expect(results.filter(({ got, commodity }) => got !== '?' && got !== commodity)).toEqual([])
  expect(results.filter(({ got }) => got === '?').map(({ words }) => words)).toEqual([
    'Beans',
    'Flachs',
    'Pflanzkartoffeln',
    'Lin',
  ])
  expect(results.filter(({ got }) => got !== '?').length).toBeGreaterThanOrEqual(285)
})

test.each(names.filter(({ type, grade }) => type !== '' || grade !== ''))(
  '$words ($country) says its type and grade',
  ({ words, country, commodity, type, grade }) => {
    const reading = understand(words, country)
    if (!reading || !('is' in reading)) throw new Error('it was not understood')
    const { is } = reading
    if (type !== '') expect(String(is.type?.id)).toBe(type)
    if (grade === '') return
    const types = is.type ? [is.type.id] : typesWith(country, Number(commodity), grade)
    expect(types.length).toBeGreaterThan(0)
    for (const id of types) expect(gradeMeant(country, id, is.gradeNames)?.name).toBe(grade)
  },
)

function typesWith(country: string, commodity: number, grade: string): number[] {
  const prefix = { GB: 1, DE: 4, FR: 3, US: 5, CA: 6, AU: 7 }[country] ?? 0
  const ids = Array.from({ length: 100 }, (_, n) => commodity * 100 + n)
  return ids.filter((id) =>
    Array.from({ length: 20 }, (_, n) => findGrade(prefix * 1e6 + id * 100 + n)).some(
      (each) => each?.name === grade,
    ),
  )
}

// A second list, written after the code and without it; what it found wrong is held here.
test.each<[string, string, number, number | undefined, string | undefined]>([
  ['Gp 1 wheat', 'GB', 1, undefined, 'Group 1'],
  ['Grp 4 hard wheat', 'GB', 1, undefined, 'Group 4 hard'],
  ['Group 4 wheat', 'GB', 1, undefined, undefined],
  ['W Beans', 'GB', 9, 901, undefined],
  ['SO', 'GB', 3, 302, undefined],
  ['Rye hybrid', 'GB', 4, undefined, undefined],
  ['Onions red', 'GB', 52, 5202, undefined],
  ['Lucerne', 'GB', 23, 2303, undefined],
  ['APH2', 'AU', 1, undefined, 'APH2'],
  ['Wheat ASW', 'AU', 1, undefined, 'ASW1'],
  ['BAR1', 'AU', 2, undefined, 'BAR1'],
  ['ADR1', 'AU', 1, 103, 'ADR1'],
  ['Carrot seed', 'NZ', 40, 4001, undefined],
  ['HRSW', 'US', 1, 112, undefined],
  ['No. 2 yellow corn', 'US', 6, 603, 'U.S. No. 2'],
  ['Corn - Yellow', 'US', 6, 603, undefined],
  ['No.1 CWRS', 'CA', 1, 121, 'No. 1'],
  ['Fall rye', 'CA', 4, 401, undefined],
  ['W-Weizen', 'DE', 1, 101, undefined],
  ['SoGerste', 'DE', 2, 202, undefined],
  ['OP', 'FR', 2, 202, undefined],
  ["orge d'hiver 2 rangs", 'FR', 2, 201, undefined],
])('%s in %s is commodity %d, type %s, grade %s', (words, country, commodity, type, grade) => {
  const reading = understand(words, country)
  if (!reading || !('is' in reading)) throw new Error('it was not understood')
  const { is } = reading
  expect([is.commodity.id, is.type?.id]).toEqual([commodity, type])
  const typeId = is.type?.id ?? typesWith(country, commodity, grade ?? '')[0] ?? 0
  expect(gradeMeant(country, typeId, is.gradeNames)?.name).toBe(grade)
})

test.each([
  ['Wheatfeed', 'GB'],
  ['Rapeseed meal', 'GB'],
  ['Sunflower oil', 'GB'],
  ['Potato starch', 'GB'],
  ['Sugar beet pulp', 'GB'],
  ['Malt', 'GB'],
  ['Soybean meal', 'US'],
  ['Corn gluten feed', 'US'],
  ['Rapsschrot', 'DE'],
  ['Weizenkleie', 'DE'],
  ['Roggenmehl', 'DE'],
  ['tourteau de colza', 'FR'],
  ['son de blé', 'FR'],
  ['petit épeautre', 'FR'],
])('%s in %s is made of a crop, or is another, and is none of ours', (words, country) => {
  expect(understand(words, country)).toBeUndefined()
})

test.each([
  ['Spring cleaning', 'GB'],
  ['Tractor', 'GB'],
  ['Winter', 'GB'],
  ['', 'GB'],
  ['a'.repeat(200), 'GB'],
  ['wheat barley', 'GB'],
  ['Weizengerste', 'DE'],
  ['blé orge', 'FR'],
])('“%s” is not understood', (words, country) => {
  expect(understand(words, country)).toBeUndefined()
})

test.each([
  ['EPPO:trzdu', 1, 103],
  ['HS:1001', 1, undefined],
  ['CN:1001 99 00', 1, undefined],
  ['CN:10019120', 1, undefined],
  ['CN:1001 11 00', 1, 103],
  ['CN:1001.19.00', 1, 103],
  ['cn:10019110', 25, undefined],
  ['HS:1008.21', 27, undefined],
  ['CN:1205 10 90', 7, undefined],
  ['CN:0713 33 90', 21, undefined],
  ['HS:0702.00', 62, undefined],
])('%s is commodity %d, type %s', (code, commodity, type) => {
  const found = findCommodityNamed(code, 'DE')
  expect([found?.commodity.id, found?.type?.id]).toEqual([commodity, type])
})

test.each([
  'HS:10',
  'HS:1001.9',
  'HS:1008',
  'CN:1008 90 00',
  'EPPO:TRZ',
  'EPPO:',
  'CN:',
  'HS:9999',
  'XX:1001',
])('%s is no commodity', (code) => {
  expect(findCommodityNamed(code, 'DE')).toBeUndefined()
})

test('what is two things is asked', () => {
  expect(understand('Beans', 'US')).toMatchObject({ mayBe: [{ id: 11 }, { id: 21 }] })
  expect(understand('Bohnen', 'DE')).toMatchObject({ mayBe: [{ id: 9 }, { id: 21 }] })
  expect(understand('Lin', 'FR')).toMatchObject({ mayBe: [{ id: 8 }, { id: 33 }] })
})

test.each([
  ['de', 'DE'],
  ['fr', 'FR'],
] as const)('what answers call a crop or a type in %s is taken for it', (language, country) => {
  const { commodities = {}, labels = {} } = namesFiles().get(language)?.names ?? {}
  for (const [id, name] of Object.entries(commodities))
    expect(String(findCommodityNamed(name, country)?.commodity.id), name).toBe(id)
  for (const type of catalogueEntries().types.values()) {
    const name = labels[type.name]
    if (name !== undefined) expect(findTypeNamed(type.commodityId, name), name).toMatchObject({ id: type.id })
  }
})
