import type { Static } from 'typebox'
import { conflictToWire, type NamedConflict } from '../ledger/ledger.ts'
import type { MovementAcknowledgement } from './schema.ts'

/** What a movement write has done. */
interface Write {
  message: string
  ids: number[]
  /** What a blend changed. */
  changes?: string[]
  /** The record that each of the movements puts stock into. */
  arrivals?: (string | null)[]
  /** What it made worse (`watchBays`). */
  conflicts: NamedConflict[]
}

/** The answer to a movement write: the sentence, what was made, what a blend changed, and the conflicts that it brought. */
export function answerMovements({
  message,
  ids,
  changes = [],
  arrivals = [],
  conflicts,
}: Write): Static<typeof MovementAcknowledgement> {
  const told = conflicts.map(conflictToWire)
  const joined =
    changes.length > 0 ? ` The stock joined what lay there: ${[...new Set(changes)].join('; ')}.` : ''
  const warned = told.length > 0 ? ` Beware: ${told.map((conflict) => conflict.message).join(' ')}` : ''
  return {
    status: 'success',
    message: `${message}${joined}${warned}`,
    ids: ids.map(String),
    ...(arrivals.some((id) => id !== null) && { recordIds: arrivals.map((id) => id ?? '') }),
    ...(told.length > 0 && { conflicts: told }),
  }
}
