import { sql } from 'kysely'
import type { Transaction } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import { fault, isFault, refuseFaults, Refusal, type Fault } from '../../kernel/errors.ts'
import { newId } from '../../kernel/ids.ts'
import { tidied } from '../../kernel/names.ts'
import { formatDate } from '../../kernel/time.ts'
import { appendEvent } from '../../system/events/append-event.ts'
import { lockOrganisation } from '../../system/lock-organisation.ts'
import { message } from '../../words/catalogue.ts'
import { findPartners } from '../partners/known-partners.ts'
import { ourId } from '../partners/parties.ts'
import { monthsBetween } from './balance-rules.ts'
import { MOST_MONTHS, type CreateChargesBody } from './schema.ts'

/**
 * Begins a statement of charges as a draft, whose lines are reckoned whenever it is read. Answers its id.
 *
 * @throws Refusal every fault at once; `already_exists` where a statement of the owner has one of the months
 */
export async function createStatement(
  trx: Transaction,
  actor: Actor,
  body: CreateChargesBody,
): Promise<string> {
  const { organisationId, userId, userName, now } = actor
  await lockOrganisation(trx, organisationId)
  const owner = await findStorer(trx, actor, body.ownerId)
  const { fromMonth } = body
  const toMonth = body.toMonth ?? fromMonth
  refuseFaults([...(isFault(owner) ? [owner] : []), ...monthFaults(actor, fromMonth, toMonth)])
  if (isFault(owner)) throw new Error('unreachable: the faults were refused')
  await ensureNoOther(trx, actor, { ownerId: owner.id, fromMonth, toMonth })
  const id = newId()
  await trx
    .insertInto('charge_statements')
    .values({
      organisation_id: organisationId,
      id,
      owner_id: owner.id,
      first_month: `${fromMonth}-01`,
      last_month: `${toMonth}-01`,
      created_by: userId,
      created_by_name: userName,
      created_at: now,
    })
    .execute()
  await appendEvent(trx, actor, {
    type: 'charges.created',
    subject: id,
    data: { ids: [id], ownerId: owner.id, fromMonth, toMonth },
  })
  return id
}

/** Somebody else whose grain lies, or has lain, in the caller's stores. */
async function findStorer(trx: Transaction, actor: Actor, named: string): Promise<{ id: string } | Fault> {
  const given = ourId(tidied(named))
  if (given === actor.organisationId)
    return fault('ownerId', message('chargesAreOfOthers', {}), 'own_organisation')
  const [partner] = await findPartners(trx, actor, [{ id: given, name: '' }])
  const id = partner?.id ?? given
  const { rows } = await sql`
    select from records r where r.keeper_id = ${actor.organisationId} and r.owner_id = ${id} and r.source <> 'planting' limit 1`.execute(
    trx,
  )
  return rows.length > 0 ? { id } : fault('ownerId', message('storesNothingHere', { given }), 'unknown')
}

function monthFaults({ now, timeZone }: Actor, fromMonth: string, toMonth: string): Fault[] {
  if (toMonth < fromMonth) return [fault('toMonth', message('lastIsBeforeFirst', {}), 'minimum')]
  const thisMonth = formatDate(now, timeZone).slice(0, 7)
  return [
    ...(toMonth > thisMonth
      ? [fault('toMonth', message('monthIsToCome', { month: toMonth }), 'future')]
      : []),
    ...(monthsBetween(fromMonth, toMonth).length > MOST_MONTHS
      ? [fault('toMonth', message('chargesAreTooLong', { most: MOST_MONTHS }), 'maximum')]
      : []),
  ]
}

async function ensureNoOther(
  trx: Transaction,
  { organisationId }: Actor,
  { ownerId, fromMonth, toMonth }: { ownerId: string; fromMonth: string; toMonth: string },
): Promise<void> {
  const other = await trx
    .selectFrom('charge_statements')
    .select(['id', 'number'])
    .where('organisation_id', '=', organisationId)
    .where('owner_id', '=', ownerId)
    .where('first_month', '<=', `${toMonth}-01`)
    .where('last_month', '>=', `${fromMonth}-01`)
    .orderBy('first_month')
    .executeTakeFirst()
  if (!other) return
  throw new Refusal('already_exists', message('monthsAreOnStatement', { number: other.number ?? '' }), {
    details: { id: other.id },
  })
}
