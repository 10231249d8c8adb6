import type { Static } from 'typebox'
import type { Actor } from '../../http/actor.ts'
import { sayWeight } from '../../kernel/weight.ts'
import { countedGains, type Posted } from '../ledger/ledger.ts'
import { remarksOn, type Arrived } from '../stock/effects.ts'
import type { StockMovement } from './rules.ts'
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

/** How much movements that empty their sources, or replace what lay in a bay, write off or find: no body says it. */
export function sayEmptied({ now }: Actor, { entries }: Posted, movements: StockMovement[]): string {
  const counted = countedGains(entries)
  const gains = movements
    .filter(
      ({ emptiedReasonId, replacedRecordIds = [] }) =>
        emptiedReasonId !== null || replacedRecordIds.length > 0,
    )
    .map(({ id }) => counted.get(id) ?? 0)
  const lost = gains.reduce((sum, grams) => sum + Math.max(0, -grams), 0)
  const found = gains.reduce((sum, grams) => sum + Math.max(0, grams), 0)
  const are = movements.some(({ effectiveAt }) => effectiveAt > now) ? 'will be' : 'are'
  return [
    lost > 0 ? ` ${sayWeight(lost)} left behind ${are} written off.` : '',
    found > 0 ? ` ${sayWeight(found)} that the books lack ${are} written up.` : '',
  ].join('')
}
