import { sql } from 'kysely'
import type { Transaction } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import { fault, refuseFaults, type Fault } from '../../kernel/errors.ts'
import { tidied } from '../../kernel/names.ts'
import { gramsFromKilograms } from '../../kernel/weight.ts'
import { findCommodity } from '../../system/commodities/catalogue.ts'
import { findAttachableFiles } from '../../system/files/find-files.ts'
import { insertNote, noteFaults } from './notes.ts'
import { findBays, lockStorageWithBays } from './lock-storage.ts'
import { getStorage, describeStorages } from './queries.ts'
import { bayNameFaults, capacityFaults } from './rules.ts'
import type { BayNoteInput, CapacityInput, SetCapacityBody, StorageDetails } from './schema.ts'
import { anyOf } from '../../db/any-of.ts'
import { appendChanges, type NewEvent } from '../../system/events/append-event.ts'
import { message } from '../../words/catalogue.ts'

/** A bay as a body describes it; `id` where it stands already. */
export interface BayInput {
  id?: number
  name?: string
  capacity?: CapacityInput[] | null
  storageNote?: BayNoteInput | null
}

/** Finds all faults in the bays of a body at once, at `substorage[i]…`. */
export async function bayFaults(
  trx: Transaction,
  { organisationId }: Actor,
  standing: { id: number; name: string }[],
  bays: BayInput[],
): Promise<Fault[]> {
  const fileIds = bays.flatMap((bay) => bay.storageNote?.files ?? []).map((file) => file.id)
  const ownFiles = await findAttachableFiles(trx, organisationId, fileIds)
  return [
    ...bayNameFaults(
      standing,
      bays.map(({ id, name }) => ({ id, name })),
    ),
    ...bays.flatMap((bay, index) => [
      ...capacityFaults(
        `substorage[${index}].capacity`,
        bay.capacity ?? [],
        (id) => findCommodity(id) !== undefined,
      ),
      ...(bay.storageNote ? noteFaults(`substorage[${index}].storageNote.`, bay.storageNote, ownFiles) : []),
    ]),
  ]
}

/** Adds bays to stores, in this order; answers their ids. */
export async function addBays(
  trx: Transaction,
  { organisationId, now }: Actor,
  bays: { storageId: string; name: string }[],
): Promise<number[]> {
  const { rows } = await sql<{ id: number; storage_id: string; name: string }>`
    insert into bays (organisation_id, storage_id, name, created_at)
    select ${organisationId}::uuid, storage_id, name, ${now}::timestamptz
    from unnest(${bays.map(({ storageId }) => storageId)}::uuid[], ${bays.map(({ name }) => tidied(name))}::text[])
      with ordinality as bay (storage_id, name, place)
    order by place
    returning id, storage_id, name`.execute(trx)
  const ids = new Map(rows.map(({ id, storage_id, name }) => [`${storage_id} ${name}`, id]))
  return bays.map(({ storageId, name }) => ids.get(`${storageId} ${tidied(name)}`) ?? 0)
}

/** Gives bays that stand the names that a body has for them. */
export async function renameBays(trx: Transaction, bays: BayInput[]): Promise<void> {
  const named = bays.filter(({ id, name }) => id !== undefined && name !== undefined)
  if (named.length === 0) return
  const ids = named.map(({ id }) => id)
  // Names move on one by one, so two bays may swap theirs: the old ones are put out of the way first.
  await sql`update bays set name = '(renaming ' || id || ')' where id = any(${ids}::bigint[])`.execute(trx)
  await sql`
    update bays set name = bay.name
    from unnest(${ids}::bigint[], ${named.map(({ name }) => tidied(name ?? ''))}::text[]) as bay (id, name)
    where bays.id = bay.id`.execute(trx)
}

/** Writes what a body says of a store's bays beside their names: all of a bay's capacities, a note. What it leaves out stays. */
export async function writeBays(
  trx: Transaction,
  actor: Actor,
  storageId: string,
  bays: (BayInput & { id: number })[],
): Promise<void> {
  const measured = bays.filter(({ capacity }) => capacity).map(({ id }) => id)
  if (measured.length > 0)
    await sql`delete from bay_capacities where bay_id = any(${measured}::bigint[])`.execute(trx)
  const capacities = bays.flatMap(({ id, capacity }) =>
    (capacity ?? []).map(({ commodityId, weight }) => ({ bayId: id, commodityId, weight })),
  )
  if (capacities.length > 0) await setCapacities(trx, actor, capacities)
  for (const { id, storageNote } of bays)
    if (storageNote) await insertNote(trx, actor, { ...storageNote, storageId, bayId: id })
}

/** Sets what bays hold of commodities, in kilograms; each bay and commodity once. */
export async function setCapacities(
  trx: Transaction,
  { organisationId }: Pick<Actor, 'organisationId'>,
  capacities: { bayId: number; commodityId: number; weight: number }[],
): Promise<void> {
  await sql`insert into bay_capacities (organisation_id, bay_id, commodity_id, capacity_grams)
    select ${organisationId}::uuid, * from unnest(
      ${capacities.map(({ bayId }) => bayId)}::bigint[],
      ${capacities.map(({ commodityId }) => commodityId)}::integer[],
      ${capacities.map(({ weight }) => gramsFromKilograms(weight))}::bigint[])
    on conflict (organisation_id, bay_id, commodity_id) do update set capacity_grams = excluded.capacity_grams`.execute(
    trx,
  )
}

/**
 * Says how much of a commodity a bay holds, in kilograms; a capacity it had for that commodity is replaced. Stock that
 * lies there already is not refused: it shows as a conflict (rules.md §3).
 */
export async function setBayCapacity(
  trx: Transaction,
  actor: Actor,
  storageId: string,
  { substorageId, commodityId, weight }: SetCapacityBody,
): Promise<StorageDetails> {
  const storage = await lockStorageWithBays(trx, actor, storageId)
  const bays = await findBays(trx, storage.id)
  const isBay = bays.some((bay) => bay.id === substorageId)
  refuseFaults([
    ...(isBay
      ? []
      : [fault('substorageId', message('isNoBay', { store: storage.name, bay: substorageId }), 'unknown')]),
    ...(findCommodity(commodityId)
      ? []
      : [fault('commodityId', message('isNoCommodityId', { id: commodityId }), 'unknown')]),
  ])
  const publishChanges = await watchStorages(trx, actor, [storage.id])
  await setCapacities(trx, actor, [{ bayId: substorageId, commodityId, weight }])
  await publishChanges({ type: 'storage.capacity_set', data: { substorageId, commodityId, weight } })
  return getStorage(trx, actor, storage.id)
}

/**
 * Looks at how places are described that a command has locked and is going to change.
 *
 * @returns to be called when it has: says of those that are described otherwise now that they were changed
 */
export async function watchStorages(
  trx: Transaction,
  actor: Actor,
  ids: string[],
): Promise<(event: Omit<NewEvent, 'subject'>) => Promise<void>> {
  const before = await describeStorages(trx, ids)
  return async (event) => {
    const after = await describeStorages(trx, ids)
    const changed = await appendChanges(
      trx,
      actor,
      ids.map((id) => ({ before: before.get(id), after: after.get(id), event: { ...event, subject: id } })),
    )
    await trx
      .updateTable('storages')
      .set({ updated_at: actor.now })
      .where('id', '=', anyOf(changed, 'uuid'))
      .execute()
  }
}
