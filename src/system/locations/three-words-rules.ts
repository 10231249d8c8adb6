import { cellAt, CELL_COUNT, centreOf, type GridPoint } from './grid-rules.ts'

/**
 * Words in, a number out, and back. A word's number is its line in the list; number modulo 7 is its class. Of three words
 * a, b, c the classes have to add up: a + 2b + 3c ≡ 0 (mod 7). So one word taken for another of another class
 * is noticed always, and so are two words of different classes that changed places. Words that are one slip of the
 * keyboard apart are never of one class; of those that look or sound alike, few are (decision 0026).
 */

const CLASSES = 7
/** Words of one class. */
const RANKS = 9302
export const WORD_COUNT = CLASSES * RANKS

export type WordNumbers = [number, number, number]

/** The three words of the cell that a point lies in, by number. */
export function wordsAt(point: GridPoint): WordNumbers {
  let rest = scramble(cellAt(point))
  const take = (base: number) => {
    const digit = rest % base
    rest = (rest - digit) / base
    return digit
  }
  const classC = take(CLASSES)
  const classB = take(CLASSES)
  const classA = (CLASSES * 5 - 2 * classB - 3 * classC) % CLASSES
  const rankC = take(RANKS)
  const rankB = take(RANKS)
  return [rest * CLASSES + classA, rankB * CLASSES + classB, rankC * CLASSES + classC]
}

/**
 * The middle of the cell that three words stand for; undefined where they do not belong together: one is wrong, or two
 * have changed places.
 */
export function pointOf([a, b, c]: WordNumbers): GridPoint | undefined {
  if (((a % CLASSES) + 2 * (b % CLASSES) + 3 * (c % CLASSES)) % CLASSES !== 0) return undefined
  const rank = (word: number) => Math.floor(word / CLASSES)
  const ranks = (rank(a) * RANKS + rank(b)) * RANKS + rank(c)
  const number = (ranks * CLASSES + (b % CLASSES)) * CLASSES + (c % CLASSES)
  return number < CELL_COUNT ? centreOf(unscramble(number)) : undefined
}

/**
 * The three words that somebody typed, in small letters, however they are set apart; undefined where it is not three
 * words. Dots and slashes are not taken: they are how what3words writes its addresses, which are not ours.
 *
 * @example splitWords(' Quiet harvest, LANTERN ') // ['quiet', 'harvest', 'lantern']
 */
export function splitWords(typed: string): [string, string, string] | undefined {
  const [a, b, c, ...more] = typed
    .trim()
    .toLowerCase()
    .split(/[\s,;_\-‐-―]+/)
  if (a === undefined || b === undefined || c === undefined || more.length > 0) return undefined
  return [a, b, c].every((word) => /^[a-z]+$/.test(word)) ? [a, b, c] : undefined
}

/** A what3words address: three words in any script with dots between them, perhaps with three slashes before. */
export function splitDotted(typed: string): string | undefined {
  const words = typed
    .trim()
    .replace(/^\/{0,3}/, '')
    .toLowerCase()
  return /^[\p{L}\p{M}'’-]{1,40}(?:[.。・]\p{L}[\p{L}\p{M}'’-]{0,40}){2}$/u.test(words) ? words : undefined
}

/**
 * Everything one slip of the keyboard away from a word: a letter left out, put in, changed, or two that changed places.
 */
export function slipsOf(word: string): Set<string> {
  const letters = 'abcdefghijklmnopqrstuvwxyz'
  const slips = new Set<string>()
  for (let at = 0; at <= word.length; at++) {
    const [before, after] = [word.slice(0, at), word.slice(at)]
    if (after !== '') slips.add(before + after.slice(1))
    if (after.length > 1) slips.add(before + after.charAt(1) + after.charAt(0) + after.slice(2))
    for (const letter of letters) {
      slips.add(before + letter + after)
      if (after !== '') slips.add(before + letter + after.slice(1))
    }
  }
  slips.delete(word)
  return slips
}

/**
 * Shuffles the numbers of cells, so that neighbours get words that have nothing to do with each other: somebody who
 * mishears one word lands far away and notices. A Feistel network over 46 bits; what falls outside the cells goes round
 * again until it is inside. The constants are published on purpose, since nothing is secret here, and may never change.
 */

const HALF_BITS = 23
const HALF = 2 ** HALF_BITS
const MASK = HALF - 1
/** Multipliers of the rounds: the golden ratio, and the square roots of 2, 3, 5, 7 and 11, to 32 bits, made odd. */
const ROUNDS = [0x9e3779b9, 0x6a09e667, 0xbb67ae85, 0x3c6ef373, 0xa54ff53b, 0x510e527f]

/** The number that stands for a cell; one to one onto 0 to CELL_COUNT − 1. */
export function scramble(cell: number): number {
  let number = cell
  do number = forward(number)
  while (number >= CELL_COUNT)
  return number
}

/** The cell that a number stands for. */
export function unscramble(number: number): number {
  let cell = number
  do cell = backward(cell)
  while (cell >= CELL_COUNT)
  return cell
}

function forward(number: number): number {
  let left = Math.floor(number / HALF)
  let right = number % HALF
  for (const round of ROUNDS) {
    const next = left ^ mix(right, round)
    left = right
    right = next
  }
  return left * HALF + right
}

function backward(number: number): number {
  let left = Math.floor(number / HALF)
  let right = number % HALF
  for (const round of ROUNDS.toReversed()) {
    const previous = right ^ mix(left, round)
    right = left
    left = previous
  }
  return left * HALF + right
}

/** Multiply, fold, multiply, fold: every bit of the half reaches every bit of the answer. */
function mix(half: number, round: number): number {
  let mixed = Math.imul(half ^ (round >>> 9), round)
  mixed ^= mixed >>> 15
  mixed = Math.imul(mixed, 0x2c1b3c6d)
  mixed ^= mixed >>> 12
  return mixed & MASK
}
