import type { Transaction } from '../db/transaction.ts'

/** Locks an organisation until the transaction ends: what must not happen twice at once within it takes turns. */
export async function lockOrganisation(trx: Transaction, organisationId: string): Promise<void> {
  await trx
    .selectFrom('organisations')
    .select('id')
    .where('id', '=', organisationId)
    .forNoKeyUpdate()
    .execute()
}
