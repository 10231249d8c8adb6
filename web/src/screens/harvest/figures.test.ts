import { expect, test } from 'vitest'
import type { HarvestPlan } from '../../api/operations.ts'
import { barOf, datasetOf } from './figures.ts'

test('a bar is as long as the largest of its figures', () => {
  const summary = {
    totalPredictedYield: 80_000,
    totalProjectedYield: 100_000,
    totalHarvestedYield: 25_000,
    fieldsWithoutCutArea: 0,
  }
  expect(barOf({ summary: summary as HarvestPlan['summary'] })).toEqual({
    harvested: 25,
    projected: 100,
    predicted: 80,
  })
  const uncut = { ...summary, fieldsWithoutCutArea: 1 } as HarvestPlan['summary']
  expect(barOf({ summary: uncut })).toEqual({ harvested: 31.25, projected: 31.25, predicted: 100 })
})

test('a line that the history does not have is empty', () => {
  const history = { labels: ['2026'], datasets: [{ label: 'harvested', data: [5] }] }
  expect([datasetOf(history, 'harvested'), datasetOf(history, 'other')]).toEqual([[5], []])
})
