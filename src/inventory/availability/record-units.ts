import { sql } from 'kysely'
import type { Transaction } from '../../db/transaction.ts'

/**
 * The record belongs to these business units from now on, and to no others. For stock that lies in no place. Answers whether it
 * belonged to others before.
 */
export async function setRecordUnits(
  trx: Transaction,
  recordId: string,
  businessUnitIds: string[],
): Promise<boolean> {
  const before = await trx
    .deleteFrom('record_business_units')
    .where('record_id', '=', recordId)
    .returning('business_unit_id')
    .execute()
  await sql`insert into record_business_units (record_id, business_unit_id)
    select distinct ${recordId}::uuid, unit from unnest(${businessUnitIds}::uuid[]) unit`.execute(trx)
  const wanted = new Set(businessUnitIds)
  return before.length !== wanted.size || before.some((row) => !wanted.has(row.business_unit_id))
}

/** The business units that the record belongs to, archived ones too. */
export async function recordUnits(trx: Transaction, recordId: string): Promise<string[]> {
  const rows = await trx
    .selectFrom('record_business_units')
    .select('business_unit_id')
    .where('record_id', '=', recordId)
    .execute()
  return rows.map(({ business_unit_id }) => business_unit_id)
}
