import type { Transaction } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import { getStoredRecords } from '../stock/stored-records.ts'
import { lockBaysAndApplyDuePlans } from '../stock/due-plans.ts'

export type OwnRecord = Awaited<ReturnType<typeof getStoredRecords>>[number]

/**
 * A record that the caller's organisation holds, locked together with its bay, so that no load joins it meanwhile.
 *
 * @throws Refusal `not_found`; `forbidden` for the caller's stock in somebody else's store
 */
export async function lockStoredRecord(trx: Transaction, actor: Actor, id: string): Promise<OwnRecord> {
  await getStoredRecords(trx, actor, [id])
  await lockBaysAndApplyDuePlans(trx, actor.now, { bayIds: [], recordIds: [id] })
  await trx.selectFrom('records').select('id').where('id', '=', id).forNoKeyUpdate().execute()
  const [record] = await getStoredRecords(trx, actor, [id])
  if (!record) throw new Error('a record was found before it was locked, and not after')
  return record
}
