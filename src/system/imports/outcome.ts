import type { RefusalCode } from '../../kernel/errors.ts'
import type { Wording } from '../../words/writing.ts'
import type { Problem } from './cells.ts'
import type { Missing, UnderstoodSchema } from './schema.ts'

/** The outcome of a row, and what was understood of it. */
export type Outcome = (Stored | Refused | LeftOut) & {
  understood?: UnderstoodSchema
  warnings?: Wording[]
  /** True if the row names a day where a moment matters. */
  isDayAlone?: boolean
  /** Things that the row names and that were not there. */
  missing?: Pick<Missing, 'what' | 'name' | 'isMade'>[]
  /** Things made because of the row, to be undone in the reverse order. */
  made?: Made[]
}

/** The row is stored; `unchanged` where it was before, `changed` where it corrected what was there. */
export interface Stored {
  status: 'success' | 'changed' | 'unchanged'
  id: string
  /** Subject of the row, for people. */
  reference: string
  summary: Wording
  message?: Wording[]
}

/** Something that a row has made. */
export interface Made {
  kind: string
  subject: string
  details?: Record<string, unknown>
}

/** The row is not stored: it says something wrong (`validation`), or a rule is against it (`error`). */
export interface Refused {
  status: 'validation' | 'error'
  reference: string
  problems: Problem[]
  /** Reasons where no column is to blame. */
  message?: Wording[]
  /** The rule that is against the row, for programs. */
  code?: RefusalCode
  /** True if the row has the number of an earlier load, and it is not known if it is that load. */
  isNumberUnsure?: boolean
}

/** The row is no part of the table: a sum, or what is printed beside it. */
export interface LeftOut {
  status: 'left_out'
  reference: string
  summary: Wording
}
