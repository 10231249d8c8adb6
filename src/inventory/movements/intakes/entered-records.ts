import type { Kysely } from 'kysely'
import type { Tables } from '../../../db/tables.ts'
import type { Actor } from '../../../http/actor.ts'
import { findShortRecords } from '../../records/queries.ts'
import { remarksOn, remarksOnIntake } from '../../stock/effects.ts'
import type { EnteredRecord } from '../../records/schema.ts'
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
    if (!each.intake) return [{ ...record, ...remarksOn(each) }]
    const { movementId, effectiveAt } = each.intake
    return [{ ...record, movementId, ...remarksOnIntake(actor, effectiveAt, each) }]
  })
}
