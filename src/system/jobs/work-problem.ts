/**
 * Why an attempt at some work failed, in words for people. What is thrown otherwise is a bug or a lost database: it goes
 * into the log, and the work is tried again.
 */
export class WorkProblem extends Error {
  /** Trying again cannot help. */
  readonly isFinal: boolean

  constructor(words: string, { isFinal = false, cause }: { isFinal?: boolean; cause?: unknown } = {}) {
    super(words, { cause })
    this.name = 'WorkProblem'
    this.isFinal = isFinal
  }
}
