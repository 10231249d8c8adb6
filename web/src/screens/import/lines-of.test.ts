import { expect, test } from 'vitest'
import { linesOf } from './lines-of.ts'

test.each([
  ['Field,Area (ha)\nTop,4\nHill,5\n', 3],
  ['Field,Area (ha)\r\nTop,4', 2],
  ['', 0],
  ['x\n'.repeat(300_000), 300_000],
  ['PK\u0003\u0004\n\n\n', undefined],
])('a file that begins %.20j has its lines counted', async (text, lines) => {
  expect(await linesOf(new Blob([text]))).toBe(lines)
})
