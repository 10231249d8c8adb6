import { sql } from 'kysely'
import { statement } from '../../db/statement.ts'
import { writeUnawaited, type Transaction } from '../../db/transaction.ts'
import type { Description } from './blend-rules.ts'
import { stockNameAfter } from '../../system/commodities/stock-names.ts'

/** Writes how a record is described from now on, and calls it after that where nobody gave it a name. */
export function describeRecord(
  trx: Transaction,
  recordId: string,
  description: Description,
  now: Date,
): Promise<void> {
  return describeRecords(trx, [{ recordId, description }], now)
}

/** Writes the descriptions of several records, none twice, in one statement, and one more for each that gets another name. */
export async function describeRecords(
  trx: Transaction,
  records: { recordId: string; description: Description }[],
  now: Date,
): Promise<void> {
  if (records.length === 0) return
  const given = records.map(({ recordId, description }) => ({ recordId, ...description }))
  const { rows } = await sql<Called>`
    update records set type_id = given."typeId", grade_id = given."gradeId", variety = given.variety, tag_ids = given."tagIds",
      quality = given.quality, uncleaned_share = given."uncleanedShare", updated_at = ${now}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as given ("recordId" uuid, "typeId" integer, "gradeId" integer, variety text,
        "tagIds" integer[], quality jsonb, "uncleanedShare" double precision)
      join records was on was.id = given."recordId" join organisations keeper on keeper.id = was.keeper_id
    where records.id = was.id
    returning was.id, was.name, was.commodity_id, was.type_id, was.harvest_year, keeper.country_iso, given."typeId" as is_type_id`.execute(
    trx,
  )
  for (const {
    id,
    name,
    commodity_id: commodityId,
    type_id,
    harvest_year: harvestYear,
    country_iso,
    is_type_id: typeId,
  } of rows) {
    const was = { commodityId, typeId: type_id, harvestYear }
    const called = stockNameAfter(country_iso, name, was, { ...was, typeId })
    if (called !== name) await trx.updateTable('records').set({ name: called }).where('id', '=', id).execute()
  }
}

const mix = statement<{ ids: string[]; now: Date }>(
  ({ ids, now }) => sql`
    update records set called_since = greatest(called_since, ${now}::timestamptz) where id = any(${ids}::uuid[])`,
)

/** Notes that something else has come into records than they are called, whatever they are called now; waited for with COMMIT. */
export function noteMixed(trx: Transaction, recordIds: string[], now: Date): void {
  if (recordIds.length > 0) writeUnawaited(trx, mix.with({ ids: recordIds, now }))
}

/** Former name and description of a record, and its country. */
interface Called {
  id: string
  name: string
  commodity_id: number
  type_id: number
  harvest_year: string
  country_iso: string
  /** The type that it is of from now on. */
  is_type_id: number
}
