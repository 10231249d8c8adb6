import { expect, test } from 'vitest'
import { cellsOf, changesOf, pasted } from './capacity-grid.ts'

const bay = (id: number, ...capacity: [commodityId: number, kilograms: number][]) => ({
  id,
  name: `Bay ${id}`,
  capacity: capacity.map(([commodityId, weight]) => ({
    commodityId,
    commodityName: '',
    weight: { name: 'kg', conversion: 1, weight },
  })),
})
const bays = [bay(1, [1, 100_000], [2, 80_000.5]), bay(2)] as unknown as Parameters<typeof cellsOf>[0]
const order = { bays: [1, 2], commodities: [1, 2] }

test('the table has what the store has, and what is not changed is not sent', () => {
  const cells = cellsOf(bays, 'de')
  expect(cells).toEqual({ '1/1': '100', '1/2': '80,0005' })
  expect(changesOf(bays, cells, 'de')).toEqual({ changed: [], wrong: [] })
})

test.each([
  ['a column downwards', '90000\n70000', { bay: 1, commodity: 1 }, { '1/1': '90000', '2/1': '70000' }, 0],
  ['a row rightwards', '1\t2', { bay: 2, commodity: 1 }, { '2/1': '1', '2/2': '2' }, 0],
  ['with the line end of Windows', '1\r\n2\r\n', { bay: 1, commodity: 2 }, { '1/2': '1', '2/2': '2' }, 0],
  ['beyond the table', '1\t2\t3\n4\t5\t6\n7', { bay: 2, commodity: 1 }, { '2/1': '1', '2/2': '2' }, 5],
  ['an empty cell empties', '\t5', { bay: 1, commodity: 1 }, { '1/1': '', '1/2': '5' }, 0],
])('a pasted block is put in at its place: %s', (_what, text, at, expected, left) => {
  expect(pasted({}, text, at, order)).toEqual({ cells: expected, left })
})

test('each bay of which something changed is sent whole; an emptied cell takes its limit away', () => {
  const cells = { ...cellsOf(bays, 'en'), '1/2': '', '2/1': '60', '2/2': '0' }
  expect(changesOf(bays, cells, 'en')).toEqual({
    changed: [
      { id: 1, capacity: [{ commodityId: 1, weight: 100_000 }] },
      { id: 2, capacity: [{ commodityId: 1, weight: 60_000 }] },
    ],
    wrong: [],
  })
})

test('what is no weight is said, cell by cell', () => {
  expect(changesOf(bays, { '1/1': 'much', '2/1': '28,460' }, 'en').wrong).toEqual(['1/1', '2/1'])
})
