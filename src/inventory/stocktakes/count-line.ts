import { sql } from 'kysely'
import type { Transaction } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import { fault, notFound, Refusal, refuseFaults, type Fault } from '../../kernel/errors.ts'
import { isId } from '../../kernel/ids.ts'
import { tidied } from '../../kernel/names.ts'
import { ensurePermitted, isPermitted } from '../../kernel/permissions.ts'
import { gramsFromKilograms } from '../../kernel/weight.ts'
import { appendEvent } from '../../system/events/append-event.ts'
import { fileFaults, findAttachableFiles } from '../../system/files/find-files.ts'
import { STOCK_TAKE } from '../../system/reasons/reasons.ts'
import { message } from '../../words/catalogue.ts'
import { ledgerMark } from '../ledger/ledger.ts'
import { countedAt } from '../records/adjust-records.ts'
import { reasonFaults } from '../records/loss-reasons.ts'
import { lockBays } from '../stock/lock-bays.ts'
import { lockOpenStocktake } from './lock-stocktake.ts'
import type { CountLineBody } from './schema.ts'
import { isSameCount, type StocktakePerson } from './stocktake-rules.ts'
import {
  findStoredLines,
  findStoredStocktakes,
  type StoredStocktakeLine,
  type StoredStocktake,
} from './stored-stocktake.ts'

/** The one of these fields of the body that goes with a count alone. */
const ofCount = ['countedAtISO', 'countedBy', 'howMeasured', 'files', 'note'] as const

/**
 * Enters a count of a bay, or says what comes of its line: which parcel lies there, why the difference is, why it is not counted. Nothing of the
 * stock changes. A count is taken whatever the book says; what is to be cleared up is told by the line's state.
 *
 * @throws Refusal `not_found`; `in_use` where the session is not open; `forbidden` for whoever is not to count; every fault of the body at once
 */
export async function countLine(
  trx: Transaction,
  actor: Actor,
  { id, bay }: { id: string; bay: string },
  body: CountLineBody,
): Promise<void> {
  await lockOpenStocktake(trx, actor, id)
  const [session] = await findStoredStocktakes(trx, actor, [id])
  const line = (await findStoredLines(trx, actor, id)).find(({ bayId }) => String(bayId) === bay)
  if (!session || !line) throw notFound('bay', bay, { within: 'stock-take' })
  await enterLine(trx, actor, session, line, body)
}

/**
 * Enters what is said of a line of a session that is locked. Answers the number of the count; undefined where nothing was counted that is not there.
 *
 * @throws Refusal `forbidden` for whoever is not to count; every fault of the body at once
 */
export async function enterLine(
  trx: Transaction,
  actor: Actor,
  session: StoredStocktake,
  line: StoredStocktakeLine,
  body: CountLineBody,
): Promise<number | undefined> {
  const { id } = session
  ensureMay(actor, session, body)
  const at = body.counted == null ? actor.now : countedAt(actor, body)
  const by = await findCounter(trx, actor, session, body)
  const own = await findAttachableFiles(
    trx,
    actor.organisationId,
    (body.files ?? []).map((file) => file.id),
  )
  const faults = [
    ...('path' in by ? [by] : []),
    ...fileFaults('files', body.files ?? [], own),
    ...(body.reasonId == null ? [] : reasonFaults('reasonId', body.reasonId, 0)),
    ...(await recordFaults(trx, actor, line, body)),
    ...lackFaults(body),
  ]
  refuseFaults(faults)
  await changeLine(trx, actor, id, line, body)
  const number =
    body.counted == null || 'path' in by || isEnteredBefore(line, body, { at, by })
      ? undefined
      : await insertCount(trx, actor, id, line, body, { at, by })
  await appendEvent(trx, actor, {
    type: 'stocktake.changed',
    subject: id,
    data: { ids: [id], substorageId: line.bayId, isCounted: body.counted != null },
  })
  return number
}

/** @throws Refusal `forbidden` for who is not among those who count, and for what only those who may approve decide */
function ensureMay(actor: Actor, { counters }: StoredStocktake, body: CountLineBody): void {
  if (body.reasonId !== undefined || body.leftOut !== undefined) ensurePermitted(actor, 'stocktakes:write')
  const isNamed = counters.length === 0 || counters.some(({ id }) => id === actor.userId)
  if (isNamed || isPermitted(actor, 'stocktakes:write')) return
  throw new Refusal('forbidden', message('isNotToCount', { names: counters.map(({ name }) => name) }))
}

/** Finds whoever counted: the caller, somebody of the organisation, or a name. */
async function findCounter(
  trx: Transaction,
  actor: Actor,
  { counters }: StoredStocktake,
  { countedBy }: CountLineBody,
): Promise<StocktakePerson | Fault> {
  const [id, name] = [countedBy?.id ?? '', tidied(countedBy?.name ?? '')]
  if (id === '' && name === '') return { id: actor.userId, name: actor.userName }
  if (id === '') return { id: null, name }
  const { rows } = await sql<{ id: string; name: string }>`
    select u.id, coalesce(nullif(trim(u.given_name || ' ' || u.family_name), ''), u.email) as name
    from memberships m join users u on u.id = m.user_id
    where m.organisation_id = ${actor.organisationId} and m.user_id = ${isId(id) ? id : null}::uuid`.execute(
    trx,
  )
  // Whoever may enter a count may say that it is theirs, as they do by saying nothing.
  const isAmong =
    id === actor.userId || counters.length === 0 || counters.some((counter) => counter.id === id)
  const [person] = rows
  return person && isAmong ? person : fault('countedBy.id', message('isNobodyWhoCounts', {}), 'unknown')
}

async function recordFaults(
  trx: Transaction,
  { organisationId }: Actor,
  { bayId }: StoredStocktakeLine,
  { recordId }: CountLineBody,
): Promise<Fault[]> {
  if (recordId == null) return []
  const { rows } = await sql`
    select from records where id = ${isId(recordId) ? recordId : null}::uuid and keeper_id = ${organisationId} and bay_id = ${bayId} and source <> 'planting'`.execute(
    trx,
  )
  return rows.length > 0 ? [] : [fault('recordId', message('liesInAnotherBay', {}), 'unknown')]
}

/** Faults of fields that go with a count and are given without one. */
function lackFaults(body: CountLineBody): Fault[] {
  if (body.counted != null) return []
  return ofCount.flatMap((path) => {
    const value = body[path]
    const isGiven = Array.isArray(value) ? value.length > 0 : value != null
    return isGiven ? [fault(path, message('goesWithCount', {}), 'contradiction')] : []
  })
}

async function changeLine(
  trx: Transaction,
  { organisationId }: Actor,
  id: string,
  { bayId, recordId, reasonId, leftOut }: StoredStocktakeLine,
  body: CountLineBody,
): Promise<void> {
  const said = body.leftOut === undefined ? leftOut : tidied(body.leftOut ?? '') || null
  await sql`
    update stocktake_lines set
      record_id = ${body.recordId === undefined ? recordId : body.recordId},
      reason_id = ${body.reasonId === undefined ? reasonId : (body.reasonId ?? STOCK_TAKE)},
      left_out = ${body.counted == null ? said : null}
    where organisation_id = ${organisationId} and stocktake_id = ${id} and bay_id = ${bayId}`.execute(trx)
}

/**
 * True if this very count is there: of the same time of day, person and weight. A device that got no answer sends it again, maybe when somebody
 * else has signed in on it, with another key than before.
 */
function isEnteredBefore(
  { counts }: StoredStocktakeLine,
  { counted, countedAtISO }: CountLineBody,
  { at, by }: { at: Date; by: StocktakePerson },
): boolean {
  if (counted == null || !countedAtISO?.includes('T')) return false
  const told = { grams: gramsFromKilograms(counted), by, from: at.getTime(), upTo: at.getTime() }
  return counts.some((count) => isSameCount(count, told))
}

async function insertCount(
  trx: Transaction,
  actor: Actor,
  id: string,
  { bayId, counts }: StoredStocktakeLine,
  body: CountLineBody,
  { at, by }: { at: Date; by: StocktakePerson },
): Promise<number> {
  const number = (counts.at(-1)?.number ?? 0) + 1
  // With the bay locked, so that what is entered of it from now on has a number above the mark.
  await lockBays(trx, { bayIds: [bayId] })
  await trx
    .insertInto('stocktake_counts')
    .values({
      organisation_id: actor.organisationId,
      stocktake_id: id,
      bay_id: bayId,
      number,
      counted_grams: gramsFromKilograms(body.counted ?? 0),
      counted_at: at,
      counted_by: by.id,
      counted_by_name: by.name,
      how_measured: body.howMeasured ? JSON.stringify(body.howMeasured) : null,
      file_ids: [...new Set((body.files ?? []).map((file) => file.id))],
      note: tidied(body.note ?? ''),
      entered_by: actor.userId,
      entered_by_name: actor.userName,
      entered_at: actor.now,
      ledger_mark: await ledgerMark(trx),
    })
    .execute()
  return number
}
