import type { Transaction } from '../../../db/transaction.ts'
import type { Actor } from '../../../http/actor.ts'
import { formatDate, formatTime } from '../../../kernel/time.ts'
import { kilogramsFromGrams } from '../../../kernel/weight.ts'
import { appendChanges, type PossibleChange } from '../../../system/events/append-event.ts'
import { placesOfRecords } from '../../records/timeline/timeline-rows.ts'
import { shortPlace } from '../../records/wire.ts'
import { noteUpdates } from '../../stock/note-change.ts'
import { noteInHistory } from './history.ts'
import { movesStock, type LoadEdit } from './load-edit.ts'
import { recordsOfMovements, type LockedMovementRow } from './lock-movement.ts'
import { message, type Message } from '../../../words/catalogue.ts'

/** Changes to what a movement states, by subject. */
export type StatedChanges = Map<keyof StockFacts | 'contract', Message>

/** An edit, and the row that it left; null where the load was deleted. */
interface Done {
  edit: LoadEdit
  row: LockedMovementRow | null
}

interface Places {
  /** Puts the place of a record into words. */
  placeOf: (recordId: string | null) => string
  timeZone: string
}

/**
 * Writes what loads said before, what they say now, and who says so, into the timelines of the records concerned and the histories of the
 * movements, and tells listeners. A movement itself shows what it says today under the name of who entered it; without this nobody could
 * tell that somebody else has changed it since. What changes nothing of the stock, such as a driver, is told in its history alone.
 *
 * @param shownAt the records that all of it shows at
 * @returns what each of them says otherwise of stock; nothing of one that was deleted
 * @throws Refusal `invalid_input` where a reason is needed
 */
export async function notifyEdits(
  trx: Transaction,
  actor: Actor,
  edits: Done[],
  { reason, shownAt }: { reason: string; shownAt: string[] },
): Promise<StatedChanges[]> {
  const moved = edits.filter(({ edit }) => movesStock(edit))
  const lying = await placesOfRecords(trx, actor, [...new Set(moved.flatMap(concernedBy))])
  const placeOf = (recordId: string | null) => shortPlace(lying.get(recordId ?? '') ?? null).description
  const places = { placeOf, timeZone: actor.timeZone }
  const told = edits.map(({ edit, row }): StatedChanges =>
    row && movesStock(edit) ? saidChanges(edit.was, row, places) : new Map(),
  )
  const updates = edits.flatMap((done, index) => {
    const said = messageOf(done, told[index], places)
    return said ? concernedBy(done).map((recordId) => ({ recordId, message: said })) : []
  })
  await noteUpdates(trx, actor, updates)
  const pairs = edits.map(({ edit: { was }, row }) => ({ before: was, after: row }))
  await noteInHistory(trx, actor, pairs, { reason, placeOf })
  await appendChanges(trx, actor, eventsOf(edits, shownAt))
  return told
}

function concernedBy({ edit: { was }, row }: Done): string[] {
  return [...new Set([was, row ?? was].flatMap(recordsOfMovements))]
}

function messageOf(
  { edit: { kind, was }, row }: Done,
  changes: StatedChanges | undefined,
  places: Places,
): Message | undefined {
  if (kind === 'deleted' || kind === 'restored') {
    const { weight, from, to, at } = factsOf(row ?? was, places)
    const { timeZone } = places
    const whole = { id: was.id, weight, from, to, atUTC: at.toISOString(), timeZone, isSold: was.sold }
    return kind === 'deleted' ? message('movementWasDeleted', whole) : message('movementWasRestored', whole)
  }
  return changes?.size
    ? message('movementWasChanged', { id: was.id, changes: [...changes.values()] })
    : undefined
}

function saidChanges(before: LockedMovementRow, after: LockedMovementRow, places: Places): StatedChanges {
  const { timeZone } = places
  const [was, is] = [factsOf(before, places), factsOf(after, places)]
  const between = <Key extends keyof StockFacts>(key: Key) => ({ now: is[key], before: was[key] })
  const on = ({ at }: StockFacts) => `${formatDate(at, timeZone)} ${formatTime(at, timeZone)}`
  const moments = { nowUTC: is.at.toISOString(), beforeUTC: was.at.toISOString(), timeZone }
  const changed: [key: keyof StockFacts, isOther: boolean, said: Message][] = [
    ['weight', was.weight !== is.weight, message('weighsOtherwise', between('weight'))],
    ['from', was.from !== is.from, message('comesFromElsewhere', between('from'))],
    ['to', was.to !== is.to, message('goesElsewhere', between('to'))],
    ['at', on(was) !== on(is), message('isOfAnotherMoment', moments)],
    ['sold', was.sold !== is.sold, message('isSoldNow', { isSold: is.sold })],
    ['shrink', was.shrink !== is.shrink, message('isDriedOtherwise', between('shrink'))],
    ['emptied', was.emptied !== is.emptied, message('isEmptiedNow', { isEmptied: is.emptied })],
  ]
  const [had, has] = [before.storage_contract_id, after.storage_contract_id]
  const which = has === null ? 'no' : had === null ? 'a' : 'another'
  return new Map([
    ...changed.flatMap(([key, isOther, said]) => (isOther ? [[key, said] as const] : [])),
    ...(had === has ? [] : [['contract', message('isUnderContractNow', { which })] as const]),
  ])
}

/** Statements of a movement about stock, as people put them. */
interface StockFacts {
  weight: number
  from: string
  to: string
  at: Date
  sold: boolean
  shrink: number
  emptied: boolean
}

function factsOf(movement: LockedMovementRow, { placeOf }: Places): StockFacts {
  const { effective_at: at, shrink_grams: shrink } = movement
  const from = movement.type === 'intake' ? movement.sender_name : placeOf(movement.source_record_id)
  const to = movement.type === 'outbound' ? movement.receiver_name : placeOf(movement.destination_record_id)
  return {
    weight: kilogramsFromGrams(movement.weight_grams),
    from: from ?? '',
    to: to ?? '',
    at,
    sold: movement.sold,
    shrink: kilogramsFromGrams(shrink),
    emptied: movement.adjust_to_zero,
  }
}

/** An event for each that says something else; the last tells all records that they show at. */
function eventsOf(edits: Done[], shownAt: string[]): PossibleChange[] {
  return edits.flatMap((done, index) => {
    const { edit, row: after } = done
    const { was: before } = edit
    const shown = index === edits.length - 1 ? shownAt : []
    const recordIds = [...new Set([...shown, ...concernedBy(done)])]
    const event = { subject: String(before.id), data: { ids: [before.id], recordIds } }
    return typesOf(done).map((type) => ({ before, after, event: { type, ...event } }))
  })
}

function typesOf({ edit: { kind, was }, row }: Done) {
  if (kind === 'deleted' || kind === 'restored') return [`movement.${kind}`] as const
  const isCompleted = was.completed_at === null && row?.completed_at !== null
  if (!isCompleted) return ['movement.updated'] as const
  // What is complete by a weighing is told to be, and not to be updated.
  return kind === 'weighed'
    ? (['movement.completed'] as const)
    : (['movement.updated', 'movement.completed'] as const)
}
