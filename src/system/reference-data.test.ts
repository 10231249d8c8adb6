import { expect, test } from 'vitest'
import {
  commodityTree,
  commodityCountries,
  findCommodity,
  findGrade,
  findTag,
  findType,
} from './commodities/catalogue.ts'
import { readDataFile } from './data-file.ts'
import { MeasuresFile, VocabularyFile } from './commodities/files.ts'
import { listReasons, type ReasonGroup } from './reasons/reasons.ts'
import { loadReferenceData } from './reference-data.ts'
import { exFarmPricesOf } from './settings/trading.ts'

const groups: ReasonGroup[] = [
  'adjustment',
  'storage-note',
  'settlement-deduction',
  'settlement-bonus',
  'close-listing',
]

test('all reference data can be read', () => {
  expect(loadReferenceData).not.toThrow()
})

/**
 * Stock is stored under these ids for ever. A changed line here is a mistake unless it only adds: write it with
 * `vitest run src/system/reference-data.test.ts -u` and read the difference.
 */
test('no id has changed its meaning', async () => {
  const grades = commodityCountries()
    .flatMap((countryISO) => commodityTree(countryISO))
    .flatMap(({ countryISO, items }) => items.map((item) => ({ countryISO, item })))
    .flatMap(({ countryISO, item }) =>
      item.types.flatMap((type) =>
        type.grades.map(({ id, name }) => [
          id,
          `${countryISO}, ${findCommodity(item.id)?.name}, ${findType(type.id)?.name}, ${name}, rank ${findGrade(id)?.rank}`,
        ]),
      ),
    )
  const { commodities, tags } = readDataFile('commodities.json', VocabularyFile)
  const ids = {
    commodities: Object.fromEntries(commodities.map(({ id, name, kind }) => [id, `${name}, ${kind}`])),
    types: Object.fromEntries(
      commodities.flatMap(({ name, types }) => types.map((type) => [type.id, `${name}, ${type.name}`])),
    ),
    grades: Object.fromEntries(grades),
    tags: Object.fromEntries(
      tags.map(({ id, name }) => [id, [name, findTag(id)?.segregation?.group].filter(Boolean).join(', ')]),
    ),
    measures: Object.fromEntries(
      readDataFile('measures.json', MeasuresFile).map(({ id, name, unit }) => [id, `${name}, ${unit}`]),
    ),
    reasons: Object.fromEntries(
      groups.flatMap((group) =>
        listReasons(group).map(({ id, description }) => [id, `${group}, ${description}`]),
      ),
    ),
    prices: Object.fromEntries(
      exFarmPricesOf(commodityCountries()).map(({ id, countryISO, name }) => [id, `${countryISO}, ${name}`]),
    ),
  }
  await expect(`${JSON.stringify(ids, null, 2)}\n`).toMatchFileSnapshot('../../data/ids.snapshot.json')
})
