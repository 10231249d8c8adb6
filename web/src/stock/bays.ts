import type { Position, StorageLocation } from '../api/operations.ts'
import { onlyCrop } from './only-crop.ts'
import { sumsOf, stockTotalOf } from './sums.ts'

/** A bay as it is shown: what lies in it at the moment that was asked for, and what it takes. */
export interface Bay {
  /** `store/bay` */
  key: string
  storeId: string
  store: string
  bayId: number
  name: string
  /** Record with most of the grain that lies there, or '' if the bay is empty. */
  recordId: string
  commodityId: number
  /** The one crop that lies there or, of an empty bay, that its capacity is of: by it a bushel is one. */
  cropId: number | undefined
  typeId: number
  gradeId: number
  grain: string
  /** Variety and grade, as far as they are known. */
  detail: string
  /** The grade's name; '' where it has none. */
  grade: string
  ownerId: string
  owner: string
  isOwned: boolean
  harvestYear: string
  /** Kilograms. */
  weight: number
  /**
   * Kilograms of what lies there; of an empty bay, of the one commodity that a capacity is entered for. Undefined where none is, and where
   * an empty bay has several: see `room`.
   */
  capacity: number | undefined
  /** Room left for that commodity at the moment shown, less than 0 if too much lies there; a shortage is no room. Undefined without a capacity. */
  roomLeft: number | undefined
  /** Kilograms that it still takes of each commodity that a capacity is entered for, by the service. */
  room: ReadonlyMap<number, number>
  /** Part of the capacity that is taken; undefined if there is none to compare with. */
  fill: number | undefined
  /** Fill level as drawn: by its limit, or beside the fullest of the others that have none. */
  drawn: number
  conflict: BayConflict | undefined
  lines: Line[]
}

/** The first rule that the plan breaks in a bay. */
export interface BayConflict {
  kind: ConflictKind
  on: string
  /** By how much, in kilograms; 0 where nobody knows. */
  weight: number
  /** The movements that lead to it. */
  movementIds: number[]
}

export type ConflictKind = Exclude<StorageLocation['substorage'][number]['conflict']['status'], 'none'>

type Line = Position['lines'][number]

/** Fill level at which the fullest of the bays without a limit is drawn. */
const WITHOUT_LIMIT = 0.5

/** The bays of stores, filled by the position. The list of stores alone knows capacities and conflicts, and those are of now. */
export function baysOf(stores: StorageLocation[], position: Pick<Position, 'lines'>): Bay[] {
  const inBays = Map.groupBy(
    position.lines.filter(({ weight }) => weight !== 0),
    ({ storageId, substorageId }) => `${storageId}/${substorageId}`,
  )
  const bays = stores.flatMap((store) =>
    store.substorage.map((bay) => bayOf(store, bay, inBays.get(`${store.id}/${bay.id}`) ?? [])),
  )
  const most = Math.max(0, ...bays.map(({ fill, weight }) => (fill === undefined ? weight : 0)))
  return bays.map((bay) => ({
    ...bay,
    drawn: bay.fill ?? (most > 0 ? (bay.weight / most) * WITHOUT_LIMIT : 0),
  }))
}

function bayOf(
  store: StorageLocation,
  bay: StorageLocation['substorage'][number],
  lines: Line[],
): Omit<Bay, 'drawn'> {
  const first = lines.toSorted((a, b) => b.weight - a.weight)[0]
  const weight = lines.reduce((sum, each) => sum + Math.round(each.weight * 1000), 0) / 1000
  const taken = stockTotalOf(sumsOf(lines))
  const [only, ...others] = bay.capacity
  const limit = first
    ? bay.capacity.find((each) => each.commodityId === first.commodity.id)
    : others.length === 0
      ? only
      : undefined
  const capacity = limit?.weight.weight ?? undefined
  // An answer that this device kept before the service told it has none.
  const told: Partial<Pick<typeof bay, 'remainingCapacities'>> = bay
  return {
    key: `${store.id}/${bay.id}`,
    storeId: store.id,
    store: store.name,
    bayId: bay.id,
    name: bay.name,
    recordId: first?.recordId ?? '',
    commodityId: first?.commodity.id ?? 0,
    cropId: first ? onlyCrop(lines.map((line) => line.commodity.id)) : limit?.commodityId,
    typeId: first?.type.id ?? 0,
    gradeId: first?.grade.id ?? 0,
    grain: first?.commodity.name ?? '',
    detail: first ? [first.variety, first.grade.name].filter(Boolean).join(' · ') : '',
    grade: first?.grade.name ?? '',
    ownerId: first?.ownerId ?? '',
    owner: first?.ownerName ?? '',
    isOwned: first?.owned ?? true,
    harvestYear: first?.harvestYear ?? '',
    weight,
    capacity,
    room: new Map(
      (told.remainingCapacities ?? []).map((each) => [each.commodityId, each.weight.weight ?? 0]),
    ),
    roomLeft: capacity === undefined ? undefined : capacity - taken,
    fill: capacity ? taken / capacity : undefined,
    conflict:
      bay.conflict.status === 'none'
        ? undefined
        : {
            kind: bay.conflict.status,
            on: bay.conflict.movementDateUTC,
            weight: bay.conflict.weight,
            movementIds: bay.conflict.movementIds,
          },
    lines,
  }
}

/** The one crop of several bays, as far as anything lies in them: a sum of it has bushels. */
export const cropOf = (bays: Bay[]): number | undefined =>
  onlyCrop(bays.flatMap(({ lines }) => lines.map(({ commodity }) => commodity.id)))

/** A bay as it is called where more than one store is shown: its store and its own name. */
export const fullName = ({ store, name }: { store: string; name: string }) => `${store} · ${name}`
