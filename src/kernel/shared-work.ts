/**
 * Work that callers who ask for the same at the same time share. Nobody is given what was begun before they asked: whoever
 * comes while it is under way waits for it, and shares the next run with all others who came meanwhile. So an answer is never
 * older than its question.
 *
 * @example
 * const reading = new SharedWork<Row>()
 * const row = await reading.run('bin 7', () => readBin(7))
 */
export class SharedWork<Result> {
  readonly #runs = new Map<string, Run<Result>>()

  /** Does the work that goes by this name, or shares it. Work of one name has to be all the same. */
  run(name: string, work: () => Promise<Result>): Promise<Result> {
    const current = this.#runs.get(name)
    if (!current) return this.#begin(name, work).result
    return (current.next ??= current.result.then(
      () => this.#begin(name, work).result,
      () => this.#begin(name, work).result,
    ))
  }

  #begin(name: string, work: () => Promise<Result>): Run<Result> {
    const run: Run<Result> = { result: work() }
    this.#runs.set(name, run)
    const end = () => {
      if (this.#runs.get(name) === run && !run.next) this.#runs.delete(name)
    }
    run.result.then(end, end)
    return run
  }
}

interface Run<Result> {
  result: Promise<Result>
  /** What those wait for who came after it had begun. */
  next?: Promise<Result>
}
