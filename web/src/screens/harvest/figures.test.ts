import { expect, test } from 'vitest'
import type { HarvestPlan, ShortRecord } from '../../api/operations.ts'
import { barOf, datasetOf, fieldsOf } from './figures.ts'

const planting = (fieldName: string, area: number, areaRemaining: number, harvested: number) =>
  ({
    id: `${fieldName} ${area}`,
    harvest: { fieldId: fieldName, fieldName, area },
    planting: { areaRemaining, expectedYield: 8000 },
    yield: { harvested },
  }) as ShortRecord

test('fields are whole, whatever stands on them, and known by what was cut', () => {
  const records = [
    planting('Mill', 10.1, 4.1, 30_000),
    planting('Mill', 0.2, 0.1, 610),
    planting('Barn', 5, 5, 0),
  ]
  expect(fieldsOf({ records })).toMatchObject([
    { id: 'Barn', area: 5, remaining: 5, harvested: 0, perHectare: undefined, expected: 8000 },
    { id: 'Mill', recordId: 'Mill 10.1', area: 10.3, remaining: 4.2, harvested: 30_610, expected: 8000 },
  ])
  expect(fieldsOf({ records })[1]?.perHectare).toBeCloseTo(30_610 / 6.1)
})

test('grain off a field of which nothing is said to be cut has no yield', () => {
  expect(fieldsOf({ records: [planting('Mill', 10, 10, 30_000)] })[0]?.perHectare).toBeUndefined()
})

test('a bar is as long as the largest of its figures', () => {
  const summary = { totalPredictedYield: 80_000, totalProjectedYield: 100_000, totalHarvestedYield: 25_000 }
  expect(barOf({ summary: summary as HarvestPlan['summary'] })).toEqual({
    harvested: 25,
    projected: 100,
    predicted: 80,
  })
})

test('a line that the history does not have is empty', () => {
  const history = { labels: ['2026'], datasets: [{ label: 'harvested', data: [5] }] }
  expect([datasetOf(history, 'harvested'), datasetOf(history, 'other')]).toEqual([[5], []])
})
