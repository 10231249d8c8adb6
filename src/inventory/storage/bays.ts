import { sql } from 'kysely'
import type { Transaction } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import type { Fault } from '../../kernel/errors.ts'
import { gramsFromKilograms } from '../../kernel/weight.ts'
import { findCommodity } from '../../system/commodities/catalogue.ts'
import { findOwnFiles } from '../../system/files/find-files.ts'
import { insertNote, noteFaults } from './create-note.ts'
import { bayNameFaults, capacityFaults } from './rules.ts'
import type { BayNoteInput, CapacityInput } from './schema.ts'

/** A bay as a body describes it; `id` where it stands already. */
export interface BayInput {
  id?: number
  name?: string
  capacity?: CapacityInput[] | null
  storageNote?: BayNoteInput | null
}

/** What is wrong with the bays of a body, all at once, at `substorage[i]…`. */
export async function bayFaults(
  trx: Transaction,
  { organisationId }: Actor,
  standing: { id: number; name: string }[],
  bays: BayInput[],
): Promise<Fault[]> {
  const fileIds = bays.flatMap((bay) => bay.storageNote?.files ?? []).map((file) => file.id)
  const ownFiles = await findOwnFiles(trx, organisationId, fileIds)
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

/** Adds a bay to a store; answers its id. */
export async function addBay(
  trx: Transaction,
  { now }: Actor,
  storageId: string,
  name: string,
): Promise<number> {
  const { id } = await trx
    .insertInto('bays')
    .values({ storage_id: storageId, name: name.trim(), created_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Writes what a body says of a bay that stands: its name, all of its capacities, a note. What it leaves out stays. */
export async function writeBay(
  trx: Transaction,
  actor: Actor,
  storageId: string,
  bayId: number,
  bay: BayInput,
): Promise<void> {
  if (bay.name !== undefined) {
    await trx.updateTable('bays').set({ name: bay.name.trim() }).where('id', '=', bayId).execute()
  }
  if (bay.capacity) {
    await trx.deleteFrom('bay_capacities').where('bay_id', '=', bayId).execute()
    for (const { commodityId, weight } of bay.capacity) await setCapacity(trx, bayId, commodityId, weight)
  }
  if (bay.storageNote) await insertNote(trx, actor, { ...bay.storageNote, storageId, bayId })
}

/** Sets what a bay holds of a commodity, in kilograms. */
export async function setCapacity(
  trx: Transaction,
  bayId: number,
  commodityId: number,
  weight: number,
): Promise<void> {
  await sql`insert into bay_capacities (bay_id, commodity_id, capacity_grams)
    values (${bayId}, ${commodityId}, ${gramsFromKilograms(weight)})
    on conflict (bay_id, commodity_id) do update set capacity_grams = excluded.capacity_grams`.execute(trx)
}
