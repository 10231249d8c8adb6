import { sql } from 'kysely'
import type { Transaction } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import { tidied } from '../../kernel/names.ts'
import { appendEvents } from '../../system/events/append-event.ts'
import type { Made, Outcome } from '../../system/imports/imports.ts'
import { snapshotConflicts } from '../stock/conflicts.ts'
import { differencesThere } from '../differences.ts'
import type { NamedConflict } from '../ledger/ledger.ts'
import { remarksOn } from '../stock/effects.ts'
import { addBays, setCapacities } from '../storage/bays.ts'
import { insertStorages, type NewStorage } from '../storage/create-storage.ts'
import { message } from '../../words/catalogue.ts'
import type { Wording } from '../../words/writing.ts'
import { isSame, type NamedPlace, type UnitsOfPlaces } from './existing-places.ts'
import { comparedPlace, type DescribedPlace } from './place-columns.ts'

/** A row with nothing wrong in it. */
export interface Wanted {
  store: NewStorage
  bay: string | undefined
  capacity: PlannedCapacity | undefined
  /** The subject of the row, for people. */
  reference: string
}

export interface PlannedCapacity {
  commodityId: number
  /** Kilograms. */
  weight: number
}

/** A thing that a row has made. */
type Added = 'store' | 'bay' | 'capacity'

/** The id of a bay that is still to be made. */
const UNMADE = 0

/** A bay with what it holds, in kilograms by commodity. */
interface Bay {
  id: number
  capacities: Map<number, number>
}

/** The bays of stores, by the store's id and the key of their name. */
type BaysOf = Map<string, Map<string, Bay>>

/** The bays of these stores, by store and by name in small letters, with their capacities in grams. */
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
    const bays = found.get(storage_id) ?? new Map<string, Bay>()
    bays.set(tidied(key), {
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
  bay: Bay
  /** Of the row that asked for it. */
  number: number
}

function contradicted(reference: string, message: Wording[]): Outcome {
  return { status: 'error', reference, problems: [], message }
}

/** Additions of a step's rows, gathered to be written at once. */
export class StorePlan {
  readonly #bays: BaysOf
  readonly #stores = new Map<string, NewStorage[]>()
  readonly #newBays: NewBay[] = []
  readonly #newCapacities: (PlannedCapacity & { bay: Bay; number: number })[] = []
  /** Messages for the last row of each bay; `write` adds to them. */
  readonly #lastMessages = new Map<Bay, Wording[]>()
  /** Stores that stood already, and get bays or capacities. */
  readonly #changed = new Set<string>()

  readonly #units: UnitsOfPlaces

  /** Of the rows, in their order. */
  readonly #numbers: number[]

  constructor(bays: BaysOf, units: UnitsOfPlaces, numbers: number[]) {
    this.#bays = bays
    this.#units = units
    this.#numbers = numbers
  }

  /**
   * Adds what a row asks for and is not there.
   *
   * @param key of the name of its store, and `bayKey` of that of its bay
   * @param known the stores of that name that stand already
   * @param number of the row
   */
  add(
    { store, bay, capacity, reference }: Wanted,
    { key, bayKey }: { key: string; bayKey: string },
    known: NamedPlace[],
    number: number,
  ): Outcome {
    const made = this.#stores.get(key) ?? []
    const found = this.#find([...known, ...made], store, bayKey)
    const there = found?.place
    const said: Wording[] = [...(found?.differences ?? [])]
    if (!there) this.#stores.set(key, [...made, store])
    const id = there?.id ?? store.id
    const added: Added[] = there ? [] : ['store']
    const its: Made[] = there ? [] : [{ kind: 'storage', subject: store.id }]
    if (bay !== undefined) {
      const bays = this.#bays.get(id) ?? new Map<string, Bay>()
      this.#bays.set(id, bays)
      if (!bays.has(bayKey)) added.push('bay')
      const bayThere = bays.get(bayKey) ?? this.#addBay(id, bay, number)
      bays.set(bayKey, bayThere)
      this.#lastMessages.set(bayThere, said)
      if (capacity && !this.#addCapacity(bayThere, capacity, added, said, number))
        return contradicted(reference, said)
    }
    if (added.length > 0 && known.some((place) => place.id === id)) this.#changed.add(id)
    return added.length > 0
      ? {
          status: 'success',
          id,
          reference,
          message: said,
          summary: message('wasAdded', { what: added }),
          made: its,
        }
      : { status: 'unchanged', id, reference, message: said, summary: message('allWasThere', {}) }
  }

  /** The store that a row means, and what the row says otherwise of it: of several of one name the likest, and of those the one that has the bay. */
  #find(places: (DescribedPlace & { id: string })[], store: NewStorage, bayKey: string) {
    const told = places
      .filter((place) => isSame(place, store))
      .map((place) => ({
        place,
        differences: differencesThere(comparedPlace(place, store, this.#units), 'store'),
        hasBay: this.#bays.get(place.id)?.has(bayKey) ?? false,
      }))
    return told.sort(
      (a, b) => a.differences.length - b.differences.length || Number(b.hasBay) - Number(a.hasBay),
    )[0]
  }

  #addBay(storageId: string, name: string, number: number): Bay {
    const bay: Bay = { id: UNMADE, capacities: new Map() }
    this.#newBays.push({ storageId, name, bay, number })
    return bay
  }

  /** False where an earlier row of the file gave the bay another capacity. */
  #addCapacity(
    bay: Bay,
    capacity: PlannedCapacity,
    added: Added[],
    said: Wording[],
    number: number,
  ): boolean {
    const before = bay.capacities.get(capacity.commodityId)
    if (before === undefined) {
      bay.capacities.set(capacity.commodityId, capacity.weight)
      this.#newCapacities.push({ ...capacity, bay, number })
      added.push('capacity')
    } else if (before !== capacity.weight) {
      const first = this.#newCapacities.find(
        (each) => each.bay === bay && each.commodityId === capacity.commodityId,
      )
      if (first) {
        said.push(message('rowHasCapacity', { row: first.number, was: before, is: capacity.weight }))
        return false
      }
      said.push(message('capacityDiffers', { there: before, here: capacity.weight }))
    }
    return true
  }

  /** Adds to outcomes the bays and capacities that their rows made, which have their ids once they are written. */
  withMade(outcomes: Outcome[]): Outcome[] {
    const bays = this.#newBays.map(({ bay, number }) => ({ number, kind: 'bay', subject: String(bay.id) }))
    const capacities = this.#newCapacities.map(({ bay, commodityId, weight, number }) => ({
      number,
      kind: 'capacity',
      subject: String(bay.id),
      details: { commodityId, weight },
    }))
    const byRow = Map.groupBy<number, Made & { number: number }>(
      [...bays, ...capacities],
      ({ number }) => number,
    )
    return outcomes.map((outcome, index) => {
      const its = (byRow.get(this.#numbers[index] ?? 0) ?? []).map(({ number: _number, ...each }) => each)
      return its.length === 0 ? outcome : { ...outcome, made: [...(outcome.made ?? []), ...its] }
    })
  }

  /** Writes all of it, and says in the outcome of a bay's last row what is wrong there then: more may lie in it than it now may hold. */
  async write(trx: Transaction, actor: Actor): Promise<void> {
    await insertStorages(trx, actor, [...this.#stores.values()].flat())
    const standing = this.#newCapacities.map(({ bay }) => bay.id).filter((id) => id !== UNMADE)
    const newConflicts = await snapshotConflicts(trx, [...new Set(standing)], actor.now)
    const ids = await addBays(trx, actor, this.#newBays)
    for (const [index, { bay }] of this.#newBays.entries()) bay.id = ids[index] ?? UNMADE
    await setCapacities(
      trx,
      actor,
      this.#newCapacities.map(({ bay, commodityId, weight }) => ({ bayId: bay.id, commodityId, weight })),
    )
    this.#addConflicts(actor, await newConflicts())
    await this.#publishChanges(trx, actor)
  }

  #addConflicts(actor: Actor, all: NamedConflict[]): void {
    for (const [bay, said] of this.#lastMessages) {
      const conflicts = all.filter(({ bayId }) => bayId === bay.id)
      const { message: beware } = remarksOn({ changes: [], conflicts }, actor)
      if (beware !== undefined) said.push(beware)
    }
  }

  /** As when the bays of a store are changed by hand. */
  async #publishChanges(trx: Transaction, actor: Actor): Promise<void> {
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
