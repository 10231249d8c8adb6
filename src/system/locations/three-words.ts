import { readFileSync } from 'node:fs'
import { DATA_DIRECTORY, once, ReferenceDataError } from '../data-file.ts'
import type { GridPoint } from './grid-rules.ts'
import { pointOf, slipsOf, WORD_COUNT, wordsAt, type WordNumbers } from './three-words-rules.ts'
import { message } from '../../words/catalogue.ts'

const FILE = 'words.txt'
const REPLACED_FILE = 'replaced-words.txt'
const MOST_SUGGESTIONS = 5

/** Every word that is read has a number; of two with one number, addresses say the newer. */
const list = once(() => {
  const words = linesOf(FILE)
  const numbers = new Map(words.map((word, number) => [word, number]))
  if (words.length !== WORD_COUNT || numbers.size !== WORD_COUNT)
    throw new ReferenceDataError(
      FILE,
      message('needsDifferentWords', { needed: WORD_COUNT, found: numbers.size }),
    )
  for (const line of linesOf(REPLACED_FILE)) {
    const [old = '', by = ''] = line.split(' ')
    const number = numbers.get(old)
    if (number === undefined || by === '' || numbers.has(by))
      throw new ReferenceDataError(REPLACED_FILE, message('replacesNoWord', { line, file: FILE }))
    words[number] = by
    numbers.set(by, number)
  }
  return { words, numbers }
})

function linesOf(file: string): string[] {
  return readFileSync(new URL(file, DATA_DIRECTORY), 'utf8').trimEnd().split('\n')
}

/** All words, in the order of their numbers. */
export function listWords(): readonly string[] {
  return list().words
}

/**
 * The three-word address of the cell of 3.6 m that a point lies in.
 *
 * @example threeWordsAt({ lat: 51.8094, lon: -0.3564 }) // 'one-two-three', the same for ever
 */
export function threeWordsAt(point: GridPoint): string {
  return said(wordsAt(point))
}

function said(numbers: WordNumbers): string {
  return numbers.map((number) => list().words[number]).join('-')
}

/** The meaning of three words: the middle of their cell; or which of them are no words of ours; or that they do not fit. */
export type ThreeWordsReading =
  | { point: GridPoint }
  | { unknown: string[]; suggestions: string[] }
  | { unfit: true; suggestions: string[] }

/** Reads three words. Where they cannot be right, says what is near them and could be. */
export function readThreeWords(words: [string, string, string]): ThreeWordsReading {
  const { numbers } = list()
  const [a, b, c] = words.map((word) => numbers.get(word))
  if (a === undefined || b === undefined || c === undefined) {
    const unknown = words.filter((word) => !numbers.has(word))
    return { unknown, suggestions: unknown.length === 1 ? suggestionsFor(words, unknown) : [] }
  }
  const point = pointOf([a, b, c])
  if (point) return { point }
  const suggestions = [...otherOrders(words), ...suggestionsFor(words, words)]
  return { unfit: true, suggestions: suggestions.slice(0, MOST_SUGGESTIONS) }
}

/** Finds other orders of the words that are an address, for somebody who wrote them down as they came to mind. */
function otherOrders(words: [string, string, string]): string[] {
  const [a, b, c] = words.map((word) => list().numbers.get(word))
  if (a === undefined || b === undefined || c === undefined) return []
  const orders: WordNumbers[] = [
    [b, a, c],
    [a, c, b],
    [c, b, a],
    [b, c, a],
    [c, a, b],
  ]
  return orders.filter((order) => pointOf(order) !== undefined).map(said)
}

/** Addresses that exist and differ in one slip of one of the doubtful words. */
function suggestionsFor(words: [string, string, string], doubtful: string[]): string[] {
  const { numbers } = list()
  const found = new Set<string>()
  for (const [at, word] of words.entries()) {
    if (!doubtful.includes(word)) continue
    for (const slip of slipsOf(word)) {
      const changed = words.map((each, index) => (index === at ? slip : each))
      const [a, b, c] = changed.map((each) => numbers.get(each))
      if (a === undefined || b === undefined || c === undefined) continue
      const tried: WordNumbers = [a, b, c]
      if (pointOf(tried)) found.add(said(tried))
      if (found.size === MOST_SUGGESTIONS) return [...found]
    }
  }
  return [...found]
}
