import { CELL_COUNT } from './grid-rules.ts'

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
