import type { Transaction } from '../../../db/transaction.ts'
import type { Actor } from '../../../http/actor.ts'
import type { Fault } from '../../../kernel/errors.ts'
import type { CreateRecordBody } from '../../records/bodies.ts'
import type { Party } from '../../partners/parties.ts'
import { findOwnPlaces } from '../../records/own-places.ts'
import { validateRecord, ownerOf } from './judge-record.ts'
import type { NewRecord } from './new-record.ts'

/** Judges many bodies as `createRecord` judges one, and looks up all that they name together. */
export async function resolveRecords(
  trx: Transaction,
  actor: Actor,
  bodies: CreateRecordBody[],
): Promise<{ record: NewRecord | undefined; faults: Fault[] }[]> {
  const storageIds = bodies.flatMap(({ storage }) =>
    (storage ?? []).flatMap(({ storageId }) => storageId ?? []),
  )
  const own = await findOwnPlaces(trx, actor, [...new Set(storageIds)])
  const owners = new Map<string, Party | Fault>()
  const resolved: { record: NewRecord | undefined; faults: Fault[] }[] = []
  for (const body of bodies) {
    // Few owners, many bodies.
    const key = JSON.stringify([body.owned, body.source.owner])
    const owner = owners.get(key) ?? (await ownerOf(trx, actor, body, ''))
    owners.set(key, owner)
    resolved.push(validateRecord(actor, body, { own, owner }, ''))
  }
  return resolved
}
