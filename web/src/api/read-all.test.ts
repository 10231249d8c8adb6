import { expect, test } from 'vitest'
import { readAll } from './read-all.ts'

const PAGE = 200
const pagesOf = (count: number, counted = count) => {
  const offsets: number[] = []
  const all = Array.from({ length: count }, (_doc, index) => index)
  return {
    offsets,
    askFrom: async (offset: number) => {
      offsets.push(offset)
      return { docs: all.slice(offset, offset + PAGE), totalDocs: counted, facets: offset }
    },
  }
}

test.each([
  [0, [0]],
  [200, [0]],
  [201, [0, 200]],
  [450, [0, 200, 400]],
])('of %i all are read', async (count, expected) => {
  const { offsets, askFrom } = pagesOf(count)
  const { docs, facets } = await readAll(askFrom)
  expect(docs).toEqual(Array.from({ length: count }, (_doc, index) => index))
  expect({ offsets, facets }).toEqual({ offsets: expected, facets: 0 })
})

test('ends where some were deleted meanwhile', async () => {
  const { offsets, askFrom } = pagesOf(300, 500)
  expect((await readAll(askFrom)).docs).toHaveLength(300)
  expect(offsets).toEqual([0, 200, 300])
})
