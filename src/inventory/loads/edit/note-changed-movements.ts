import type { Transaction } from '../../../db/transaction.ts'
import type { Actor } from '../../../http/actor.ts'
import { sayDate, sayTime } from '../../../kernel/time.ts'
import { sayWeight } from '../../../kernel/weight.ts'
import { noteUpdates } from '../../stock/note-change.ts'
import { placesOfRecords } from '../../records/timeline/timeline-rows.ts'
import { sayLoad, shortPlace } from '../../records/wire.ts'
import { recordsOf, type OwnMovement } from './own-movement.ts'

/** What the books say of stock by a movement. */
export type ToldMovement = Pick<OwnMovement, (typeof toldColumns)[number]>

export const toldColumns = [
  'id',
  'type',
  'status',
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
  'ticket_id',
] as const

/** A movement as it was, and as it is now: null where it was deleted. */
export interface ChangedMovement {
  before: ToldMovement
  after: ToldMovement | null
}

/** What a movement says otherwise than before, in words, by what it is about. */
export type SaidChanges = Map<string, string>

/**
 * Writes into the timelines of the records concerned what movements said before, what they say now, and who says so. A movement itself
 * shows what it says today under the name of who entered it; without this nobody could tell that somebody else has changed it since.
 * What changes nothing of the stock, such as a driver, is not told.
 *
 * @returns what each of them says otherwise; nothing of one that was deleted
 */
export async function noteChangedMovements(
  trx: Transaction,
  actor: Actor,
  changes: ChangedMovement[],
): Promise<SaidChanges[]> {
  const concerned = changes.map(({ before, after }) => [
    ...new Set([before, after ?? before].flatMap(recordsOf)),
  ])
  const places = await placesOfRecords(trx, actor, [...new Set(concerned.flat())])
  const nameOf = (recordId: string | null) => shortPlace(places.get(recordId ?? '') ?? null).description
  const words = { nameOf, timeZone: actor.timeZone }
  const told = changes.map(({ before, after }) => (after ? saidChanges(before, after, words) : new Map()))
  const updates = changes.flatMap(({ before, after }, index) => {
    const message = sayWhat(before, after, told[index], words)
    return message === '' ? [] : (concerned[index] ?? []).map((recordId) => ({ recordId, message }))
  })
  await noteUpdates(trx, actor, updates)
  return told
}

interface Words {
  /** Where a record lies. */
  nameOf: (recordId: string | null) => string
  timeZone: string
}

function sayWhat(
  before: ToldMovement,
  after: ToldMovement | null,
  changes: SaidChanges | undefined,
  words: Words,
): string {
  if (after === null) return sayWhole(before, 'deleted', words)
  return before.status === 'deleted' ? sayWhole(after, 'restored', words) : sayChanged(before, changes)
}

function sayWhole(before: ToldMovement, what: 'deleted' | 'restored', words: Words): string {
  const was = said(before, words)
  const parts = [was.weight, was.from, was.to, was.on].filter((part) => part !== '')
  return `Movement ${before.id} ${what}: ${parts.join(' ')}${before.sold ? ', sold' : ''}.`
}

function sayChanged({ id }: ToldMovement, changes: SaidChanges = new Map()): string {
  return changes.size === 0 ? '' : `Movement ${id} changed: ${[...changes.values()].join('; ')}.`
}

function saidChanges(before: ToldMovement, after: ToldMovement, words: Words): SaidChanges {
  const [was, is] = [said(before, words), said(after, words)]
  const changed = Object.keys(was)
    .map((key) => key as keyof typeof was)
    .filter((key) => was[key] !== is[key])
    .map((key): [string, string] => [key, `${is[key] || absent[key]} instead of ${was[key] || absent[key]}`])
  const [had, has] = [before.storage_contract_id, after.storage_contract_id]
  const which = has === null ? 'no' : had === null ? 'a' : 'another'
  return new Map([
    ...changed,
    ...(had === has ? [] : [['contract', `under ${which} storage contract`] as const]),
  ])
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
