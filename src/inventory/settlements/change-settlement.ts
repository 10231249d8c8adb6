import { sql } from 'kysely'
import type { Transaction } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import { fault, notFound, Refusal, refuseFaults, type Fault } from '../../kernel/errors.ts'
import { isId } from '../../kernel/ids.ts'
import { tidied } from '../../kernel/names.ts'
import { appendEvent } from '../../system/events/append-event.ts'
import { lockOrganisation } from '../../system/lock-organisation.ts'
import { findReason } from '../../system/reasons/reasons.ts'
import { message } from '../../words/catalogue.ts'
import { findSettlementLoads, type SoldLoad } from './loads.ts'
import { findLines, getSettlement } from './queries.ts'
import type { StoredLine } from './reconcile.ts'
import type { ChangeLineBody } from './schema.ts'

/**
 * A settlement of the caller's that is still open, locked with all that settles loads of the organisation.
 *
 * @throws Refusal `not_found`; `in_use` where it is closed
 */
async function lockOpen(
  trx: Transaction,
  { organisationId }: Actor,
  id: string,
): Promise<{ buyerId: string }> {
  if (!isId(id)) throw notFound('settlement', id)
  await lockOrganisation(trx, organisationId)
  const row = await trx
    .selectFrom('settlements')
    .select(['buyer_id', 'closed_at'])
    .where('organisation_id', '=', organisationId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw notFound('settlement', id)
  if (row.closed_at) throw new Refusal('in_use', message('settlementIsClosed', {}))
  return { buyerId: row.buyer_id }
}

/**
 * Matches a line by hand, or says what comes of it. What the body leaves out stays; another load takes the decision back. Where nothing
 * changes, nothing is written.
 *
 * @throws Refusal `not_found`, `in_use` where it is closed, and every fault of the body at once
 */
export async function changeLine(
  trx: Transaction,
  actor: Actor,
  { id, line: text }: { id: string; line: string },
  body: ChangeLineBody,
): Promise<void> {
  const { organisationId, userName, now } = actor
  const { buyerId } = await lockOpen(trx, actor, id)
  const lines = await findLines(trx, actor, id)
  const line = lines.find((each) => String(each.line) === text)
  if (!line) throw notFound('line', text, { within: 'settlement' })
  const loads = await findSettlementLoads(
    trx,
    actor,
    buyerId,
    lines,
    body.movementId ? [body.movementId] : [],
  )
  const wanted = body.movementId ? loadMeant(loads, body.movementId) : undefined
  const isMoved = body.movementId !== undefined && (wanted?.id ?? null) !== line.movementId
  const movementId = body.movementId === undefined ? line.movementId : (wanted?.id ?? null)
  const before = isMoved ? { ...line, decision: null, reasonId: null } : line
  const decision = body.decision === undefined ? before.decision : body.decision
  const reasonId =
    decision === 'written_off' ? (body.reasonId === undefined ? before.reasonId : body.reasonId) : null
  refuseFaults([
    ...movementFaults(body, wanted, line, lines, id),
    ...decisionFaults({ decision, reasonId, sentReason: body.reasonId }, loadOn(loads, movementId)),
  ])
  const note = body.note === undefined ? line.note : tidied(body.note ?? '')
  // Sent again it stays as who decided it first, and nobody hears of it.
  if (!isMoved && decision === line.decision && reasonId === line.reasonId && note === line.note) return
  const isDecided = decision !== null && (isMoved || body.decision !== undefined)
  await sql`
    update settlement_lines set movement_id = ${movementId}, matched_by = ${isMoved ? (movementId === null ? null : 'hand') : line.matchedBy},
      decision = ${decision}, reason_id = ${reasonId}, note = ${note},
      decided_by_name = ${decision === null ? null : isDecided ? userName : line.decidedByName},
      decided_at = ${decision === null ? null : isDecided ? now : line.decidedAt}
    where organisation_id = ${organisationId} and settlement_id = ${id} and line = ${line.line}`.execute(trx)
  await appendEvent(trx, actor, {
    type: 'settlement.changed',
    subject: id,
    data: { ids: [id], line: line.line, movementId, decision },
  })
}

/** The load that a movement is, or is a part of. */
function loadMeant(loads: SoldLoad[], movementId: number): SoldLoad | undefined {
  return loads.find(({ id, references }) => id === movementId || references.includes(String(movementId)))
}

function movementFaults(
  { movementId }: ChangeLineBody,
  load: SoldLoad | undefined,
  line: StoredLine,
  lines: StoredLine[],
  id: string,
): Fault[] {
  if (movementId === undefined || movementId === null) return []
  if (!load) return [fault('movementId', message('isNoLoadOfBuyer', { movementId }), 'unknown')]
  const other = lines.find((each) => each.movementId === load.id && each.line !== line.line)
  if (other) return [fault('movementId', message('loadIsOnLine', { line: other.line }), 'duplicate')]
  if (load.settlementId !== null && load.settlementId !== id)
    return [fault('movementId', message('loadIsOnStatement', {}), 'duplicate')]
  return []
}

/** Counterpart of the buyer's weight: a weighed load, one that has only come over the bridge once, or none. */
type Load = 'weighed' | 'unweighed' | 'none'

function loadOn(loads: SoldLoad[], movementId: number | null): Load {
  if (movementId === null) return 'none'
  return loads.find(({ id }) => id === movementId)?.grams === 0 ? 'unweighed' : 'weighed'
}

interface Decided {
  decision: StoredLine['decision']
  reasonId: number | null
  sentReason: number | null | undefined
}

function decisionFaults({ decision, reasonId, sentReason }: Decided, load: Load): Fault[] {
  const faults: Fault[] = []
  const compares = decision === 'accepted' || decision === 'written_off'
  if (compares && load !== 'weighed') {
    const lack = load === 'none' ? 'decisionNeedsLoad' : 'decisionNeedsWeight'
    faults.push(fault('decision', message(lack, { decision }), 'contradiction'))
  }
  if (decision !== 'written_off')
    return sentReason === undefined || sentReason === null
      ? faults
      : [...faults, fault('reasonId', message('reasonIsForWriteOff', {}), 'contradiction')]
  if (reasonId === null) faults.push(fault('reasonId', message('writeOffNeedsReason', {}), 'required'))
  else if (!findReason('settlement-deduction', reasonId))
    faults.push(fault('reasonId', message('isNoDeductionReason', {}), 'unknown_reason'))
  return faults
}

/**
 * Closes a settlement: from then on nothing of it changes, and the weights of its loads stay as they are now.
 *
 * @throws Refusal `not_found`, and `in_use` where it is closed already or lines are undecided, which it names
 */
export async function closeSettlement(trx: Transaction, actor: Actor, id: string): Promise<void> {
  const { organisationId, userName, now } = actor
  await lockOpen(trx, actor, id)
  const { lines } = await getSettlement(trx, actor, id)
  const open = lines.filter(({ state, decision }) => state !== 'agreed' && decision === null)
  if (open.length > 0) {
    const undecided = open.map(({ line }) => line)
    throw new Refusal('in_use', message('linesAreOpen', { lines: undecided }), {
      details: { lines: undecided },
    })
  }
  const weighed = lines.flatMap(({ line, load }) =>
    load ? [{ line, grams: Math.round((load.weight ?? 0) * 1000) }] : [],
  )
  await sql`
    update settlement_lines line set closed_grams = weighed.grams
    from unnest(${weighed.map(({ line }) => line)}::int[], ${weighed.map(({ grams }) => grams)}::bigint[]) as weighed (line, grams)
    where line.organisation_id = ${organisationId} and line.settlement_id = ${id} and line.line = weighed.line`.execute(
    trx,
  )
  await sql`
    update settlements set closed_at = ${now}, closed_by_name = ${userName}
    where organisation_id = ${organisationId} and id = ${id}`.execute(trx)
  await appendEvent(trx, actor, { type: 'settlement.closed', subject: id, data: { ids: [id] } })
}

/**
 * Deletes a settlement that is still open; its loads are free for another.
 *
 * @throws Refusal `not_found`, and `in_use` where it is closed
 */
export async function deleteSettlement(trx: Transaction, actor: Actor, id: string): Promise<void> {
  await lockOpen(trx, actor, id)
  await trx
    .deleteFrom('settlements')
    .where('organisation_id', '=', actor.organisationId)
    .where('id', '=', id)
    .execute()
  await appendEvent(trx, actor, { type: 'settlement.deleted', subject: id, data: { ids: [id] } })
}
