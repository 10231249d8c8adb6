import { expect, test } from 'vitest'
import { blankTicket } from './draft.ts'
import { draftLimits, isShortEnough } from './limits.ts'

test('a ticket whose sender has more letters than the service takes is not complete', () => {
  expect(isShortEnough({ ...blankTicket(), party: 'x'.repeat(100) })).toBe(true)
  expect(isShortEnough({ ...blankTicket(), party: 'x'.repeat(115) })).toBe(false)
})

test.each(Object.keys(draftLimits) as (keyof typeof draftLimits)[])(
  '%s has the limit of the documents',
  (name) => {
    const most = draftLimits[name]
    expect(most).toBeGreaterThan(0)
    expect(isShortEnough({ ...blankTicket(), [name]: 'x'.repeat(most) })).toBe(true)
    expect(isShortEnough({ ...blankTicket(), [name]: 'x'.repeat(most + 1) })).toBe(false)
  },
)
