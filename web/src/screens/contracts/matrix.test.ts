import { expect, test } from 'vitest'
import { curveOf, readMatrix, typedRows, type LossRow, type TypedRow } from './matrix.ts'

const typed = (text: string): TypedRow[] =>
  text.split(' ').map((row) => {
    const [from = '', to = '', loss = ''] = row.split('/')
    return { from, to, loss }
  })
const row = (moistureMinPercentage: number, moistureMaxPercentage: number, weightLossPercentage: number) => ({
  moistureMinPercentage,
  moistureMaxPercentage,
  weightLossPercentage,
})

test.each<[string, string[]]>([
  ['15/16/1.5 16/17/3', []],
  ['16/17/3 15/16/1.5', []],
  ['15/16/1.5 // 16/17/3', []],
  ['15/15/1', ['0 to empty_row 15']],
  ['15/16/1 17/18/2', ['1 from gap 16']],
  ['15/17/1 16/18/2', ['1 from overlap 17']],
  ['15/16/2 16/17/1', ['1 loss falling 2']],
  ['// 15/16/1 17/18/2', ['2 from gap 16']],
  ['15/16/', ['0 loss unreadable 100']],
  ['15/101/2', ['0 to too_large 100']],
  ['15/16/1,125', ['0 loss ambiguous 100']],
])('“%s” is read with what the service would refuse', (text, expected) => {
  const { faults } = readMatrix(typed(text), 'en')
  expect(faults.map((each) => `${each.row} ${each.cell} ${each.code} ${each.than}`)).toEqual(expected)
})

test('rows as typed read back as the same', () => {
  const rows: LossRow[] = [row(15, 16.5, 1.5), row(16.5, 20, 11.243)]
  for (const language of ['en', 'de', 'fr'] as const)
    expect(readMatrix(typedRows(rows, language), language)).toEqual({ rows, places: [0, 1], faults: [] })
})

test('a curve has a step for each row, and shows where there is a gap', () => {
  expect(curveOf([], 15)).toBeUndefined()
  expect(curveOf([row(15, 17, 2), row(17, 20, 4)], 15)).toMatchObject({
    line: 'M0 51 V51 H400 V6 H1000',
    wrong: [],
    levelX: 0,
    least: 15,
    most: 20,
    leastLoss: 2,
    mostLoss: 4,
  })
  expect(curveOf([row(15, 17, 2), row(18, 20, 4)], undefined)?.wrong).toEqual([{ from: 40, to: 60 }])
})
