import { expect, test } from 'vitest'
import { blankCheck, checkHereOf, foundIn, isBlankCheck } from './check-draft.ts'

test('a check is sent with its moment and all that was found, and keeps what was typed', () => {
  const typed = { ...blankCheck('f'), probes: '12,5 13', moisture: '14,2', insects: 'few', note: ' Swept ' }
  const found = foundIn(typed)
  const [check, entry] = checkHereOf(typed, {
    id: 'c',
    bay: { storeId: 's', bayId: 7, store: 'Hill', name: 'Bay 7' },
    me: { organisation: { id: 'o' } as never },
    found: found ?? expect.fail('it was read'),
    at: new Date('2026-08-14T09:15:12.345Z'),
  })
  expect(check).toMatchObject({ id: 'c', asTyped: typed, storeId: 's', bayId: 7, organisationId: 'o' })
  expect(entry).toEqual({
    title: 'Hill, Bay 7',
    method: 'POST',
    path: '/api/inventory/storage/s/checks',
    step: 'first',
    body: {
      substorageId: 7,
      checkedAtISO: '2026-08-14T09:15:12.345Z',
      temperatures: [
        { probe: '1', celsius: 12.5 },
        { probe: '2', celsius: 13 },
      ],
      moisture: 14.2,
      insects: 'few',
      smell: null,
      rodents: null,
      note: 'Swept',
    },
  })
})

test.each([{ probes: 'warm' }, { moisture: 'wet' }])('%o is no finding', (typed) => {
  expect(foundIn({ ...blankCheck('f'), ...typed })).toBeUndefined()
})

test.each([
  [{}, true],
  [{ day: '2026-08-14', time: '08:30' }, true],
  [{ rodents: 'none' }, false],
  [{ note: 'Swept' }, false],
])('%o says nothing of the bay: %s', (typed, isBlank) => {
  expect(isBlankCheck({ ...blankCheck('f'), ...typed })).toBe(isBlank)
})
