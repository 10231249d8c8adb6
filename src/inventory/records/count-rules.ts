import { kilogramsFromGrams } from '../../kernel/weight.ts'
import { message, type Message } from '../../words/catalogue.ts'

/** A count that is so many times the book, or the book so many times it, is likely a slip: kilograms for tonnes, or a figure too many. */
const MOST_OF_BOOK = 10

/**
 * Warns of a count that is far from the book, with both figures. That nothing lies there is no slip, and where the book has nothing there is
 * nothing to compare with (docs/decisions/0157-counts-far-from-the-book.md).
 *
 * @example farFromBook(28_000_000, 280_000_000) // []
 */
export function farFromBook(countedGrams: number, bookGrams: number): Message[] {
  if (countedGrams <= 0 || bookGrams <= 0) return []
  const [less, more] = [countedGrams, bookGrams].toSorted((a, b) => a - b) as [number, number]
  if (more <= less * MOST_OF_BOOK) return []
  const figures = { counted: kilogramsFromGrams(countedGrams), book: kilogramsFromGrams(bookGrams) }
  return [message('countIsFarFromBook', figures)]
}
