import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeAjv } from '../../http/validate/validation.ts'
import { commodityCountries, commodityTree, findCommodity, findGrade } from './catalogue.ts'
import { DefaultSpecification } from './schema.ts'
import { DATA_DIRECTORY, ReferenceDataError } from '../data-file.ts'
import { atMoistureBasis, readSpecifications, specificationsFor } from './specifications.ts'

const countries = commodityCountries()

function limitsOf(countryISO: string, commodityId: number, gradeId: number) {
  const [specification] = specificationsFor({ countryISO, commodityId, gradeId })
  return Object.fromEntries(
    specification?.measures.map(({ specification: { name }, min, max }) => [name, [min, max]]) ?? [],
  )
}

// rules.md §7.
test.each([
  [
    'GB bread wheat',
    'GB',
    1,
    1010101,
    {
      Protein: [13, 100],
      'Hagberg falling number': [250, 1000],
      'Specific weight': [76, 100],
      Moisture: [0, 15],
    },
  ],
  ['GB feed wheat', 'GB', 1, 1010106, { 'Specific weight': [72, 100], Moisture: [0, 15] }],
  [
    'GB malting barley',
    'GB',
    2,
    1020101,
    {
      Moisture: [0, 14.5],
      Nitrogen: [1.52, 1.84],
      Germination: [98, 100],
      'Retained over 2.5 mm': [90, 100],
      'Screenings under 2.2 mm': [0, 3],
    },
  ],
  ['GB feed barley', 'GB', 2, 1020102, { 'Specific weight': [63, 100] }],
  ['GB oilseed rape', 'GB', 7, 1070101, { Moisture: [6, 9], Admixture: [0, 2], 'Erucic acid': [0, 2] }],
  ['GB milling oats', 'GB', 3, 1030101, { 'Specific weight': [50, 100] }],
  ['AU ASW1', 'AU', 1, 7010212, { Moisture: [0, 12.5], 'Specific weight': [76, 100], Screenings: [0, 5] }],
  [
    'US maize No. 1',
    'US',
    6,
    5060301,
    {
      'Test weight': [56, 100],
      'Heat-damaged kernels': [0, 0.1],
      'Damaged kernels': [0, 3],
      'Broken corn and foreign material': [0, 2],
    },
  ],
  [
    'US maize No. 2',
    'US',
    6,
    5060302,
    {
      'Test weight': [54, 100],
      'Heat-damaged kernels': [0, 0.2],
      'Damaged kernels': [0, 5],
      'Broken corn and foreign material': [0, 3],
    },
  ],
  [
    'US maize No. 5',
    'US',
    6,
    5060305,
    {
      'Test weight': [46, 100],
      'Heat-damaged kernels': [0, 3],
      'Damaged kernels': [0, 15],
      'Broken corn and foreign material': [0, 7],
    },
  ],
  ['US triticale No. 2', 'US', 5, 5050102, { 'Test weight': [45, 100], 'Damaged kernels': [0, 4] }],
  ['US lentils No. 1', 'US', 18, 5180201, { 'Total defects': [0, 2], 'Foreign material': [0, 0.2] }],
  [
    'CA red spring No. 1',
    'CA',
    1,
    6012101,
    { 'Specific weight': [75, 100], Protein: [10, 100], Moisture: [0, 14.5] },
  ],
  ['CA amber durum No. 3', 'CA', 1, 6010303, { 'Specific weight': [74, 100], Moisture: [0, 14.5] }],
  ['CA oats No. 2', 'CA', 3, 6030202, { 'Specific weight': [54, 100] }],
  ['AU durum ADR1', 'AU', 1, 7010301, { Protein: [13, 100], Moisture: [0, 12.5] }],
  ['AU soft wheat', 'AU', 1, 7010211, { Protein: [0, 9.5] }],
  ['AU BAR1', 'AU', 2, 7020204, { 'Specific weight': [62.5, 100], 'Screenings under 2.2 mm': [0, 15] }],
  [
    'AU sorghum SOR1',
    'AU',
    13,
    7130101,
    { 'Specific weight': [71, 100], Screenings: [0, 11], Moisture: [0, 13.5] },
  ],
  ['FR malting barley', 'FR', 2, 3020201, { Protein: [9.5, 11.5], Moisture: [0, 14.5] }],
  ['DE bread rye', 'DE', 4, 4040101, { 'Hagberg falling number': [120, 1000], Moisture: [0, 14.5] }],
])('%s', (_what, countryISO, commodityId, gradeId, limits) => {
  expect(limitsOf(countryISO, commodityId, gradeId)).toMatchObject(limits)
})

describe.each(countries)('in %s', (countryISO) => {
  test.each(['Wheat', 'Barley', 'Oats', 'Rye', 'Maize', 'Oilseed rape', 'Linseed', 'Soya', 'Sunflower'])(
    '%s has a specification',
    (name) => {
      const item = commodityTree(countryISO)[0]?.items.find(({ id }) => findCommodity(id)?.name === name)
      expect(specificationsFor({ countryISO, commodityId: item?.id ?? 0 }).length).toBeGreaterThan(0)
    },
  )

  test('every specification has the documented shape and limits that can be met', () => {
    const validate = makeAjv(false).compile(DefaultSpecification)
    for (const { id } of commodityTree(countryISO).flatMap((element) => element.items)) {
      for (const each of specificationsFor({ countryISO, commodityId: id })) {
        expect(validate(each) || validate.errors).toBe(true)
        for (const { min, max } of each.measures) expect(min).toBeLessThanOrEqual(max)
      }
    }
  })
})

test.each([
  ['all grades of a commodity', { countryISO: 'GB', commodityId: 1 }, 12],
  ['all grades of a type', { countryISO: 'GB', commodityId: 1, typeId: 101 }, 6],
  ['one grade', { countryISO: 'GB', commodityId: 1, typeId: 101, gradeId: 1010101 }, 1],
  ['a grade of another type', { countryISO: 'GB', commodityId: 1, typeId: 102, gradeId: 1010101 }, 0],
  ['a grade of another commodity', { countryISO: 'GB', commodityId: 2, gradeId: 1010101 }, 0],
  ['a grade of another country', { countryISO: 'IE', commodityId: 1, gradeId: 1010101 }, 0],
  ['a grade without limits', { countryISO: 'US', commodityId: 6, gradeId: 5060306 }, 0],
  ['an unknown commodity', { countryISO: 'GB', commodityId: 999 }, 0],
])('%s', (_what, wanted, count) => {
  expect(specificationsFor(wanted)).toHaveLength(count)
})

/** Grades that are what no limit holds for: what fails every other, is fed as it is, or is bought by its looks. */
const WITHOUT_LIMITS = /sample|off-specification|silage|forage/i

test.each([
  ['GB', [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 16]],
  ['IE', [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13]],
  ['FR', [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13]],
  ['DE', [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13]],
  ['NZ', [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13]],
  ['US', [1, 2, 3, 4, 5, 6, 7, 8, 11, 12, 13]],
  ['CA', [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]],
  ['AU', [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13]],
])('in %s every grade of a combinable crop that promises something says what', (countryISO, commodityIds) => {
  const items = commodityTree(countryISO).flatMap((element) => element.items)
  const silent = items
    .filter(({ id }) => commodityIds.includes(id))
    .flatMap(({ id, name, types }) =>
      types.flatMap((type) =>
        type.grades
          .filter(
            (grade) => specificationsFor({ countryISO, commodityId: id, gradeId: grade.id }).length === 0,
          )
          .map((grade) => `${name}, ${type.name}, ${grade.name}`),
      ),
    )
  expect(silent.filter((grade) => !WITHOUT_LIMITS.test(grade))).toEqual([])
})

test.each(['US', 'CA'])('in %s a better grade never asks for less', (countryISO) => {
  for (const { id, types } of commodityTree(countryISO).flatMap((element) => element.items)) {
    for (const grades of types.map((type) =>
      type.grades.filter(({ name }) => /^(U\.S\. )?No\. \d$/.test(name)),
    )) {
      const asked = grades.map((grade) => limitsOf(countryISO, id, grade.id))
      for (const [index, better] of asked.entries()) {
        for (const [measure, [min = 0, max = 0]] of Object.entries(asked[index + 1] ?? {})) {
          const own = better[measure]
          expect(own?.[0] ?? min, `${id} ${measure}`).toBeGreaterThanOrEqual(min)
          expect(own?.[1] ?? max, `${id} ${measure}`).toBeLessThanOrEqual(max)
        }
      }
    }
  }
})

describe('protein is stated at the moisture of the trade', () => {
  const protein = (gradeId: number, basis?: number) => {
    const { countryISO, commodityId } = findGrade(gradeId) ?? { countryISO: '', commodityId: 0 }
    const [found] = specificationsFor({ countryISO, commodityId, gradeId })
    const stated = found && basis !== undefined ? atMoistureBasis(found, basis) : found
    return stated?.measures.find(({ specification }) => specification.name === 'Protein')
  }

  test('which the specification says, and at another when asked', () => {
    expect(protein(1010101)).toMatchObject({ min: 13, max: 100, moistureBasis: 0 })
    // 13 × (100 − 12) / 100; a limit that nobody set stays.
    expect(protein(1010101, 12)).toMatchObject({ min: 11.44, max: 100, moistureBasis: 12 })
    expect(protein(1010101, 0)).toEqual(protein(1010101))
  })

  test('and nothing else is', () => {
    const [found] = specificationsFor({ countryISO: 'GB', commodityId: 1, gradeId: 1010101 })
    const others = (measures: typeof found) =>
      measures?.measures.filter(({ specification }) => specification.name !== 'Protein')
    expect(others(found && atMoistureBasis(found, 12))).toEqual(others(found))
  })
})

describe('a broken file stops the start with one line:', () => {
  let directory = ''
  beforeAll(() => {
    directory = mkdtempSync(path.join(tmpdir(), 'granary-limits-'))
  })
  afterAll(() => rmSync(directory, { recursive: true }))

  test.each([
    ['a limit without unit', 'measures.json', '"unit": "%", ', '', /measures\.json: \[0\]\.unit is needed/],
    [
      'an empty unit',
      'measures.json',
      '"unit": "%"',
      '"unit": ""',
      /measures\.json: \[0\]\.unit must not be empty/,
    ],
    [
      'a limit without source',
      'specifications.json',
      '"list": "gb-trade"',
      '"list": "hearsay"',
      /without source: hearsay/,
    ],
    [
      'a limit of a measure that is another',
      'specifications.json',
      '"name": "Moisture"',
      '"name": "Oil"',
      /names measure 1, which is not Oil/,
    ],
    [
      'a limit beyond what can be measured',
      'specifications.json',
      '"max": 15',
      '"max": 101',
      /cannot be met/,
    ],
  ])('%s', (_what, file, text, replacement, message) => {
    cpSync(DATA_DIRECTORY, directory, { recursive: true })
    const broken = path.join(directory, file)
    const before = readFileSync(broken, 'utf8')
    expect(before).toContain(text)
    writeFileSync(broken, before.replace(text, replacement))
    const read = () => readSpecifications(pathToFileURL(`${directory}/`))
    expect(read).toThrow(ReferenceDataError)
    expect(read).toThrow(message)
  })
})
