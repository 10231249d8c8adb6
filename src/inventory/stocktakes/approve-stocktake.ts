import { sql } from 'kysely'
import type { Transaction } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import { Refusal } from '../../kernel/errors.ts'
import { readAuditHead } from '../../system/audit/chain.ts'
import { appendEvent } from '../../system/events/append-event.ts'
import { message } from '../../words/catalogue.ts'
import { ledgerMark, storerHash } from '../ledger/ledger.ts'
import { postCounts, type CountedParcel } from '../records/adjust-records.ts'
import type { StockOutcome } from '../stock/change-stock.ts'
import { lockBaysAndApplyDuePlans } from '../stock/due-plans.ts'
import { lockOpenStocktake } from './lock-stocktake.ts'
import { readStocktake, undone, type EvaluatedStocktake } from './queries.ts'
import { isSamePerson } from './stocktake-rules.ts'
import { mayApprove } from './stored-stocktake.ts'
import type { EvaluatedLine } from './wire.ts'

/** Further effects of an approval on stock. */
export type Approval = Pick<StockOutcome, 'recounts' | 'conflicts'>

/**
 * Approves a session: each line becomes a dated count of its parcel, all of them in one change (rules.md §12). The book at the cut-off is read
 * again, with the bays locked. From then on the session cannot change.
 *
 * @throws Refusal `not_found`; `in_use` where it is not open, its cut-off is still to come, or lines are not done, which it names;
 *   `forbidden` for whoever is not to approve it; what the ledger refuses of a line, with its bay. Nothing is changed then
 */
export async function approveStocktake(trx: Transaction, actor: Actor, id: string): Promise<Approval> {
  await lockOpenStocktake(trx, actor, id)
  const { rows } = await sql<{ bay_id: number }>`
    select bay_id from stocktake_lines where organisation_id = ${actor.organisationId} and stocktake_id = ${id}`.execute(
    trx,
  )
  const { bayIds: watched } = await lockBaysAndApplyDuePlans(trx, actor.now, {
    bayIds: rows.map(({ bay_id }) => bay_id),
  })
  const evaluated = await readStocktake(trx, actor, id)
  ensureMayApprove(actor, evaluated)
  ensureReady(actor, evaluated)
  const { lines } = evaluated
  const posting = lines.filter(({ state, reckoned }) => state === 'counted' && reckoned.post !== null)
  const counts = posting.map(countOf)
  const { adjustmentIds, outcome } =
    counts.length === 0
      ? { adjustmentIds: [], outcome: { recounts: [], conflicts: [] } }
      : await postCounts(trx, actor, watched, counts).catch((error: unknown) => {
          throw withLine(error, posting)
        })
  const adjustmentOf = new Map(posting.map(({ bayId }, index) => [bayId, adjustmentIds[index] ?? null]))
  await keepLines(trx, actor, id, lines, adjustmentOf)
  await sql`
    update stocktakes set approved_at = ${actor.now}, approved_by = ${actor.userId}, approved_by_name = ${actor.userName},
      approved_mark = ${await ledgerMark(trx)}, ledger_hash = ${await storerHash(trx, actor.organisationId)},
      audit_head = ${await readAuditHead(trx, actor.organisationId)}
    where organisation_id = ${actor.organisationId} and id = ${id}`.execute(trx)
  const adjustments = adjustmentIds
  await appendEvent(trx, actor, { type: 'stocktake.approved', subject: id, data: { ids: [id], adjustments } })
  return outcome
}

/** @throws Refusal `forbidden` */
function ensureMayApprove(actor: Actor, { session, lines, needsOther }: EvaluatedStocktake): void {
  if (!mayApprove(actor, session))
    throw new Refusal(
      'forbidden',
      message('isNotToApprove', { names: session.approvers.map(({ name }) => name) }),
    )
  if (!needsOther) return
  const me = { id: actor.userId, name: actor.userName }
  const own = lines.find(
    ({ counts, state }) => state !== 'left_out' && counts.some(({ by }) => isSamePerson(by, me)),
  )
  if (own)
    throw new Refusal('forbidden', message('countedThemselves', { bay: placeOf(own) }), {
      details: { substorageId: own.bayId },
    })
}

/** @throws Refusal `in_use` */
function ensureReady(actor: Actor, { session, lines }: EvaluatedStocktake): void {
  const { cutOffAt } = session
  if (cutOffAt > actor.now)
    throw new Refusal(
      'in_use',
      message('cutOffIsToCome', { atUTC: cutOffAt.toISOString(), timeZone: actor.timeZone }),
    )
  const missing = undone(lines)
  if (missing.length === 0) return
  throw new Refusal('in_use', message('linesAreNotDone', { bays: missing.map(placeOf) }), {
    details: { lines: missing.map(({ bayId, state }) => ({ substorageId: bayId, state })) },
  })
}

const placeOf = ({ storageName, bayName }: EvaluatedLine) => `${storageName}, ${bayName}`

function countOf(line: EvaluatedLine): CountedParcel {
  const { reckoned, reasonId, counts } = line
  const { post } = reckoned
  if (!post) throw new Error('unreachable: only lines with a count to post are posted')
  return {
    recordId: post.recordId,
    name: placeOf(line),
    grams: post.grams,
    effectiveAt: new Date(post.at),
    reasonId,
    fileIds: counts.at(-1)?.fileIds ?? [],
    path: `lines[${line.line - 1}].reasonId`,
  }
}

/** Names the bay that the ledger refuses something of: the refusal has its parcel. */
function withLine(error: unknown, lines: EvaluatedLine[]): unknown {
  if (!(error instanceof Refusal)) return error
  const { recordId } = error.details
  const line = lines.find(({ reckoned }) => reckoned.post?.recordId === recordId)
  if (!line) return error
  const { code, said, faults, details } = error
  return new Refusal(code, message('lineIsRefused', { bay: placeOf(line), reason: said }), {
    faults,
    details: { ...details, substorageId: line.bayId },
  })
}

/** Keeps each line as it is approved: names, what lay there by the book, and the count that it became. */
async function keepLines(
  trx: Transaction,
  { organisationId }: Actor,
  id: string,
  lines: EvaluatedLine[],
  adjustmentOf: Map<number, number | null>,
): Promise<void> {
  const kept = lines.map(({ bayId, storageName, bayName, stock, reckoned, state }) => {
    const { bookGrams, varianceGrams, recordId, post } = reckoned
    const isCounted = state !== 'left_out'
    return {
      bay_id: bayId,
      storage_name: storageName,
      bay_name: bayName,
      stock,
      book_grams: bookGrams,
      variance_grams: isCounted ? varianceGrams : null,
      counted_record_id: isCounted ? recordId : null,
      dated_at: isCounted && post ? new Date(post.at).toISOString() : null,
      adjustment_id: adjustmentOf.get(bayId) ?? null,
    }
  })
  await sql`
    update stocktake_lines line set storage_name = kept.storage_name, bay_name = kept.bay_name, stock = kept.stock, book_grams = kept.book_grams,
      variance_grams = kept.variance_grams, counted_record_id = kept.counted_record_id, dated_at = kept.dated_at, adjustment_id = kept.adjustment_id
    from jsonb_to_recordset(${JSON.stringify(kept)}::jsonb) as kept (bay_id bigint, storage_name text, bay_name text, stock jsonb, book_grams bigint,
      variance_grams bigint, counted_record_id uuid, dated_at timestamptz, adjustment_id bigint)
    where line.organisation_id = ${organisationId} and line.stocktake_id = ${id} and line.bay_id = kept.bay_id`.execute(
    trx,
  )
}
