import type { Kysely } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import type { Actor } from '../../http/actor.ts'
import { findShortRecords } from '../records/queries.ts'
import { remarksOn } from '../records/remarks.ts'
import type { EnteredRecord } from '../records/schema.ts'
import type { Entered } from './create-record.ts'

/** What was just entered, as its answer shows it. */
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
  return records.map((record, index) => {
    const { movementId, ...arrived } = entered[index] as Entered
    return { ...record, ...(movementId !== null && { movementId }), ...remarksOn(arrived) }
  })
}
