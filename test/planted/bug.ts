/** A small wrong change of a rule or a statement, the promise that it breaks, and the tests that have to see it. */
export interface Bug {
  promise: string
  file: string
  /** Stands once in the file. */
  right: string
  wrong: string
  /** Test files that are run against it, quickest first. */
  tests: string[]
  /** Only callers that are truly at work at once can show it: on PostgreSQL, not on the embedded database. */
  needsServer?: boolean
}
