import type { Kysely } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import type { Actor } from '../../http/actor.ts'
import { sayPlanned } from '../movements/answer.ts'
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
  return entered.flatMap((each) => {
    const record = byId.get(each.recordId)
    if (!record) return []
    const remarks = remarksOn(each)
    if (!each.intake) return [{ ...record, ...remarks }]
    const { movementId, effectiveAt } = each.intake
    const message = `${sayPlanned(actor, effectiveAt, 1)} ${remarks.message ?? ''}`.trim()
    return [{ ...record, movementId, ...remarks, ...(message !== '' && { message }) }]
  })
}
