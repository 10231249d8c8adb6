/** What a row has said of a crop. */
export interface SaidYield {
  /** Of the row. */
  number: number
  gramsPerHectare: number
}

/**
 * What the rows of a file have said of crops so far: the last of each. A step of the file may be run again after a collision, and
 * then what it said the first time was never said.
 */
export class SaidYields {
  readonly #before = new Map<string, SaidYield>()
  #inStep = new Map<string, SaidYield>()
  #firstRow = 0

  /** Begins a step with its first row, for the first time or again. */
  beginStep(firstRow: number): void {
    if (firstRow !== this.#firstRow) for (const [cropId, said] of this.#inStep) this.#before.set(cropId, said)
    this.#inStep = new Map()
    this.#firstRow = firstRow
  }

  find(cropId: string): SaidYield | undefined {
    return this.#inStep.get(cropId) ?? this.#before.get(cropId)
  }

  add(cropId: string, said: SaidYield): void {
    this.#inStep.set(cropId, said)
  }
}
