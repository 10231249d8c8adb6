import { sql } from 'kysely'
import type { Transaction } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import { notFound, Refusal } from '../../kernel/errors.ts'
import { isId } from '../../kernel/ids.ts'
import { appendEvent } from '../../system/events/append-event.ts'
import { lockOrganisation } from '../../system/lock-organisation.ts'
import { message } from '../../words/catalogue.ts'

/**
 * Deletes a tariff that nothing was billed by and that none follows. The one that it ended goes on.
 *
 * @throws Refusal `not_found`, and `in_use` where a closed statement has it or another begins later
 */
export async function deleteTariff(trx: Transaction, actor: Actor, id: string): Promise<void> {
  const { organisationId } = actor
  await lockOrganisation(trx, organisationId)
  const { rows } = isId(id)
    ? await sql<{ is_billed: boolean; is_followed: boolean }>`
        select exists (
            select from charge_statements s
            where s.organisation_id = t.organisation_id and s.lines @> jsonb_build_array(jsonb_build_object('tariffId', t.id::text))) as is_billed,
          exists (select from tariffs later where ${sameSubject('later')} and later.first_day > t.first_day) as is_followed
        from tariffs t where t.organisation_id = ${organisationId} and t.id = ${id}`.execute(trx)
    : { rows: [] }
  const [tariff] = rows
  if (!tariff) throw notFound('tariff', id)
  if (tariff.is_billed) throw new Refusal('in_use', message('tariffIsBilled', {}))
  if (tariff.is_followed) throw new Refusal('in_use', message('tariffIsFollowed', {}))
  await sql`
    update tariffs former set last_day = null from tariffs t
    where t.organisation_id = ${organisationId} and t.id = ${id} and ${sameSubject('former')} and former.last_day = t.first_day - 1`.execute(
    trx,
  )
  await trx.deleteFrom('tariffs').where('organisation_id', '=', organisationId).where('id', '=', id).execute()
  await appendEvent(trx, actor, { type: 'tariff.deleted', subject: id, data: { ids: [id] } })
}

/** That another tariff is on the same partner or contract as `t`. */
function sameSubject(other: 'later' | 'former') {
  const row = sql.ref(other)
  return sql`${row}.organisation_id = t.organisation_id and ${row}.partner_id is not distinct from t.partner_id
    and ${row}.storage_contract_id is not distinct from t.storage_contract_id`
}
