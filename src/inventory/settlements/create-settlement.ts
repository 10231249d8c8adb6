import { sql, type Kysely } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { inOneMoment, type Transaction } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import { dateFault, fault, isFault, refuseFaults, type Fault } from '../../kernel/errors.ts'
import { isId, newId } from '../../kernel/ids.ts'
import { tidied } from '../../kernel/names.ts'
import { parseInstant, formatDate } from '../../kernel/time.ts'
import { appendEvent } from '../../system/events/append-event.ts'
import { lockOrganisation } from '../../system/lock-organisation.ts'
import { findPartners } from '../partners/known-partners.ts'
import { ourId } from '../partners/parties.ts'
import { message } from '../../words/catalogue.ts'
import { findSettlementLoads } from './loads.ts'
import { reconcile, type StoredLine } from './reconcile.ts'
import type { CreateSettlementBody, TriedSettlement, TrySettlementBody } from './schema.ts'
import { matchLines, type StatedLine } from './settlement-rules.ts'
import { validateLines, type readSettlementLines } from './statement-lines.ts'

export type Statement = Awaited<ReturnType<typeof readSettlementLines>>

/** Somebody the caller trades with already: nobody is made a partner by a statement. */
async function findBuyer(
  db: Kysely<Tables>,
  actor: Actor,
  { id, name }: TrySettlementBody['buyer'],
): Promise<{ id: string; name: string } | Fault> {
  const given = tidied(id ?? '') || tidied(name ?? '')
  if (given === '') return fault('buyer', message('buyerIsNeeded', {}), 'required')
  const ours = ourId(given)
  if (ours === actor.organisationId)
    return fault('buyer', message('statementIsOfOthers', {}), 'own_organisation')
  const known = isId(ours)
    ? await db.selectFrom('organisations').select('name').where('id', '=', ours).executeTakeFirst()
    : undefined
  if (known) return { id: ours, name: known.name }
  const [partner] = await findPartners(db, actor, [{ id: given, name: tidied(name ?? '') }])
  return partner ?? fault('buyer', message('isNoTradingPartner', { given }), 'unknown')
}

/** The statement's lines with the loads that the rules find for them. */
async function match(
  db: Kysely<Tables>,
  actor: Actor,
  buyerId: string,
  lines: StatedLine[],
): Promise<{ kept: StoredLine[]; loads: Awaited<ReturnType<typeof findSettlementLoads>> }> {
  const loads = await findSettlementLoads(db, actor, buyerId, lines)
  const { matched } = matchLines(
    lines,
    loads.filter(({ settlementId }) => settlementId === null),
  )
  const byLine = new Map(matched.map((each) => [each.line, each]))
  const kept = lines.map((line): StoredLine => {
    const found = byLine.get(line.line)
    const match = { movementId: found?.loadId ?? null, matchedBy: found?.by ?? null }
    const undecided = { decision: null, reasonId: null, note: '', decidedByName: null, decidedAt: null }
    return { ...line, ...match, closedGrams: null, ...undecided }
  })
  return { kept, loads }
}

/**
 * A statement beside the loads, as it would be entered. Nothing is stored.
 *
 * @throws Refusal every fault at once
 */
export function trySettlement(
  db: Kysely<Tables>,
  actor: Actor,
  body: TrySettlementBody,
  { lines: inputs, path, ignoredColumns }: Statement,
): Promise<TriedSettlement> {
  return inOneMoment(db, async (moment) => {
    const buyer = await findBuyer(moment, actor, body.buyer)
    const { lines, faults } = validateLines(actor, inputs, path)
    refuseFaults([...(isFault(buyer) ? [buyer] : []), ...faults])
    if (isFault(buyer)) throw new Error('unreachable: the faults were refused')
    const { kept, loads } = await match(moment, actor, buyer.id, lines)
    const named = { id: buyer.id, name: buyer.name }
    return { buyer: named, ...reconcile(actor, kept, loads, null), ignoredColumns }
  })
}

/**
 * Enters a statement, its lines matched with loads where that is clear. Stock stays as it is: the weight over one's own scale is the book
 * (docs/decisions/0074-settlements.md). Answers its id.
 *
 * @throws Refusal every fault at once
 */
export async function createSettlement(
  trx: Transaction,
  actor: Actor,
  body: CreateSettlementBody,
  { lines: inputs, path }: Statement,
): Promise<string> {
  const { organisationId, timeZone, now } = actor
  // A load is on one line alone, whoever enters statements at the same time.
  await lockOrganisation(trx, organisationId)
  const buyer = await findBuyer(trx, actor, body.buyer)
  const { lines, faults } = validateLines(actor, inputs, path)
  const reference = tidied(body.reference ?? '')
  const instant = parseInstant(body.dateISO, timeZone)
  refuseFaults([
    ...(isFault(buyer) ? [buyer] : []),
    ...(instant ? [] : [dateFault('dateISO')]),
    ...(isFault(buyer) ? [] : await twiceFault(trx, actor, buyer.id, reference)),
    ...faults,
  ])
  if (isFault(buyer) || !instant) throw new Error('unreachable: the faults were refused')
  const { kept } = await match(trx, actor, buyer.id, lines)
  const id = newId()
  await trx
    .insertInto('settlements')
    .values({
      organisation_id: organisationId,
      id,
      buyer_id: buyer.id,
      reference,
      settled_on: formatDate(instant, timeZone),
      created_by: actor.userId,
      created_by_name: actor.userName,
      created_at: now,
    })
    .execute()
  await trx
    .insertInto('settlement_lines')
    .values(
      kept.map((line) => ({
        organisation_id: organisationId,
        settlement_id: id,
        line: line.line,
        reference: line.reference,
        delivered_on: line.day,
        vehicle: line.vehicle,
        weight_grams: line.grams,
        movement_id: line.movementId,
        matched_by: line.matchedBy,
      })),
    )
    .execute()
  await appendEvent(trx, actor, {
    type: 'settlement.created',
    subject: id,
    data: { ids: [id], buyerId: buyer.id },
  })
  return id
}

/** Finds the fault of a paper that was entered before: entered twice, it would claim its differences twice. */
async function twiceFault(
  trx: Transaction,
  { organisationId }: Actor,
  buyerId: string,
  reference: string,
): Promise<Fault[]> {
  if (reference === '') return []
  const { rows } = await sql<{ settled_on: string }>`
    select settled_on from settlements
    where organisation_id = ${organisationId} and buyer_id = ${buyerId} and lower(reference) = lower(${reference}) limit 1`.execute(
    trx,
  )
  return rows.map(({ settled_on }) =>
    fault('reference', message('statementIsEntered', { date: settled_on }), 'duplicate'),
  )
}
