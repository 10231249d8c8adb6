import type { Transaction } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import { getStoredRecords } from '../stock/stored-records.ts'
import { lockBaysAndApplyDuePlans } from '../stock/due-plans.ts'
import type { Kysely } from 'kysely'
import { rowsById } from '../../db/any-of.ts'
import type { Tables } from '../../db/tables.ts'
import { isId } from '../../kernel/ids.ts'
import { isVisibleTo } from './rows.ts'

export type LockedStoredRecord = Awaited<ReturnType<typeof getStoredRecords>>[number]

/**
 * A record that the caller's organisation holds, locked together with its bay, so that no load joins it meanwhile.
 *
 * @throws Refusal `not_found`; `forbidden` for the caller's stock in somebody else's store
 */
export async function lockStoredRecord(
  trx: Transaction,
  actor: Actor,
  id: string,
): Promise<LockedStoredRecord> {
  await getStoredRecords(trx, actor, [id])
  await lockBaysAndApplyDuePlans(trx, actor.now, { recordIds: [id] })
  await trx.selectFrom('records').select('id').where('id', '=', id).forNoKeyUpdate().execute()
  const [record] = await getStoredRecords(trx, actor, [id])
  if (!record) throw new Error('a record was found before it was locked, and not after')
  return record
}

/** Those of the ids by which the caller sees no record, each once, in their order. */
export async function missingRecords(db: Kysely<Tables>, actor: Actor, ids: string[]): Promise<string[]> {
  const possible = ids.filter(isId)
  const rows =
    possible.length === 0
      ? []
      : await db
          .selectFrom(rowsById('records', possible).as('r'))
          .select('r.id')
          .where(isVisibleTo(actor))
          .execute()
  const seen = new Set<string>(rows.map(({ id }) => id))
  return [...new Set(ids)].filter((id) => !seen.has(id))
}
