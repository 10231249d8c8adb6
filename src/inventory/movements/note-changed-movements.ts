import type { Transaction } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import { sayDate, sayTime } from '../../kernel/time.ts'
import { sayWeight } from '../../kernel/weight.ts'
import { noteUpdates } from '../records/note-change.ts'
import { placesOfRecords } from '../records/timeline-rows.ts'
import { sayLoad, shortPlace } from '../records/wire.ts'
import { recordsOf, type OwnMovement } from './own-movement.ts'

/** What the books say of stock by a movement. */
export type ToldMovement = Pick<OwnMovement, (typeof toldColumns)[number]>

export const toldColumns = [
  'id',
  'type',
  'effective_at',
  'source_record_id',
  'destination_record_id',
  'sender_name',
  'receiver_name',
  'weight_grams',
  'shrink_grams',
  'storage_contract_id',
  'sold',
  'adjust_to_zero',
] as const

/** A movement as it was, and as it is now: null where it was deleted. */
export interface ChangedMovement {
  before: ToldMovement
  after: ToldMovement | null
}

/**
 * Writes into the timelines of the records concerned what movements said before, what they say now, and who says so. A movement itself
 * shows what it says today under the name of who entered it; without this nobody could tell that somebody else has changed it since.
 * What changes nothing of the stock, such as a driver, is not told.
 */
export async function noteChangedMovements(
  trx: Transaction,
  actor: Actor,
  changes: ChangedMovement[],
): Promise<void> {
  const concerned = changes.map(({ before, after }) => [
    ...new Set([before, after ?? before].flatMap(recordsOf)),
  ])
  const places = await placesOfRecords(trx, actor, [...new Set(concerned.flat())])
  const nameOf = (recordId: string | null) => shortPlace(places.get(recordId ?? '') ?? null).description
  const updates = changes.flatMap((change, index) => {
    const message = sayChange(change, { nameOf, timeZone: actor.timeZone })
    return message === '' ? [] : (concerned[index] ?? []).map((recordId) => ({ recordId, message }))
  })
  await noteUpdates(trx, actor, updates)
}

interface Words {
  /** Where a record lies. */
  nameOf: (recordId: string | null) => string
  timeZone: string
}

function sayChange({ before, after }: ChangedMovement, words: Words): string {
  const was = said(before, words)
  if (after === null) {
    const parts = [was.weight, was.from, was.to, was.on].filter((part) => part !== '')
    return `Movement ${before.id} deleted: ${parts.join(' ')}${before.sold ? ', sold' : ''}.`
  }
  const is = said(after, words)
  const changed = Object.keys(was)
    .map((key) => key as keyof typeof was)
    .filter((key) => was[key] !== is[key])
    .map((key) => `${is[key] || absent[key]} instead of ${was[key] || absent[key]}`)
  const [had, has] = [before.storage_contract_id, after.storage_contract_id]
  if (had !== has)
    changed.push(`under ${has === null ? 'no' : had === null ? 'a' : 'another'} storage contract`)
  return changed.length === 0 ? '' : `Movement ${before.id} changed: ${changed.join('; ')}.`
}

function said(movement: ToldMovement, { nameOf, timeZone }: Words) {
  const { effective_at: at, shrink_grams: shrink } = movement
  const from = movement.type === 'intake' ? movement.sender_name : nameOf(movement.source_record_id)
  const to = movement.type === 'outbound' ? movement.receiver_name : nameOf(movement.destination_record_id)
  return {
    weight: sayLoad(movement.weight_grams),
    from: from ? `from ${from}` : '',
    to: `to ${to ?? ''}`,
    on: `on ${sayDate(at, timeZone)} at ${sayTime(at, timeZone)}`,
    sold: movement.sold ? 'sold' : '',
    shrink: shrink > 0 ? `${sayWeight(shrink)} lost by drying` : '',
    emptied: movement.adjust_to_zero ? 'the rest written off' : '',
  }
}

/** What is said where there is nothing of it. */
const absent = {
  weight: '',
  from: 'from nowhere',
  to: '',
  on: '',
  sold: 'unsold',
  shrink: 'nothing lost by drying',
  emptied: 'the rest left there',
}
