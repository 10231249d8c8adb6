import { expect, test } from 'vitest'
import { hectaresFrom, formatArea, squareMetres } from './area.ts'

test('hectares and square metres', () => {
  expect([12.3456, '0.0001', 0.1 + 0.2].map(squareMetres)).toEqual([123_456, 1, 3000])
  expect([123_456, 1, 0, 3000].map(hectaresFrom)).toEqual(['12.3456', '0.0001', '0.0000', '0.3000'])
  expect([123_456, 45_000, 0].map(formatArea)).toEqual(['12.3456 ha', '4.5 ha', '0 ha'])
})
