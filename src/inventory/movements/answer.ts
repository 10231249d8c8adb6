import type { Static } from 'typebox'
import { sayDate } from '../../kernel/time.ts'
import { sayWeight } from '../../kernel/weight.ts'
import { findReason } from '../../system/reasons/reasons.ts'
import { conflictToWire, type NamedConflict, type Recount } from '../ledger/ledger.ts'
import { sayChanges, type Change } from '../records/blend-rules.ts'
import type { MovementAcknowledgement } from './schema.ts'

/** What a movement write has done. */
interface Write {
  message: string
  ids: number[]
  /** What a blend changed. */
  changes?: Change[]
  /** The record that each of the movements puts stock into. */
  arrivals?: (string | null)[]
  /** The counts that it came before. */
  recounts?: Recount[]
  /** What it made worse (`watchBays`). */
  conflicts: NamedConflict[]
}

/** The answer to a movement write: the sentence, what was made, what a blend changed, and the conflicts that it brought. */
export function answerMovements({
  message,
  ids,
  changes = [],
  arrivals = [],
  recounts = [],
  conflicts,
}: Write): Static<typeof MovementAcknowledgement> {
  const told = conflicts.map(conflictToWire)
  const joined = changes.length > 0 ? ` The stock joined what lay there: ${sayChanges(changes)}.` : ''
  const warned = told.length > 0 ? ` Warning: ${told.map((conflict) => conflict.message).join(' ')}` : ''
  return {
    status: 'success',
    message: `${message}${joined}${recounts.map(sayRecount).join('')}${warned}`,
    ids: ids.map(String),
    ...(arrivals.some((id) => id !== null) && { recordIds: arrivals.map((id) => id ?? '') }),
    ...(told.length > 0 && { conflicts: told }),
  }
}

/** A count is a fact: whoever enters something before it sees the bay stay as it was, and is told where the kilograms went. */
function sayRecount({ stock, at, timeZone, reason, grams }: Recount): string {
  const { description, direction } = findReason('adjustment', Number(reason)) ?? {}
  const figure = direction === 'gain' ? 'gain' : 'loss'
  const change = grams > 0 === (figure === 'gain') ? 'larger' : 'smaller'
  const what = `its ${figure} is now ${sayWeight(Math.abs(grams))} ${change}`
  const why = description?.toLowerCase() ?? reason
  return ` The count of ${stock} on ${sayDate(at, timeZone)} still stands; ${what} (${why}).`
}
