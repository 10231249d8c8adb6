import type { Transaction } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import { fault, notFound, refuseFaults } from '../../kernel/errors.ts'
import { isId } from '../../kernel/ids.ts'
import { ourId } from './parties.ts'

/** @throws Refusal `invalid_input` for the id of an organisation that uses this service: it has a name of its own */
export async function ensureNoOrganisation(trx: Transaction, id: string): Promise<void> {
  const ours = ourId(id)
  if (!isId(ours)) return
  const row = await trx.selectFrom('organisations').select('name').where('id', '=', ours).executeTakeFirst()
  if (row) refuseFaults([fault('id', `is that of ${row.name}, who uses this service`, 'contradiction')])
}

/**
 * Partners of the caller's, locked in the order of their ids, so that two changes of them come one after the other.
 *
 * @throws Refusal `not_found` where the first is none, or was merged into another
 */
export async function lockPartners(
  trx: Transaction,
  { organisationId }: Actor,
  [id, ...others]: [string, ...string[]],
) {
  const rows = await trx
    .selectFrom('partners')
    .select(['id', 'name', 'is_named'])
    .where('organisation_id', '=', organisationId)
    .where('id', 'in', [id, ...others])
    .where('merged_into', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute()
  const byId = new Map(rows.map((row) => [row.id, row]))
  const partner = byId.get(id)
  if (!partner) throw notFound('partner', id)
  return { partner, byId }
}
