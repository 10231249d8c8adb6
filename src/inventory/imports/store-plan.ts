import { sql } from 'kysely'
import type { Transaction } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import { appendEvents } from '../../system/events/append-event.ts'
import type { Outcome } from '../../system/imports/imports.ts'
import { addBays, setCapacities } from '../storage/bays.ts'
import { insertStorages, type NewStorage } from '../storage/insert-storages.ts'
import { isSame } from './own-places.ts'

/** A row with nothing wrong in it. */
export interface Wanted {
  store: NewStorage
  bay: string | undefined
  capacity: Capacity | undefined
}

export interface Capacity {
  commodityId: number
  /** Kilograms. */
  weight: number
}

/** The bays of a store by the key of their name, and what each holds in kilograms by commodity. */
type BaysOf = Map<string, Map<string, { id: number; capacities: Map<number, number> }>>

export async function findBaysOf(trx: Transaction, storageIds: string[]): Promise<BaysOf> {
  const { rows } = await sql<{
    id: number
    storage_id: string
    key: string
    capacities: [number, number][]
  }>`
    select b.id, b.storage_id, lower(b.name) as key, coalesce((
      select jsonb_agg(jsonb_build_array(c.commodity_id, c.capacity_grams)) from bay_capacities c where c.bay_id = b.id
    ), '[]') as capacities
    from bays b where b.storage_id = any(${storageIds}::uuid[])`.execute(trx)
  const found: BaysOf = new Map()
  for (const { id, storage_id, key, capacities } of rows) {
    const bays = found.get(storage_id) ?? new Map<string, { id: number; capacities: Map<number, number> }>()
    bays.set(key, {
      id,
      capacities: new Map(capacities.map(([commodityId, grams]) => [commodityId, grams / 1000])),
    })
    found.set(storage_id, bays)
  }
  return found
}

interface NewBay {
  storageId: string
  name: string
}

/** What a step's rows add to what is there, gathered to be written at once. */
export class StorePlan {
  readonly #bays: BaysOf
  readonly #stores = new Map<string, NewStorage[]>()
  readonly #newBays: NewBay[] = []
  readonly #newCapacities: (Capacity & { bay: { id: number } })[] = []
  /** Bays that have no id yet, in the order of `#newBays`. */
  readonly #unmade: { id: number }[] = []
  /** Stores that stood already, and get bays or capacities. */
  readonly #changed = new Set<string>()

  constructor(bays: BaysOf) {
    this.#bays = bays
  }

  add(
    { store, bay, capacity }: Wanted,
    key: string,
    bayKey: string,
    known: { id: string; businessUnitIds: string[] }[],
  ): Outcome {
    const made = this.#stores.get(key) ?? []
    const there = [...known, ...made].find((place) => isSame(place, store))
    if (!there) this.#stores.set(key, [...made, store])
    const storageId = there?.id ?? store.id
    const added = there ? [] : ['the store']
    const message: string[] = []
    if (bay !== undefined) {
      const bays =
        this.#bays.get(storageId) ?? new Map<string, { id: number; capacities: Map<number, number> }>()
      this.#bays.set(storageId, bays)
      const known = bays.get(bayKey) ?? this.#addBay({ storageId, name: bay })
      if (!bays.has(bayKey)) added.push('the bay')
      bays.set(bayKey, known)
      if (capacity) this.#addCapacity(known, capacity, added, message)
    }
    if (added.length > 0 && known.some(({ id }) => id === storageId)) this.#changed.add(storageId)
    if (added.length === 0) {
      return {
        status: 'unchanged',
        id: storageId,
        reference: '',
        message,
        summary: 'All of it was there before; nothing was added.',
      }
    }
    return {
      status: 'success',
      id: storageId,
      reference: '',
      message,
      summary: `Added: ${added.join(', ')}.`,
    }
  }

  #addBay(bay: NewBay): { id: number; capacities: Map<number, number> } {
    const made = { id: 0, capacities: new Map<number, number>() }
    this.#newBays.push(bay)
    this.#unmade.push(made)
    return made
  }

  #addCapacity(
    bay: { id: number; capacities: Map<number, number> },
    capacity: Capacity,
    added: string[],
    message: string[],
  ): void {
    const before = bay.capacities.get(capacity.commodityId)
    if (before === undefined) {
      bay.capacities.set(capacity.commodityId, capacity.weight)
      this.#newCapacities.push({ ...capacity, bay })
      added.push('the capacity')
    } else if (before !== capacity.weight) {
      message.push(
        `The bay holds ${before} kg there and ${capacity.weight} kg here; an import does not change it.`,
      )
    }
  }

  async write(trx: Transaction, actor: Actor): Promise<void> {
    await insertStorages(trx, actor, [...this.#stores.values()].flat())
    const ids = await addBays(trx, actor, this.#newBays)
    for (const [index, bay] of this.#unmade.entries()) bay.id = ids[index] ?? 0
    await setCapacities(
      trx,
      this.#newCapacities.map(({ bay, commodityId, weight: kilograms }) => ({
        bayId: bay.id,
        commodityId,
        weight: kilograms,
      })),
    )
    await this.#tellChanged(trx, actor)
  }

  /** As when the bays of a store are changed by hand. */
  async #tellChanged(trx: Transaction, actor: Actor): Promise<void> {
    const changed = [...this.#changed]
    await sql`update storages set updated_at = ${actor.now}::timestamptz where id = any(${changed}::uuid[])`.execute(
      trx,
    )
    await appendEvents(
      trx,
      actor,
      changed.map((id) => ({ type: 'storage.updated', subject: id, data: { changed: ['substorage'] } })),
    )
  }
}
