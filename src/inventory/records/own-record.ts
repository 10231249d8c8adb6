import type { Transaction } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import { getKeptRecords } from './kept-records.ts'
import { lockBaysAsOf } from './take-in-due.ts'

export type OwnRecord = Awaited<ReturnType<typeof getKeptRecords>>[number]

/**
 * A record that the caller's organisation holds, locked together with its bay, so that no load joins it meanwhile.
 *
 * @throws Refusal `not_found`; `forbidden` for the caller's stock in somebody else's store
 */
export async function lockKeptRecord(trx: Transaction, actor: Actor, id: string): Promise<OwnRecord> {
  await getKeptRecords(trx, actor, [id])
  await lockBaysAsOf(trx, actor.now, { bayIds: [], recordIds: [id] })
  await trx.selectFrom('records').select('id').where('id', '=', id).forNoKeyUpdate().execute()
  const [record] = await getKeptRecords(trx, actor, [id])
  if (!record) throw new Error('a record was found before it was locked, and not after')
  return record
}
