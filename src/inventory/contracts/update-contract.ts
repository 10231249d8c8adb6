import { sql } from 'kysely'
import type { Transaction } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import { Refusal } from '../../kernel/errors.ts'
import { appendChanges } from '../../system/events/append-event.ts'
import { shareFiles } from '../../system/files/share-files.ts'
import { message, type Message } from '../../words/catalogue.ts'
import { render } from '../../words/render.ts'
import { kilogramsFromGrams } from '../../kernel/weight.ts'
import { lockContract } from './lock-contract.ts'
import type { UpdateContractBody } from './schema.ts'
import { resolveTerms, termColumns, type Terms } from './terms.ts'

const paths = { start: 'details.startDateUTC', end: 'details.endDateUTC', weight: 'inventory.weight' }

/**
 * Changes the terms that the body gives; what it leaves out stays. Drying terms hold for what comes in from now on:
 * what was dried before stays as it was entered.
 *
 * @returns a warning of what came in on dates that are not covered any more, or nothing
 * @throws Refusal `not_found` unless the caller entered the contract; every fault at once; `in_use` where stock came in
 *   under it and another commodity is named
 */
export async function updateContract(
  trx: Transaction,
  actor: Actor,
  id: string,
  { details, inventory }: UpdateContractBody,
): Promise<string> {
  const agreed = await lockContract(trx, actor, id)
  const asked = {
    reference: details.reference,
    start: details.startDateUTC,
    end: details.endDateUTC,
    files: details.files,
    services: details.services,
    weightKilograms: inventory.weight,
    commodity: inventory.commodity && withoutVariety(inventory.commodity),
    varieties: inventory.commodity?.variety,
  }
  const terms = await resolveTerms(trx, actor, asked, { agreed, paths, others: [] })
  const isOther = terms.commodityId !== agreed.commodityId || terms.typeId !== agreed.typeId
  if (isOther && (await hasMovements(trx, actor, id))) {
    throw new Refusal('in_use', message('contractIsInUse', {}))
  }
  const event = { type: 'contract.updated' as const, subject: id, data: { ids: [id] } }
  const changed = await appendChanges(trx, actor, [{ before: agreed, after: terms, event }])
  if (changed.length === 0) return ''
  await trx
    .updateTable('storage_contracts')
    .set({ ...termColumns(terms), updated_at: actor.now })
    .where('id', '=', id)
    .execute()
  // Those that were there before may have been taken back from the owner since.
  const added = terms.fileIds.filter((each) => !agreed.fileIds.includes(each))
  await shareFiles(trx, actor, added, agreed.ownerId, 'details.files')
  const uncovered = await findUncovered(trx, actor, id, terms)
  return uncovered ? render(uncovered, actor) : ''
}

/** Sums the loads that came in, or are planned to, on dates that the contract no longer covers; undefined where it covers them all. */
async function findUncovered(
  trx: Transaction,
  { organisationId, timeZone }: Actor,
  id: string,
  { startAt, endAt }: Terms,
): Promise<Message | undefined> {
  const { rows } = await sql<{ loads: number; grams: number; first: Date | null; last: Date | null }>`
    select count(*) as loads, coalesce(sum(m.weight_grams), 0)::bigint as grams, min(m.effective_at) as first, max(m.effective_at) as last
    from movements m left join records source on source.id = m.source_record_id
    where m.storage_contract_id = ${id} and m.organisation_id = ${organisationId} and m.status <> 'deleted'
      and (m.type = 'intake' or (source.source = 'planting' and m.type = 'internal'))
      and (m.effective_at < ${startAt} or m.effective_at > ${endAt})`.execute(trx)
  const { loads = 0, grams = 0, first, last } = rows[0] ?? {}
  if (!first || !last) return undefined
  return message('loadsOutsideContract', {
    loads,
    weight: kilogramsFromGrams(grams),
    firstUTC: first.toISOString(),
    lastUTC: last.toISOString(),
    timeZone,
  })
}

function withoutVariety({
  variety: _variety,
  ...commodity
}: NonNullable<UpdateContractBody['inventory']['commodity']>) {
  return commodity
}

/** The storer's own: an owner's movements at home may name it, too, and would bind the storer to what nobody else sees. */
async function hasMovements(trx: Transaction, { organisationId }: Actor, id: string): Promise<boolean> {
  const { rows } = await sql`
    select from movements
    where storage_contract_id = ${id} and organisation_id = ${organisationId} and status <> 'deleted' limit 1`.execute(
    trx,
  )
  return rows.length > 0
}
