import { sql } from 'kysely'
import type { Transaction } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import { Refusal } from '../../kernel/errors.ts'
import { appendChanges } from '../../system/events/append-event.ts'
import { shareFiles } from '../../system/files/share-files.ts'
import { lockOwnContract } from './own-contract.ts'
import type { UpdateContractBody } from './schema.ts'
import { resolveTerms, termColumns } from './terms.ts'

const paths = { start: 'details.startDateUTC', end: 'details.endDateUTC', weight: 'inventory.weight' }

/**
 * Changes the terms that the body gives; what it leaves out stays. Drying terms hold for what comes in from now on:
 * what was dried before stays as it was entered.
 *
 * @throws Refusal `not_found` unless the caller entered the contract; every fault at once; `in_use` where stock came in
 *   under it and another commodity is named
 */
export async function updateContract(
  trx: Transaction,
  actor: Actor,
  id: string,
  { details, inventory }: UpdateContractBody,
): Promise<void> {
  const agreed = await lockOwnContract(trx, actor, id)
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
    throw new Refusal(
      'in_use',
      'Movements of yours name this contract, so its commodity and type cannot change. Enter another contract instead.',
    )
  }
  const event = { type: 'contract.updated' as const, subject: id, data: { ids: [id] } }
  const changed = await appendChanges(trx, actor, [{ before: agreed, after: terms, event }])
  if (changed.length === 0) return
  await trx
    .updateTable('storage_contracts')
    .set({ ...termColumns(terms), updated_at: actor.now })
    .where('id', '=', id)
    .execute()
  // Those that were there before may have been taken back from the owner since.
  const added = terms.fileIds.filter((each) => !agreed.fileIds.includes(each))
  await shareFiles(trx, actor, added, agreed.ownerId, 'details.files')
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
