import { expect, test } from 'vitest'
import type { ShortRecord } from '../api/operations.ts'
import { fieldsOfPlan } from './plan-fields.ts'

const planting = (fieldName: string, area: number, areaRemaining: number, harvested: number) =>
  ({
    id: `${fieldName} ${area}`,
    harvest: { fieldId: fieldName, fieldName, area },
    planting: { areaRemaining, expectedYield: 8000 },
    yield: { harvested },
  }) as ShortRecord

test('fields are whole, whatever stands on them, and have the yield that the service reckons', () => {
  const records = [
    planting('Mill', 10.1, 4.1, 30_000),
    planting('Mill', 0.2, 0.1, 610),
    planting('Barn', 5, 5, 0),
  ]
  const yields = [{ fieldId: 'Mill', kilogramsPerHectare: 5018.033 }]
  expect(fieldsOfPlan({ records, yields })).toMatchObject([
    { id: 'Barn', area: 5, remaining: 5, harvested: 0, perHectare: undefined, expected: 8000 },
    { id: 'Mill', recordId: 'Mill 10.1', area: 10.3, remaining: 4.2, harvested: 30_610, expected: 8000 },
  ])
  expect(fieldsOfPlan({ records, yields })[1]?.perHectare).toBe(5018.033)
})
