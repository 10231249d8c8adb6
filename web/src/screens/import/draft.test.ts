import { expect, test } from 'vitest'
import {
  blankImport,
  columnsOf,
  mappingOf,
  readAs,
  withCell,
  withColumn,
  withConstant,
  withMapping,
} from './draft.ts'

const draft = blankImport('inventory/stores', 'stock.csv')
const [first, second, third] = columnsOf(['Net', 'Gross', 'net'])

test('two answers about one column both count, and those about others stay', () => {
  const once = withMapping(draft, { columns: { weight: { unit: 't' }, date: { dates: 'day first' } } })
  const twice = withMapping(once, { columns: { weight: { decimals: ',' } }, ignore: ['Gross'] })
  expect(twice.mapping).toEqual({
    columns: { weight: { unit: 't', decimals: ',' }, date: { dates: 'day first' } },
    ignore: ['Gross'],
  })
})

test('a column is named by what it is called, and by its place where another is called the same', () => {
  if (!first || !second || !third) throw new Error('there are three columns')
  const named = withColumn(draft, second, { before: undefined, after: 'weight' })
  expect(named.mapping.columns).toEqual({ weight: { from: 'Gross' } })
  const placed = withColumn(named, third, { before: undefined, after: 'weight' })
  expect(placed.mapping.columns).toEqual({ weight: { at: 3 } })
  expect([first, second, third].map((column) => readAs(placed.mapping, column))).toEqual([
    undefined,
    undefined,
    'weight',
  ])
})

test('a column that is not to be read is neither found by its name nor asked about', () => {
  if (!second) throw new Error('there are three columns')
  const left = withColumn(draft, second, { before: 'weight', after: undefined })
  expect(left.mapping).toEqual({ columns: { weight: {} }, ignore: ['Gross'] })
  const back = withColumn(left, second, { before: undefined, after: 'weight' })
  expect(back.mapping).toEqual({ columns: { weight: { from: 'Gross' } }, ignore: [] })
})

test('what every row has is taken back by nothing', () => {
  const said = withConstant(draft, 'harvestYear', ' 2026 ')
  expect(said.mapping.columns).toEqual({ harvestYear: { constant: '2026' } })
  expect(withConstant(said, 'harvestYear', '').mapping.columns).toEqual({})
})

test('cells of one row are mended one by one, and a row that is left out is not mended', () => {
  const mended = { ...withCell(withCell(draft, 7, 1, '12'), 7, 2, 'kg'), leftOut: [7, 9] }
  expect(mappingOf({ ...mended, leftOut: [9] })).toEqual({ mended: { 7: { 2: '12', 3: 'kg' }, 9: null } })
  expect(mappingOf(mended)).toEqual({ mended: { 7: null, 9: null } })
})
