import { expect, test } from 'vitest'
import { blankCount } from './count-draft.ts'
import { parcelCounted, takenOver } from './take-over.ts'

const line = (...recordIds: string[]) => ({ stock: recordIds.map((recordId) => ({ recordId })) as never })

test.each<[string, ReturnType<typeof line> | undefined, string[], string | undefined]>([
  ['the one that lay and lies there', line('a'), ['a'], 'a'],
  ['the one that lay there, though the bay is empty by now', line('a'), [], 'a'],
  ['the one that came since', line(), ['b'], 'b'],
  ['the one that lies there, of a session that was not read', undefined, ['b'], 'b'],
  ['none where another one lies there by now', line('a'), ['b'], undefined],
  ['none of several', line('a', 'b'), ['a', 'b'], undefined],
  ['none where nothing is known of it', line(), [], undefined],
])('a count is of %s', (_name, counted, lying, parcel) => {
  expect(parcelCounted(counted, lying)).toBe(parcel)
})

test('a count that is taken over is a dated one, with all that was typed', () => {
  const count = {
    id: 'c',
    number: 4,
    organisationId: 'o',
    kind: 'count',
    asTyped: { ...blankCount('f'), weight: '97' },
    stocktakeId: 's',
    bayId: 7,
    weight: 97_000,
    byId: 'ann',
    by: 'Ann',
    closedAt: '2026-08-14T08:30:00.000Z',
  } as const
  expect(takenOver(count, 'Hill, Bay 7', 'r')).toEqual([
    { ...count, isTakenOver: true },
    {
      title: 'Hill, Bay 7',
      method: 'POST',
      path: '/api/inventory/records/adjustments',
      step: 'first',
      body: {
        records: [{ id: 'r', adjustTo: 97_000 }],
        countedAtISO: '2026-08-14T08:30:00.000Z',
        reasonId: null,
      },
    },
  ])
})
