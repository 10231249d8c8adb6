import { setImmediate as endOfTurn } from 'node:timers/promises'

/**
 * Work that callers who ask for the same in the same turn of the event loop share. It is begun when the turn ends, so that an
 * answer is never older than its question.
 *
 * @example
 * const reading = new SharedWork<Row>()
 * const row = await reading.run('bin 7', () => readBin(7))
 */
export class SharedWork<Result> {
  /** What is still to be begun. */
  readonly #asked = new Map<string, Promise<Result>>()

  /** Does the work that goes by this name, or shares it. Work of one name has to be all the same. */
  run(name: string, work: () => Promise<Result>): Promise<Result> {
    const result = this.#asked.get(name) ?? this.#begin(name, work)
    this.#asked.set(name, result)
    return result
  }

  async #begin(name: string, work: () => Promise<Result>): Promise<Result> {
    await endOfTurn()
    this.#asked.delete(name)
    return work()
  }
}
