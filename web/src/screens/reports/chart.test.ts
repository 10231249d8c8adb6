import { expect, test } from 'vitest'
import type { Report } from '../../api/operations.ts'
import { chartOf } from './chart.ts'

const report = {
  kind: 'deliveries',
  figures: [
    { name: 'loads', unit: '' },
    { name: 'cameIn', unit: 'kg' },
    { name: 'wentOut', unit: 'kg' },
  ],
} as Report

const row = (name: string, figures: number[], before: number[] | null = null) => ({
  labels: [
    { id: name, name },
    { id: '', name: '' },
    { id: 'p', name: 'Valley Mill' },
  ],
  figures,
  before,
})
const group = (rows: ReturnType<typeof row>[]) => ({
  group: { id: '1', name: 'Wheat' },
  rows,
  total: { figures: [], before: null, commodities: 1 },
})

test('the largest rows come first, with those of the year before', () => {
  const found = chartOf(report, group([row('S-1', [1, 10, 0], [1, 5, 0]), row('S-2', [1, 30, 0], [0, 0, 0])]))
  expect(found).toEqual({
    figure: { name: 'cameIn', unit: 'kg' },
    bars: [
      { name: 'S-2, Valley Mill', value: 30, before: 0 },
      { name: 'S-1, Valley Mill', value: 10, before: 5 },
    ],
  })
})

test.each([
  ['what left where nothing came', [row('a', [1, 0, 5]), row('b', [1, 0, 6])], 'wentOut'],
  ['nothing of one row', [row('a', [1, 10, 0])], undefined],
  ['nothing of rows without figures', [row('a', [1, 0, 0]), row('b', [1, 0, 0])], undefined],
])('it draws %s', (_what, rows, figure) => {
  expect(chartOf(report, group(rows))?.figure.name).toBe(figure)
})

test('no more than ten bars are drawn', () => {
  const rows = Array.from({ length: 30 }, (_row, index) => row(`S-${index}`, [1, index + 1, 0]))
  expect(chartOf(report, group(rows))?.bars).toHaveLength(10)
})
