import type { Kysely } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import type { Actor } from '../../http/actor.ts'
import { findShortRecords } from '../records/queries.ts'
import { remarksOn } from '../records/remarks.ts'
import type { EnteredRecord } from '../records/schema.ts'
import type { Entered } from './create-record.ts'

/** What was just entered, as its answer shows it: each by itself, also where several came into one bay. */
export async function enteredRecords(
  db: Kysely<Tables>,
  actor: Actor,
  entered: Entered[],
): Promise<EnteredRecord[]> {
  const records = await findShortRecords(
    db,
    actor,
    entered.map(({ recordId }) => recordId),
  )
  const byId = new Map(records.map((record) => [record.id, record]))
  return entered.flatMap(({ movementId, ...arrived }) => {
    const record = byId.get(arrived.recordId)
    return record ? [{ ...record, ...(movementId !== null && { movementId }), ...remarksOn(arrived) }] : []
  })
}
