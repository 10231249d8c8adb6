import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeAjv } from '../../http/validate/validation.ts'
import { listCountries } from '../countries/countries.ts'
import * as catalogue from './catalogue.ts'
import { DATA_DIRECTORY, ReferenceDataError } from '../data-file.ts'
import { Commodity } from './schema.ts'

// rules.md §7: what every country has, whatever it is called there.
const required = [
  'Wheat',
  'Barley',
  'Oats',
  'Rye',
  'Triticale',
  'Maize',
  'Oilseed rape',
  'Linseed',
  'Field beans',
  'Peas',
  'Soya',
  'Sunflower',
  'Sorghum',
  'Potatoes',
  'Sugar beet',
]
const enabled = listCountries()
  .filter((country) => country.enabled)
  .map((country) => country.iso)
const itemsOf = (countryISO: string) =>
  catalogue.commodityTree(countryISO).flatMap((element) => element.items)

describe.each(enabled)('the tree of %s', (countryISO) => {
  const tree = catalogue.commodityTree(countryISO)

  test('has the documented shape, crops and produce once each', () => {
    const validate = makeAjv(false).compile(Commodity)
    for (const element of tree) expect(validate(element) || validate.errors).toBe(true)
    expect(tree.map((element) => element.type)).toEqual(['crop', 'produce'])
    expect(tree.map((element) => element.id)).toEqual([`${countryISO}-crop`, `${countryISO}-produce`])
  })

  test.each(required)('has %s', (name) => {
    expect(itemsOf(countryISO).map((item) => catalogue.findCommodity(item.id)?.name)).toContain(name)
  })

  test('has a good handful of produce', () => {
    expect(tree[1]?.items.length).toBeGreaterThanOrEqual(8)
  })

  test('is complete: every type has grades, every grade a rank and varieties to choose from', () => {
    for (const item of itemsOf(countryISO)) {
      expect(item.types.length).toBeGreaterThan(0)
      for (const type of item.types) {
        expect(type.grades.length).toBeGreaterThan(0)
        for (const grade of type.grades) {
          expect(grade.varieties.at(-1)).toBe(catalogue.MIXED_VARIETY)
          expect(catalogue.gradeRank(grade.id)).toBeGreaterThanOrEqual(1)
          expect(catalogue.gradeBelongsTo(grade.id, item.id, type.id)).toBe(true)
          expect(catalogue.findGrade(grade.id)).toMatchObject({
            countryISO,
            name: grade.name,
          })
        }
      }
    }
  })

  test('offers the segregation tags: organic status for all, rape type for rape alone', () => {
    for (const item of itemsOf(countryISO)) {
      const names = item.tags.map((tag) => tag.name)
      expect(names).toEqual(expect.arrayContaining(['Organic', 'In conversion', 'Conventional']))
      for (const rapeType of ['00', 'HOLL', 'HEAR']) expect(names.includes(rapeType)).toBe(item.id === 7)
    }
  })
})

test('a country without commodities has an empty tree', () => {
  expect(catalogue.commodityTree('BR')).toEqual([])
})

test('nobody can change what others see', () => {
  const [crops] = catalogue.commodityTree('GB')
  expect(() => crops?.items.pop()).toThrow(TypeError)
  expect(() => crops?.items[0]?.types[0]?.grades[0]?.varieties.push('Maris Widgeon')).toThrow(TypeError)
})

describe('look-ups', () => {
  test.each([
    ['the same id everywhere', itemsOf('GB')[0]?.id, itemsOf('AU')[0]?.id],
    ['a missing commodity', catalogue.findCommodity(999), undefined],
    ['a missing type', catalogue.findType(999), undefined],
    ['a missing grade', catalogue.findGrade(999), undefined],
    ['a missing tag', catalogue.findTag(999), undefined],
    ['a grade of another type', catalogue.gradeBelongsTo(1010101, 1, 102), false],
    ['a grade of another commodity', catalogue.gradeBelongsTo(1010101, 2, 101), false],
    ['a missing grade of a type', catalogue.gradeBelongsTo(999, 1, 101), false],
    ['a name abroad', catalogue.commodityName('US', 6), 'Corn'],
    ['a name at home', catalogue.commodityName('GB', 6), 'Maize'],
    ['a name where it is not grown', catalogue.commodityName('BR', 6), 'Maize'],
    ['no name', catalogue.commodityName('GB', 999), undefined],
    ['bread wheat before feed wheat', catalogue.gradeRank(1010101) < catalogue.gradeRank(1010106), true],
    ['one rank for one grade name of two types', catalogue.gradeRank(1010102), catalogue.gradeRank(1010202)],
  ])('%s', (_what, found, expected) => {
    expect(found).toEqual(expected)
  })

  test('gradeRank takes no id that does not exist', () => {
    expect(() => catalogue.gradeRank(999)).toThrow('There is no grade 999')
  })

  test.each([
    ['GB', 1, 'tonne', 1000],
    ['GB', 51, 'kg', 1],
    ['US', 1, 'bushel', 27.2155422],
    ['CA', 5, 'bushel', 23.58680324],
    ['US', undefined, 'short ton', 907.18474],
    ['US', 999, 'short ton', 907.18474],
    ['XX', 1, 'kg', 1],
  ])('in %s, commodity %s is read in %s', (countryISO, commodityId, name, conversion) => {
    expect(catalogue.readingUnit(countryISO, commodityId)).toEqual({ name, conversion })
  })
})

describe('segregation', () => {
  const organic = 1,
    inConversion = 2,
    conventional = 3,
    doubleLow = 11,
    holl = 12,
    hear = 13,
    redTractor = 21,
    nonGm = 26

  test.each([
    [[], 'gm:undeclared|organic:conventional|rape:00'],
    [[conventional], 'gm:undeclared|organic:conventional|rape:00'],
    [[doubleLow], 'gm:undeclared|organic:conventional|rape:00'],
    [[redTractor], 'gm:undeclared|organic:conventional|rape:00'],
    [[organic], 'gm:undeclared|organic:organic|rape:00'],
    [[inConversion], 'gm:undeclared|organic:in-conversion|rape:00'],
    [[holl], 'gm:undeclared|organic:conventional|rape:holl'],
    [[hear, redTractor], 'gm:undeclared|organic:conventional|rape:hear'],
    [[hear, organic], 'gm:undeclared|organic:organic|rape:hear'],
    [[organic, hear], 'gm:undeclared|organic:organic|rape:hear'],
    [[nonGm], 'gm:non-gm|organic:conventional|rape:00'],
    [[nonGm, organic], 'gm:non-gm|organic:organic|rape:00'],
    [[organic, organic], 'gm:undeclared|organic:organic|rape:00'],
  ])('of tags %j is %s', (tagIds, key) => {
    expect(catalogue.segregationOf(tagIds)).toBe(key)
  })

  test('tags that contradict each other are named, and have no segregation', () => {
    expect(catalogue.contradictingTags([organic, redTractor, conventional])?.map((tag) => tag.name)).toEqual([
      'Organic',
      'Conventional',
    ])
    expect(catalogue.contradictingTags([organic, hear])).toBeUndefined()
    expect(() => catalogue.segregationOf([holl, hear])).toThrow('Tags HOLL and HEAR contradict each other')
    expect(() => catalogue.segregationOf([999])).toThrow('There is no tag 999')
  })
})

describe('a broken file stops the start with one line', () => {
  let directory = ''
  beforeAll(() => {
    directory = mkdtempSync(join(tmpdir(), 'granary-data-'))
  })
  afterAll(() => rmSync(directory, { recursive: true }))

  test.each([
    [
      'what is not JSON',
      'GB',
      '"countryISO"',
      'countryISO',
      /^Reference data data\/commodities\/GB\.json: .*JSON/,
    ],
    [
      'an unknown field',
      'GB',
      '"weight": "tonne"',
      '"weight": "tonne", "colour": "gold"',
      /GB\.json: commodities\[0\]\.colour is not a field of this file/,
    ],
    [
      'a text for an id',
      'GB',
      '"id": 1010101',
      '"id": "1010101"',
      /GB\.json: commodities\[0\]\.types\[0\]\.grades\[0\]\.id must be a whole number/,
    ],
    [
      'a grade id used twice',
      'GB',
      '"id": 1010102',
      '"id": 1010101',
      /GB\.json: the grade 1010101 is there twice/,
    ],
    [
      'a grade id of another country',
      'IE',
      '"id": 2010101',
      '"id": 1010101',
      /IE\.json: the grade 1010101 is there twice/,
    ],
    [
      'a type with the name of another',
      'GB',
      '"name": "Winter"',
      '"name": "Spring"',
      /GB\.json: type 101 of Wheat is not called Spring/,
    ],
    [
      'a commodity with the name of another',
      'GB',
      '"name": "Wheat"',
      '"name": "Barley"',
      /GB\.json: commodity 1 is not called Barley/,
    ],
    [
      'two names of one rank',
      'GB',
      '"rank": 2',
      '"rank": 1',
      /GB\.json: Wheat, Winter, Group 2 has rank 1, but Group 1 has rank 1/,
    ],
    [
      'a tag that does not exist',
      'GB',
      '"tags": [1,',
      '"tags": [999,',
      /GB\.json: Wheat has a tag 999 that does not exist/,
    ],
    [
      'a unit that does not exist',
      'GB',
      '"weight": "tonne"',
      '"weight": "bushel"',
      /GB\.json: Wheat is weighed in bushel, which is no unit there/,
    ],
    [
      'no variety, unmarked',
      'GB',
      '["Bamford", "KWS Solitaire", "LG Astronomer", "LG Illuminate"]',
      '[]',
      /GB\.json: Wheat, Winter, Group 3 lists no variety and is not marked freeText/,
    ],
    [
      'a variety in two classes',
      'GB',
      '"KWS Arnie"',
      '"Skyfall"',
      /GB\.json: Wheat, Winter, Group 2 lists Skyfall, which Group 1 lists too/,
    ],
    [
      'a list without source',
      'GB',
      '"list": "ahdb-2026"',
      '"list": "hearsay"',
      /GB\.json: Wheat, Winter, Group 1 is of a list without source: hearsay/,
    ],
    [
      'a list of another country',
      'GB',
      '"list": "ahdb-2026"',
      '"list": "dafm-2026"',
      /GB\.json: Wheat, Winter, Group 1 is of a list without source: dafm-2026/,
    ],
    ['Mixed as a variety', 'GB', '"Arlington"', '"Mixed"', /GB\.json: Wheat, Winter, Group 1 lists Mixed/],
    [
      'a file with the country of another',
      'IE',
      '"countryISO": "IE"',
      '"countryISO": "NZ"',
      /IE\.json: its country is NZ/,
    ],
  ])('%s', (_what, countryISO, text, replacement, message) => {
    cpSync(DATA_DIRECTORY, directory, { recursive: true })
    const path = join(directory, 'commodities', `${countryISO}.json`)
    const before = readFileSync(path, 'utf8')
    expect(before).toContain(text)
    writeFileSync(path, before.replace(text, replacement))
    const read = () => catalogue.readCatalogue(pathToFileURL(`${directory}/`))
    expect(read).toThrow(ReferenceDataError)
    expect(read).toThrow(message)
  })
})
