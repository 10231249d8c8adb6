import { expect, test } from 'vitest'
import { rebased } from './rebased.ts'

const base = { weight: '500,000', reference: '', end: '', tags: ['a'] }

test('what somebody else changed meanwhile is taken where it was not touched, and named where it was', () => {
  const mine = { ...base, weight: '600,000', reference: 'ST-9', end: '2027-07-31' }
  const theirs = { ...base, weight: '700,000', end: '2027-07-31', tags: ['b'] }
  expect(rebased(mine, base, theirs)).toEqual({ draft: { ...mine, tags: ['b'] }, both: ['weight'] })
})
