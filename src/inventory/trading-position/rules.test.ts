import { describe, expect, test } from 'vitest'
import {
  findOverbought,
  findOversold,
  isFilledByOthers,
  isNarrowerThan,
  monthOfContract,
  monthOfDay,
  monthsFrom,
  sumByMonth,
  type Part,
  type StockKey,
} from './rules.ts'

const today = '2026-08-14'
const months = monthsFrom(today)
const wheat: StockKey = { commodityId: 1, typeId: 101, gradeId: 5, harvestYear: '2026', tagIds: [3] }
const any: StockKey = { commodityId: 1, typeId: 0, gradeId: 0, harvestYear: '', tagIds: [] }
const blank = {
  recordId: '',
  movementId: null,
  tradeId: 't',
  tradeWindow: null,
  planId: '',
  reservationId: '',
  name: '',
  place: '',
  day: null,
  key: wheat,
}
const part = (kind: Part['kind'], grams: number, month = 'now', more: Partial<Part> = {}): Part => ({
  ...blank,
  kind,
  grams,
  month,
  ...more,
})

test('a position has now, 18 months and later', () => {
  expect(months).toHaveLength(20)
  expect(months.slice(0, 3)).toEqual(['now', '2026-08', '2026-09'])
  expect(months.slice(-2)).toEqual(['2028-01', 'later'])
})

test.each([
  ['2026-08-14', '2026-08'],
  ['2026-08-13', '2026-08'],
  ['2025-01-01', '2026-08'],
  ['2026-12-31', '2026-12'],
  ['2028-01-31', '2028-01'],
  ['2028-02-01', 'later'],
])('what is due on %s counts in %s', (day, month) => expect(monthOfDay(day, today)).toBe(month))

test('a contract without a window counts now where it is sold, and later where it is bought', () => {
  expect(monthOfContract('sale', null, today)).toBe('2026-08')
  expect(monthOfContract('purchase', null, today)).toBe('later')
  expect(monthOfContract('purchase', '2026-10-31', today)).toBe('2026-10')
})

test('each month goes on with what the one before had', () => {
  const { stock, reserved, cells } = sumByMonth(months, [
    part('stock', 100),
    part('reserved', 30),
    part('plannedIn', 7, '2026-08'),
    part('plannedOut', 5, '2026-08'),
    part('harvest', 11, '2026-09'),
    part('purchase', 13, '2026-09'),
    part('sale', 200, '2026-10'),
  ])
  expect({ stock, reserved }).toEqual({ stock: 100, reserved: 30 })
  expect(cells.slice(0, 4).map(({ available }) => available)).toEqual([70, 72, 96, -104])
  expect(cells.at(-1)?.available).toBe(-104)
})

test.each<[Partial<StockKey>, boolean]>([
  [{}, true],
  [{ typeId: 0, gradeId: 0, harvestYear: '', tagIds: [] }, true],
  [{ commodityId: 2 }, false],
  [{ typeId: 102 }, false],
  [{ gradeId: 6 }, false],
  [{ harvestYear: '2025' }, false],
  [{ tagIds: [3, 4] }, false],
])('stock is what a contract for %o takes: %s', (asked, is) =>
  expect(isNarrowerThan(wheat, { ...wheat, ...asked })).toBe(is),
)

describe('oversold', () => {
  test('is a sale of a grade that is not there, though there is other wheat', () => {
    const other = { ...wheat, gradeId: 6 }
    const parts = [part('stock', 100, 'now', { key: other }), part('sale', 40, '2026-09')]
    expect(findOversold(months, parts)).toMatchObject([{ key: wheat, month: '2026-09', grams: 40 }])
  })

  test('is said of all that is sold where each alone could be met, with the worst month', () => {
    const parts = [
      part('stock', 100),
      part('sale', 60, '2026-09'),
      part('sale', 60, '2026-10', { key: any, tradeId: 'u' }),
      part('purchase', 15, '2026-12'),
    ]
    expect(findOversold(months, parts)).toEqual([
      {
        key: any,
        month: '2026-10',
        grams: 20,
        worst: { month: '2026-10', grams: 20 },
        tradeIds: ['t', 'u'],
      },
    ])
  })

  test('is said once, of the narrower', () => {
    const parts = [
      part('sale', 60, '2026-09'),
      part('stock', 5, 'now', { key: any }),
      part('sale', 5, '2026-10', { key: any }),
    ]
    expect(findOversold(months, parts).map(({ key }) => key)).toEqual([wheat])
  })

  test('is nothing that comes in time', () => {
    expect(findOversold(months, [part('sale', 60, '2026-09'), part('harvest', 60, '2026-09')])).toEqual([])
    expect(findOversold(months, [part('sale', 60, '2026-09'), part('harvest', 60, '2026-10')])).toHaveLength(
      1,
    )
  })
})

describe('overbought', () => {
  const room = { commodityId: 1, capacityGrams: 100, lyingGrams: 80 }

  test('is what comes beyond what the bays hold, less what goes by then', () => {
    const parts = [part('purchase', 50, '2026-09'), part('sale', 10, '2026-09', { tradeId: 'u' })]
    expect(findOverbought(months, parts, [room])).toMatchObject([
      { key: any, month: '2026-09', grams: 20, tradeIds: ['t'] },
    ])
    expect(findOverbought(months, [...parts, part('plannedOut', 20, '2026-08')], [room])).toEqual([])
  })

  test('is nothing without a purchase, and not judged without a known capacity', () => {
    expect(findOverbought(months, [part('harvest', 50, '2026-09')], [room])).toEqual([])
    expect(findOverbought(months, [part('purchase', 50, '2026-09')], [])).toEqual([])
  })
})

test.each([
  [
    'enough of any kind lies there',
    [part('stock', 300), part('sale', 200, 'later', { key: any })],
    any,
    true,
  ],
  ['less of any kind lies there', [part('stock', 100), part('sale', 200, 'later', { key: any })], any, false],
  [
    'what lies there is sold as such',
    [part('stock', 300), part('sale', 200), part('sale', 200, 'later', { key: any })],
    any,
    false,
  ],
  [
    'a purchase of one kind comes in time',
    [part('purchase', 200, months[2]), part('sale', 200, months[3], { key: any })],
    any,
    true,
  ],
  [
    'a purchase of one kind comes too late',
    [part('purchase', 200, months[3]), part('sale', 200, months[2], { key: any })],
    any,
    false,
  ],
  ['nothing is sold of any kind', [part('stock', 300)], any, false],
  ['a kind of its own is short', [part('stock', 300, 'now', { key: any }), part('sale', 200)], wheat, false],
] as const)('a row is filled by others or not: %s', (_of, parts, key, isFilled) => {
  expect(isFilledByOthers(months, [...parts], key)).toBe(isFilled)
})
