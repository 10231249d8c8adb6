import type { Transaction } from '../../../db/transaction.ts'
import type { Actor } from '../../../http/actor.ts'
import { collectFaults, type Fault } from '../../../kernel/errors.ts'
import type { CreateRecordBody } from '../../records/bodies.ts'
import { createRecord } from './create-record.ts'
import { resolveRecords } from './resolve-records.ts'
import { storeExisting } from './store-existing.ts'

/** A body, and where it stands in that of the request, with a dot. */
interface BodyAt {
  body: CreateRecordBody
  path: string
}

/**
 * Makes the records of many bodies of somebody who may enter any, each in one place where nothing lies yet. What was there before the
 * books began, which is most of it in a new store, is entered in a handful of statements; what a lorry brings, one by one.
 *
 * @param faults what is wrong already, which the faults of these join; with any, nothing counts as entered
 */
export async function createRecords(
  trx: Transaction,
  actor: Actor,
  bodies: BodyAt[],
  faults: Fault[],
): Promise<void> {
  const existing = bodies.filter(({ body: { source } }) => !source.intake && !source.planting)
  const judged = await resolveRecords(
    trx,
    actor,
    existing.map(({ body }) => body),
  )
  const judgedOf = new Map(existing.map((each, index) => [each, judged[index]]))
  for (const named of bodies) {
    const { body, path } = named
    const found = judgedOf.get(named)
    if (found) faults.push(...found.faults.map((each) => ({ ...each, path: `${path}${each.path}` })))
    else await collectFaults(faults, () => createRecord(trx, actor, body, path))
  }
  if (faults.length > 0 || judged.length === 0) return
  await storeExisting(
    trx,
    actor,
    judged.flatMap(({ record }) => record ?? []),
  )
}
