import type { Target } from './targets.ts'

/** All that the making of one form of the release is given. */
export interface Making {
  version: string
  /** A folder for what is only needed meanwhile. */
  work: string
  /** The folder for what is made. */
  into: string
  /** The folder with all that runs on such a machine, made once. It is not to be changed. */
  staged: (target: Target) => string
  /** Runs a program to its end, with SOURCE_DATE_EPOCH set. @throws Error with what it said */
  run: (program: string, args: string[], cwd?: string) => string
}
