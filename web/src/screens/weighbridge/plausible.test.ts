import { expect, test } from 'vitest'
import { oddWeightOf } from './plausible.ts'

const usual = { full: 60_000, net: 45_000 }

test.each<[number | null, number | null, string | undefined]>([
  [42_660, 14_200, undefined],
  [60_000, 15_000, undefined],
  [60_001, null, 'full of 60000, asked'],
  [200_000, null, 'full of 60000, asked'],
  [200_001, null, 'full of 200000, refused'],
  [999_999_999, 14_200, 'full of 200000, refused'],
  [null, 142_000, 'full of 60000, asked'],
  [null, 999_999, 'full of 200000, refused'],
  [59_000, 14_000, undefined],
  [59_000, 13_999, 'net of 45000, asked'],
  [59_000, null, undefined],
  [16_450, 14_200, undefined],
  [16_449, 14_200, 'light of 45000, asked'],
  [14_400, 14_200, 'light of 45000, asked'],
  [14_200, 14_200, undefined],
  [null, null, undefined],
])('full %s, empty %s: %s', (full, empty, expected) => {
  const odd = oddWeightOf({ full, empty }, usual)
  expect(odd && `${odd.what} of ${odd.limit}, ${odd.isRefused ? 'refused' : 'asked'}`).toBe(expected)
})
