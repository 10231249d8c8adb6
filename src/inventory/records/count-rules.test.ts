import { expect, test } from 'vitest'
import { farFromBook } from './count-rules.ts'

const T = 1_000_000

test.each([
  ['kilograms for tonnes', 28_000, 28 * T, true],
  ['a figure too many', 281 * T, 28 * T, true],
  ['ten times the book', 280 * T, 28 * T, false],
  ['a tenth of the book', 28 * T, 280 * T, false],
  ['just less than a tenth', 28 * T - 1, 280 * T, true],
  ['nothing', 0, 28 * T, false],
  ['where the book has nothing', 28 * T, 0, false],
  ['where the book is short', 28 * T, -1, false],
])('%s', (_, counted, book, isFar) => {
  const said = farFromBook(counted, book)
  expect(said).toEqual(
    isFar ? [{ id: 'countIsFarFromBook', data: { counted: counted / 1000, book: book / 1000 } }] : [],
  )
})
