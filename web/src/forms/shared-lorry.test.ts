import { expect, test } from 'vitest'
import { restOf, sharesOf } from './shared-lorry.ts'

const trade = (id: string) => ({ id, window: null, name: id, partnerId: 'mill', commodityId: 1, typeId: 0 })
const read = { language: 'en' as const, commodityId: 1 }

test.each([
  [['21', ''], 28_000, 7000],
  [['10', '10', 'x'], 28_000, 8000],
  [['28', ''], 28_000, 0],
  [['30', ''], 28_000, -2000],
  [['', ''], 28_000, undefined],
  [['0', ''], 28_000, undefined],
  [['20.001', ''], 28_000, 7999],
])('%j of %d kg leaves %s', (weights, total, rest) => {
  const shares = weights.map((weight, index) => ({ trade: trade(`S-${index}`), weight }))
  expect(restOf(shares, total, read)).toBe(rest)
  const parts = sharesOf(shares, total, read)
  if (rest === undefined || rest <= 0) expect(parts).toBeUndefined()
  else expect(parts?.reduce((sum, { weight }) => sum + weight, 0)).toBeCloseTo(total, 6)
})
