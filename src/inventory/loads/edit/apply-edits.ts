import { anyOf } from '../../../db/any-of.ts'
import type { Transaction } from '../../../db/transaction.ts'
import type { Actor } from '../../../http/actor.ts'
import type { ExpiryOfLoad } from '../../../http/validate/schema.ts'
import { shareFiles } from '../../../system/files/share-files.ts'
import { ensureOpen, type Backdated, type Posted } from '../../ledger/ledger.ts'
import { changeStock, type StockOutcome } from '../../stock/change-stock.ts'
import { noteCleared } from '../../stock/clearings.ts'
import { lockBaysAndApplyDuePlans } from '../../stock/due-plans.ts'
import { outcomeToResponse } from '../../stock/effects.ts'
import { noteIncompatible } from '../../stock/incompatible-stock.ts'
import type { LockedBays } from '../../stock/lock-bays.ts'
import type { MergeResult } from '../../stock/merge-stock.ts'
import { numberLoadsLater } from '../../document-numbers/give-numbers.ts'
import { stockColumns } from '../insert-loads.ts'
import { isWeighed, stepOf, type StockMovement } from '../rules.ts'
import { messageOfExpiry } from '../assured-loads.ts'
import { expiriesOfEdits } from './assured-edits.ts'
import { refuseHeldEdits } from './held-edits.ts'
import { watchReserved } from './reserved-edits.ts'
import { joinAgain } from './join-again.ts'
import { completionAfter, movesStock, type ChangedLoad, type LoadEdit } from './load-edit.ts'
import { notifyEdits, type StatedChanges } from './notify-edits.ts'
import { placeOfParcel, recordsOfMovements, type LockedMovementRow } from './lock-movement.ts'
import { refuseUnfitTradeEdits } from './traded-edits.ts'
import { watchLost } from './watch-lost.ts'
import type { Message } from '../../../words/catalogue.ts'
import type { Wording } from '../../../words/writing.ts'

/** Edits that were made, as one change. */
export interface AppliedEdits {
  edits: AppliedEdit[]
  outcome: StockOutcome
  /** Told with the answer: what they take of what is reserved for others. */
  warnings: Message[]
  /** Told with it too: what has ended, or ends soon, of those who have a part in loads that are still to go or change hands. */
  expiries: ExpiryOfLoad[]
}

interface AppliedEdit {
  edit: LoadEdit
  /** The row as it is now; null where it was deleted. */
  row: LockedMovementRow | null
  /** Changes to what it states about stock. */
  said: StatedChanges
  /** The parcel that it goes into, where that may be called otherwise now. */
  merged: MergeResult | undefined
}

type Made = Omit<AppliedEdit, 'said'> & { stock?: StockMovement; ensure?: (posted: Posted) => void }

/**
 * The one way in which loads that were entered change: what they said is taken back at their own dates, what they say from now on is posted,
 * and all of it is judged together, at the end. The timelines, the movements' own histories and listeners are told.
 *
 * @param edits of movements that the caller has locked
 * @param reason why, '' where nobody says
 * @returns what became of each, in their order
 * @throws Refusal `period_closed`, `insufficient_stock`, `incompatible_stock`; `grade_lost`; `on_hold`; `reserved`; `invalid_input` where a reason is needed; `forbidden` where more
 *   is written off than before by somebody who may not count
 */
export async function applyEdits(
  trx: Transaction,
  actor: Actor,
  edits: LoadEdit[],
  reason: string,
): Promise<AppliedEdits> {
  await refuseUnfitTradeEdits(trx, actor, edits)
  const moving = edits.filter(movesStock)
  const locked = await lockBaysOf(trx, actor, edits)
  const cutsInto = await watchReserved(trx, actor, locked)
  const { result: made, outcome } = await changeStock(trx, actor, {
    watched: moving.length === 0 ? [] : locked.bayIds,
    contractIds: moving.flatMap((edit) => rowsOf(edit).map((row) => row.storage_contract_id)),
    async *plan() {
      await markDeleted(trx, actor, edits)
      const all: Made[] = []
      for (const edit of edits) all.push(await make(trx, actor, edit))
      await refuseHeldEdits(trx, actor, all.flatMap(asEdited), locked)
      if (moving.length === 0) return all
      const { postings, loads } = stepOf(
        all.flatMap(({ edit, stock }) => (stock && movesStock(edit) ? stock : [])),
      )
      const posted = yield {
        reverse: moving.map(({ was }) => was.id),
        postings,
        loads: [...moving.map(loadBefore), ...loads],
        backdated: arrivedTogether(all, actor.now),
      }
      for (const { ensure } of all) ensure?.(posted)
      return all
    },
  })
  const warnings = await cutsInto(made.flatMap(({ row }) => row ?? []))
  const expiries = await expiriesOfEdits(trx, actor, made)
  numberLoadsLater(trx, actor, made.flatMap(ticketToNumber))
  const said = await notifyEdits(trx, actor, made, { reason, shownAt: outcome.recordIds })
  return {
    edits: made.map((each, index) => ({ ...each, said: said[index] ?? new Map() })),
    outcome,
    warnings,
    expiries,
  }
}

/** The load, if the edit completes or weighs it and it has no number yet. */
function ticketToNumber({ row }: Made): number[] {
  if (!row || row.document_number !== null) return []
  return row.completed_at !== null || isWeighed(row) ? [row.id] : []
}

/**
 * The answer to edits: what the command says of itself, and what they did to stock (`outcomeToResponse`).
 *
 * @param done.ids the movements that the answer is about, and those that came with them
 */
export function editsToResponse(
  actor: Actor,
  { edits, outcome, warnings, expiries }: AppliedEdits,
  done: { said: Wording[]; ids: number[]; warnings?: Wording[]; daysAlone?: string[] },
) {
  const about = edits.filter(({ edit }) => done.ids.includes(edit.was.id))
  const moments = about.map(({ edit, row }) => (row ?? edit.was).effective_at.getTime())
  const arriving = about.filter(({ edit: { kind } }) => kind === 'corrected' || kind === 'restored')
  const at = new Date(Math.max(...moments))
  const merged = edits.flatMap((each) => each.merged ?? [])
  const arrivals = arriving.map(({ row }) => row?.destination_record_id ?? null)
  const warned = [...(done.warnings ?? []), ...warnings, ...expiries.map(messageOfExpiry)]
  const said = { ...done, expiries, warnings: warned }
  return outcomeToResponse(actor, { ...said, at, merged, arrivals }, outcome)
}

/** All of them at once: one after the other, two requests could each hold the bay that the other waits for. */
async function lockBaysOf(trx: Transaction, { now }: Actor, edits: LoadEdit[]): Promise<LockedBays> {
  if (edits.length === 0) return { bayIds: [], heldUntil: null, reservedUntil: null }
  return lockBaysAndApplyDuePlans(trx, now, {
    bayIds: edits.flatMap((edit) => (edit.kind === 'deleted' ? [] : (edit.bay?.bayId ?? []))),
    recordIds: edits.flatMap((edit) => rowsOf(edit).flatMap(recordsOfMovements)),
  })
}

/** A row as it was and, where it stays, as it is to be. */
function rowsOf(edit: LoadEdit): LockedMovementRow[] {
  return edit.kind === 'deleted' ? [edit.was] : [edit.was, { ...edit.was, ...edit.row }]
}

function asEdited({ edit, stock }: Made) {
  return edit.kind === 'deleted' || !stock ? [] : [{ edit, stock }]
}

function loadBefore({ was }: LoadEdit) {
  const { destination_record_id: destinationRecordId, effective_at: effectiveAt, weight_grams: grams } = was
  return { destinationRecordId, effectiveAt, grams }
}

/**
 * Finds the parcels that several edits bring stock into: each was found as it was before any of them, so what they are called together is told
 * anew.
 */
function arrivedTogether(all: Made[], now: Date): Backdated[] {
  const arrived = all.flatMap(({ edit, stock }) => {
    if (!stock || edit.kind === 'deleted' || stock.effectiveAt > now) return []
    const { destinationRecordId: recordId, effectiveAt: since, grams: changedGrams } = stock
    const isNew = edit.kind === 'restored' || recordId !== edit.was.destination_record_id
    return recordId !== null && isNew ? [{ recordId, since, changedGrams }] : []
  })
  return [...Map.groupBy(arrived, ({ recordId }) => recordId).values()].flatMap((own) =>
    own.length > 1 ? own : [],
  )
}

async function markDeleted(trx: Transaction, actor: Actor, edits: LoadEdit[]): Promise<void> {
  const ids = edits.flatMap(({ kind, was }) => (kind === 'deleted' ? was.id : []))
  if (ids.length === 0) return
  await trx
    .updateTable('movements')
    .set({
      status: 'deleted',
      deleted_at: actor.now,
      deleted_by: actor.userId,
      deleted_by_name: actor.userName,
    })
    .where('organisation_id', '=', actor.organisationId)
    .where('id', '=', anyOf(ids, 'bigint'))
    .execute()
}

/** Writes what a load says from now on, with its bays locked. */
async function make(trx: Transaction, actor: Actor, edit: LoadEdit): Promise<Made> {
  if (edit.kind === 'deleted') return { edit, row: null, merged: undefined }
  const ensureNoMoreLost = edit.kind === 'corrected' && (await watchLost(trx, actor, edit.before))
  const merged = await joinAgain(trx, actor, edit)
  const stock = stockAfter(edit, merged)
  if (isUnweighedElsewhere(edit, stock)) await ensureOpen(trx, actor, stock.effectiveAt)
  const row = await save(trx, actor, edit, stock)
  if (edit.kind !== 'weighed') await noteWhereItLies(trx, actor, edit, row)
  await shareTicket(trx, actor, edit)
  const ensure = (posted: Posted) => ensureNoMoreLost && ensureNoMoreLost(stock, posted)
  return { edit, row, merged, stock, ensure }
}

/** True if a load that nobody has weighed yet is said to be of another moment or bay: the ledger has no entries of it by which it could tell. */
function isUnweighedElsewhere({ kind, before, was }: ChangedLoad, stock: StockMovement): boolean {
  const isElsewhere =
    stock.effectiveAt.getTime() !== before.effectiveAt.getTime() ||
    stock.destinationRecordId !== was.destination_record_id
  return stock.grams === 0 && (kind === 'restored' || isElsewhere)
}

function stockAfter({ before, after, bay }: ChangedLoad, merged: MergeResult | undefined): StockMovement {
  const to = bay === undefined ? after.destinationRecordId : (merged?.recordId ?? null)
  // What an intake replaced in one bay is still there where it went to another.
  const replacedRecordIds = to === before.destinationRecordId ? after.replacedRecordIds : []
  return { ...after, destinationRecordId: to, replacedRecordIds }
}

function save(
  trx: Transaction,
  { now }: Actor,
  edit: ChangedLoad,
  stock: StockMovement,
): Promise<LockedMovementRow> {
  const { was, row } = edit
  const { quality, readings, ...said } = row
  return trx
    .updateTable('movements')
    .set({
      ...said,
      ...(quality !== undefined && { quality: JSON.stringify(quality) }),
      ...(readings !== undefined && { readings: readings && JSON.stringify(readings) }),
      ...(movesStock(edit) && columnsAfter(edit, stock, now)),
      ...completionAfter(edit, now),
    })
    .where('organisation_id', '=', was.organisation_id)
    .where('id', '=', was.id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

function columnsAfter({ was, row }: ChangedLoad, stock: StockMovement, now: Date) {
  const { type, record_id: recordId } = { ...was, ...row }
  const stays = stock.destinationRecordId === was.destination_record_id
  return {
    ...stockColumns(stock, now),
    record_id: type === 'intake' ? (stock.destinationRecordId ?? recordId) : recordId,
    clears_other_years: was.clears_other_years && stays,
    is_unlike: was.is_unlike && stays,
  }
}

async function noteWhereItLies(
  trx: Transaction,
  { now }: Actor,
  { was, bay }: ChangedLoad,
  row: LockedMovementRow,
) {
  const { destination_record_id: to, clears_other_years: isCleared, effective_at: at } = row
  if (to === null) return
  // What has come and is a plan again, or was deleted for a while, may have been set apart since.
  if (to === was.destination_record_id) await noteIncompatible(trx, to, now)
  if (!isCleared) return
  const bayId = bay?.bayId ?? (await placeOfParcel(trx, to)).bay_id
  if (bayId !== null) await noteCleared(trx, bayId, at)
}

/** The owner of the grain reads the ticket of its load, and not only that there is one. */
async function shareTicket(trx: Transaction, actor: Actor, { was, row }: ChangedLoad): Promise<void> {
  const fileId = row.weighbridge_file_id
  if (!fileId || fileId === was.weighbridge_file_id) return
  const owners = await trx
    .selectFrom('records')
    .select('owner_id as id')
    .distinct()
    .where('id', 'in', recordsOfMovements(was))
    .execute()
  for (const { id } of owners) await shareFiles(trx, actor, [fileId], id, 'weighbridge.file')
}
