import type { Static } from 'typebox'
import type { Actor } from '../../http/actor.ts'
import { sayDate, sayTime } from '../../kernel/time.ts'
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

/** When new movements move their stock, if that is still to come: whoever mistyped the date would look for the stock where it is not. */
export function sayPlanned({ now, timeZone }: Actor, at: Date, count: number): string {
  if (at <= now) return ''
  const moves = count === 1 ? 'It is a plan: its stock moves' : 'They are plans: their stock moves'
  return ` ${moves} on ${sayDate(at, timeZone)} at ${sayTime(at, timeZone)}.`
}
