import { expect, test } from 'vitest'
import { bayCountOf, blankCount } from './count-draft.ts'

const now = new Date('2026-08-14T09:15:12.345Z')

const counted = {
  id: 'c',
  session: { id: 't', counters: [{ id: 'ann', name: 'Ann Hill' }] },
  line: { substorageId: 7, storageName: 'Hill', substorageName: 'Bay 7' },
  me: { userId: 'jim', userName: 'Jim Reed', organisation: { id: 'o' } as never },
  kg: 97_000,
  at: now,
}

test('a count says who counted and when, so that it is the same count whoever sends it', () => {
  const [count, entry] = bayCountOf({ ...blankCount('f'), weight: '97', note: ' Swept ' }, counted)
  expect(count).toMatchObject({
    id: 'c',
    weight: 97_000,
    byId: 'jim',
    by: 'Jim Reed',
    bayId: 7,
    stocktakeId: 't',
  })
  expect(entry).toEqual({
    title: 'Hill, Bay 7',
    method: 'PATCH',
    path: '/api/inventory/stocktakes/t/lines/7',
    step: 'first',
    body: {
      counted: 97_000,
      countedAtISO: '2026-08-14T09:15:12.345Z',
      countedBy: { id: 'jim' },
      note: 'Swept',
    },
  })
})

test('the photos of a count go along by their ids', () => {
  const files = [{ id: 'p', name: 'heap.jpg' }]
  const [count, { body }] = bayCountOf({ ...blankCount('f'), files }, counted)
  expect(body).toMatchObject({ files: [{ id: 'p' }] })
  expect(count.asTyped.files).toEqual(files)
})

test.each<[string, object]>([
  ['ann hill', { id: 'ann' }],
  [' Sam Brook ', { name: 'Sam Brook' }],
])('%s counted instead', (countedBy, expected) => {
  const [, { body }] = bayCountOf({ ...blankCount('f'), countedBy, isWeighed: true }, counted)
  expect(body).toMatchObject({ countedBy: expected, howMeasured: { method: 'weighed' } })
})
