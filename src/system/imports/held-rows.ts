import type { CutRecord } from './cells.ts'

/** Number of rows that share a piece of memory. */
const ROWS_A_PIECE = 512

/**
 * The rows of a file that is held whole, to be read in another order than its own. What a row takes here is little more than its text:
 * cut into cells and read, a hundred thousand rows would take hundreds of megabytes.
 */
export class HeldRows {
  readonly #pieces: Buffer[] = []
  /** End of each row within its piece. */
  readonly #ends: number[] = []
  readonly #places: number[][] = []
  #open: Buffer[] = []

  /** @param place where it stands among the others: by the first number, then by the next, and at last by the order of the file */
  add(record: CutRecord, place: number[]): void {
    const text = Buffer.from(JSON.stringify(record))
    const before = this.#open.length === 0 ? 0 : (this.#ends.at(-1) ?? 0)
    this.#ends.push(before + text.length)
    for (const [index, number] of place.entries()) (this.#places[index] ??= []).push(number)
    this.#open.push(text)
    if (this.#open.length === ROWS_A_PIECE) this.#close()
  }

  #close(): void {
    this.#pieces.push(Buffer.concat(this.#open))
    this.#open = []
  }

  /** The rows in the order of the file. */
  *inFile(): Generator<CutRecord> {
    for (const index of this.#ends.keys()) yield this.#at(index)
  }

  /** The rows in their order, in pieces of at most so many. */
  *inOrder(batch: number): Generator<CutRecord[]> {
    const order = Uint32Array.from(this.#ends.keys()).sort((a, b) => this.#compare(a, b))
    for (let start = 0; start < order.length; start += batch)
      yield [...order.subarray(start, start + batch)].map((index) => this.#at(index))
  }

  #compare(a: number, b: number): number {
    for (const numbers of this.#places) {
      const difference = (numbers[a] ?? 0) - (numbers[b] ?? 0)
      if (difference !== 0) return difference
    }
    return a - b
  }

  #at(index: number): CutRecord {
    if (this.#open.length > 0) this.#close()
    const start = index % ROWS_A_PIECE === 0 ? 0 : (this.#ends[index - 1] ?? 0)
    const piece = this.#pieces[Math.floor(index / ROWS_A_PIECE)]
    // It was written by `add`.
    return JSON.parse(piece?.toString('utf8', start, this.#ends[index]) ?? '') as CutRecord
  }
}
