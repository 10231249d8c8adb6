/**
 * Does at most so many pieces of work at once; what comes beyond that waits, in the order in which it came.
 *
 * @example
 * const examining = new AtMost(2)
 * const verdict = await examining.run(() => examine(file))
 */
export class AtMost {
  readonly #most: number
  #underWay = 0
  readonly #waiting: (() => void)[] = []

  constructor(most: number) {
    this.#most = most
  }

  /** How many pieces wait. */
  get waiting(): number {
    return this.#waiting.length
  }

  async run<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.#underWay < this.#most) this.#underWay += 1
    else await new Promise<void>((resolve) => this.#waiting.push(resolve))
    try {
      return await work()
    } finally {
      // Handed on: whoever comes just now must not take the place of who waits.
      const next = this.#waiting.shift()
      if (next) next()
      else this.#underWay -= 1
    }
  }
}
