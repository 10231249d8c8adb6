import { expect, test } from 'vitest'
import { outcomesOf, rowsOf, type PlantingDraft } from './planting-rows.ts'

const fields = [
  { id: 'mill', name: 'Mill Piece', ha: '21.4' },
  { id: 'barn', name: 'Barn Hill', ha: '31' },
]
const draft: PlantingDraft = {
  year: '2027',
  grain: 'crop.1.101.1010101',
  variety: 'Skyfall',
  sownOn: '2026-10-02',
  expected: '8.5',
  fields,
}

test('is a row a field', () => {
  const row = {
    type: 'crop',
    harvestYear: '2027',
    owned: true,
    commodity: { id: 1, type: 101, grade: 1_010_101, variety: 'Skyfall' },
    planting: { plantingAtUTC: '2026-10-02', expectedYield: 8500 },
  }
  expect(rowsOf(draft, 'en')).toEqual([
    { ...row, rowNumber: 1, field: { storageId: 'mill', area: 21.4 } },
    { ...row, rowNumber: 2, field: { storageId: 'barn', area: 31 } },
  ])
  expect(rowsOf({ ...draft, variety: '', sownOn: '', expected: '' }, 'en')?.[0]).toMatchObject({
    commodity: { variety: null },
    planting: { plantingAtUTC: null, expectedYield: null },
  })
})

test.each<[string, Partial<PlantingDraft>]>([
  ['no grain', { grain: '' }],
  ['no year', { year: ' ' }],
  ['no fields', { fields: [] }],
  ['an area that is no figure', { fields: [{ id: 'mill', name: 'Mill Piece', ha: 'all' }] }],
  ['a yield that is no figure', { expected: 'much' }],
])('with %s nothing is asked', (_what, part) => {
  expect(rowsOf({ ...draft, ...part }, 'en')).toBeUndefined()
})

test('what came of each field is said in the service’s sentences', () => {
  const row = { message: [] as string[], summary: '', id: '', reference: '', problems: [] }
  const result = {
    success: 1,
    validation: 1,
    errors: 0,
    results: [
      { ...row, rows: '1', status: 'success' as const, message: ['together more than the field'] },
      {
        ...row,
        rows: '2',
        status: 'validation' as const,
        problems: [{ column: 'area', value: '99', reason: 'more than the field has' }],
      },
    ],
  }
  expect(outcomesOf(fields, result)).toEqual([
    { field: fields[0], status: 'success', says: ['together more than the field'] },
    { field: fields[1], status: 'refused', says: ['more than the field has'] },
  ])
})
