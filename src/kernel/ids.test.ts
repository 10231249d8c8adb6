import { expect, test } from 'vitest'
import { isNumericId, newId } from './ids.ts'

test('ids rise as they are made, however many in a millisecond', () => {
  const ids = Array.from({ length: 20_000 }, newId)
  expect(
    ids.filter((id) => !/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(id)),
  ).toEqual([])
  expect(ids.findIndex((id, index) => id <= (ids[index - 1] ?? ''))).toBe(-1)
})

test.each([
  ['1', true],
  ['9007199254740991', true],
  ['9007199254740992', false],
  ['10000000000000000', false],
  ['0', false],
  ['01', false],
  ['-1', false],
  ['1.5', false],
  ['1e3', false],
  ['', false],
])('%j as the number of something: %s', (text, is) => expect(isNumericId(text)).toBe(is))
