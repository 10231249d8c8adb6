import type { Static } from 'typebox'
import { remarksOn, type Arrived } from '../records/remarks.ts'
import type { MovementAcknowledgement } from './schema.ts'

/** What a movement write has done. */
interface Write extends Omit<Arrived, 'changes'> {
  message: string
  ids: number[]
  changes?: Arrived['changes']
  /** The record that each of the movements puts stock into. */
  arrivals?: (string | null)[]
}

/** The answer to a movement write: the sentence, what was made, what a blend changed, and the conflicts that it brought. */
export function answerMovements({
  message,
  ids,
  changes = [],
  arrivals = [],
  ...arrived
}: Write): Static<typeof MovementAcknowledgement> {
  const remarks = remarksOn({ changes, ...arrived })
  return {
    status: 'success',
    message: remarks.message === undefined ? message : `${message} ${remarks.message}`,
    ids: ids.map(String),
    ...(arrivals.some((id) => id !== null) && { recordIds: arrivals.map((id) => id ?? '') }),
    ...(remarks.conflicts && { conflicts: remarks.conflicts }),
  }
}
