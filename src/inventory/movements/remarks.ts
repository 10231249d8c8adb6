import type { Static } from 'typebox'
import type { NamedConflict, Recount } from '../ledger/ledger.ts'
import type { Change } from '../records/blend-rules.ts'
import type { Remarks } from '../records/schema.ts'
import { answerMovements } from './answer.ts'

/** What stock that came in has done. */
export interface Arrived {
  /** What it or what lay there is called otherwise now. */
  changes: Change[]
  /** The counts that it came before. */
  recounts?: Recount[]
  /** What it made worse (`watchBays`). */
  conflicts: NamedConflict[]
}

/**
 * What is to be said of stock that came in where the answer is not an acknowledgement but what was made: what joining changed, and
 * the conflicts it brought, in the words in which movements are answered. Empty where there is nothing to say.
 */
export function remarksOn(arrived: Arrived): Static<typeof Remarks> {
  const { message, conflicts } = answerMovements({ message: '', ids: [], ...arrived })
  return { ...(message !== '' && { message: message.trim() }), ...(conflicts && { conflicts }) }
}
