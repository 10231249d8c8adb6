import { expect, test } from 'vitest'
import { harvestYearBefore, harvestYearOn, spanOfPeriod, yearBefore } from './period-rules.ts'
import { areaFigure, countFigure, meanFigure, rateFigure, reportOf, weightFigure } from './rules.ts'
import type { Amounts, ReportLine } from './rules.ts'

const figures = [countFigure('loads'), weightFigure('cameIn'), meanFigure('moisture', '%')]
const label = (name: string) => ({ id: name.toLowerCase(), name })
const line = (group: string, partner: string, amounts: Amounts, commodityId = 1): ReportLine => ({
  group: label(group),
  labels: [label(partner)],
  commodityId,
  amounts,
})
const wet = (grams: number, moisture: number) => ({
  loads: 1,
  cameIn: grams,
  moistureGrams: grams,
  moistureSum: grams * moisture,
})

test('lines of one row are added up, and a mean is by weight', () => {
  const lines = [line('Wheat', 'Reed', wet(10_000, 14)), line('Wheat', 'Reed', wet(30_000, 18))]
  const { groups, total } = reportOf(figures, lines, undefined)
  expect(groups).toEqual([
    {
      group: label('Wheat'),
      rows: [{ labels: [label('Reed')], figures: [2, 40, 17], before: null }],
      total: { figures: [2, 40, 17], before: null, commodities: 1 },
    },
  ])
  expect(total).toEqual({ figures: [2, 40, 17], before: null, commodities: 1 })
})

test('a total of several commodities says so, and its mean is not that of the means', () => {
  const lines = [line('Wheat', 'Reed', wet(10_000, 14)), line('Barley', 'Reed', wet(30_000, 18), 2)]
  const { groups, total } = reportOf(figures, lines, undefined)
  expect(groups.map(({ group }) => group.name)).toEqual(['Barley', 'Wheat'])
  expect(total).toEqual({ figures: [2, 40, 17], before: null, commodities: 2 })
})

test('rows of one year alone are 0 in the other, and one without a name comes last', () => {
  const now = [line('Wheat', '', wet(1000, 14)), line('Wheat', 'Reed', { loads: 1, cameIn: 5000 })]
  const { groups } = reportOf(figures, now, [line('Wheat', 'Hill', wet(2000, 15))])
  expect(groups[0]?.rows.map(({ labels, figures: own, before }) => [labels[0]?.name, own, before])).toEqual([
    ['Hill', [0, 0, null], [1, 2, 15]],
    ['Reed', [1, 5, null], [0, 0, null]],
    ['', [1, 1, 14], [0, 0, null]],
  ])
})

test.each([
  ['grams', weightFigure('a'), { a: 1_234 }, 1.234],
  ['square metres', areaFigure('a'), { a: 12_345 }, 1.2345],
  ['nothing measured', meanFigure('a', '%'), {}, null],
  ['a rate', rateFigure('y', 'kg/ha', 'a', 'b', 10_000), { a: 16_000_000, b: 20_000 }, 8000],
  ['a rate of nothing', rateFigure('y', 'kg/ha', 'a', 'b', 10_000), { a: 16_000_000 }, null],
])('a figure of %s', (_of, figure, amounts: Amounts, value) => {
  expect(figure.of(amounts)).toBe(value)
})

const summer = { start: '07-01', isSplit: false }
const split = { start: '10-01', isSplit: true }

test.each([
  ['thisMonth', '2026-08-14', summer, '2026-08-01', '2026-08-14'],
  ['lastMonth', '2026-03-31', summer, '2026-02-01', '2026-02-28'],
  ['lastMonth', '2026-01-01', summer, '2025-12-01', '2025-12-31'],
  ['thisHarvestYear', '2026-08-14', summer, '2026-07-01', '2026-08-14'],
  ['thisHarvestYear', '2026-06-30', summer, '2025-07-01', '2026-06-30'],
  ['lastHarvestYear', '2026-08-14', summer, '2025-07-01', '2026-06-30'],
  ['yesterday', '2027-03-01', summer, '2027-02-28', '2027-02-28'],
  ['thisWeek', '2026-08-16', summer, '2026-08-10', '2026-08-16'],
  ['lastWeek', '2026-08-16', summer, '2026-08-03', '2026-08-09'],
  ['lastWeek', '2026-08-17', summer, '2026-08-10', '2026-08-16'],
  ['lastHarvestYear', '2027-03-01', split, '2025-10-01', '2026-09-30'],
] as const)('%s on %s', (period, today, rules, from, to) => {
  expect(spanOfPeriod(period, today, rules)).toEqual({ from, to })
})

test('harvest years are called as the country does, and the year before keeps its days', () => {
  expect(harvestYearOn('2026-06-30', summer)).toBe('2025')
  expect(harvestYearOn('2026-11-01', split, 1)).toBe('2025/26')
  expect(harvestYearBefore('2000/01')).toBe('1999/00')
  expect(yearBefore({ from: '2028-02-29', to: '2028-03-01' })).toEqual({
    from: '2027-02-28',
    to: '2027-03-01',
  })
})
