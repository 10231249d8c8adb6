import type { Transaction } from '../../../db/transaction.ts'
import type { Actor } from '../../../http/actor.ts'
import { sayDate, sayTime } from '../../../kernel/time.ts'
import { sayWeight } from '../../../kernel/weight.ts'
import { appendChanges, type PossibleChange } from '../../../system/events/append-event.ts'
import { placesOfRecords } from '../../records/timeline/timeline-rows.ts'
import { sayLoad, shortPlace } from '../../records/wire.ts'
import { noteUpdates } from '../../stock/note-change.ts'
import { noteInHistory } from './history.ts'
import { movesStock, type LoadEdit } from './load-edit.ts'
import { recordsOf, type OwnMovement } from './own-movement.ts'

/** What a movement says otherwise than before, in words, by what it is about. */
export type SaidChanges = Map<string, string>

/** An edit, and the row that it left; null where the load was deleted. */
interface Done {
  edit: LoadEdit
  row: OwnMovement | null
}

interface Words {
  /** Where a record lies. */
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
): Promise<SaidChanges[]> {
  const moved = edits.filter(({ edit }) => movesStock(edit))
  const places = await placesOfRecords(trx, actor, [...new Set(moved.flatMap(concernedBy))])
  const placeOf = (recordId: string | null) => shortPlace(places.get(recordId ?? '') ?? null).description
  const words = { placeOf, timeZone: actor.timeZone }
  const told = edits.map(({ edit, row }) =>
    row && movesStock(edit) ? saidChanges(edit.was, row, words) : new Map<string, string>(),
  )
  const updates = edits.flatMap((done, index) => {
    const message = sayWhat(done, told[index], words)
    return message === '' ? [] : concernedBy(done).map((recordId) => ({ recordId, message }))
  })
  await noteUpdates(trx, actor, updates)
  const pairs = edits.map(({ edit: { was }, row }) => ({ before: was, after: row }))
  await noteInHistory(trx, actor, pairs, { reason, placeOf })
  await appendChanges(trx, actor, eventsOf(edits, shownAt))
  return told
}

function concernedBy({ edit: { was }, row }: Done): string[] {
  return [...new Set([was, row ?? was].flatMap(recordsOf))]
}

function sayWhat({ edit: { kind, was }, row }: Done, changes: SaidChanges | undefined, words: Words): string {
  if (kind === 'deleted' || kind === 'restored') {
    const { weight, from, to, on } = said(row ?? was, words)
    const parts = [weight, from, to, on].filter((part) => part !== '')
    return `Movement ${was.id} ${kind}: ${parts.join(' ')}${was.sold ? ', sold' : ''}.`
  }
  return changes?.size ? `Movement ${was.id} changed: ${[...changes.values()].join('; ')}.` : ''
}

function saidChanges(before: OwnMovement, after: OwnMovement, words: Words): SaidChanges {
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

function said(movement: OwnMovement, { placeOf, timeZone }: Words) {
  const { effective_at: at, shrink_grams: shrink } = movement
  const from = movement.type === 'intake' ? movement.sender_name : placeOf(movement.source_record_id)
  const to = movement.type === 'outbound' ? movement.receiver_name : placeOf(movement.destination_record_id)
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
