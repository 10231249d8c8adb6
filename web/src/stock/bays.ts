import type { Position, StorageLocation } from '../api/operations.ts'

/** A bay as it is shown: what lies in it at the moment that was asked for, and what it takes. */
export interface Bay {
  /** `store/bay` */
  key: string
  storeId: string
  store: string
  bayId: number
  name: string
  /** What lies there: the record with most of it, or '' where it is empty. */
  recordId: string
  commodityId: number
  typeId: number
  gradeId: number
  grain: string
  /** Variety and grade, as far as they are known. */
  detail: string
  owner: string
  isOwned: boolean
  harvestYear: string
  /** Kilograms. */
  weight: number
  /** Kilograms of what lies there, or of the first commodity that a capacity is entered for; undefined where none is. */
  capacity: number | undefined
  /** What part of the capacity is taken; undefined where there is none to compare with. */
  fill: number | undefined
  conflict: { kind: ConflictKind; on: string } | undefined
}

export type ConflictKind = Exclude<StorageLocation['substorage'][number]['conflict']['status'], 'none'>

type Line = Position['lines'][number]

/** The bays of stores, filled by the position. The list of stores alone knows capacities and conflicts, and those are of now. */
export function baysOf(stores: StorageLocation[], position: Pick<Position, 'lines'>): Bay[] {
  const inBays = Map.groupBy(
    position.lines.filter(({ weight }) => weight !== 0),
    ({ storageId, substorageId }) => `${storageId}/${substorageId}`,
  )
  return stores.flatMap((store) =>
    store.substorage.map((bay) => bayOf(store, bay, inBays.get(`${store.id}/${bay.id}`) ?? [])),
  )
}

function bayOf(store: StorageLocation, bay: StorageLocation['substorage'][number], lines: Line[]): Bay {
  const first = lines.toSorted((a, b) => b.weight - a.weight)[0]
  const weight = lines.reduce((sum, each) => sum + each.weight, 0)
  const limit = first ? bay.capacity.find((each) => each.commodityId === first.commodity.id) : bay.capacity[0]
  const capacity = limit?.weight.weight ?? undefined
  return {
    key: `${store.id}/${bay.id}`,
    storeId: store.id,
    store: store.name,
    bayId: bay.id,
    name: bay.name,
    recordId: first?.recordId ?? '',
    commodityId: first?.commodity.id ?? 0,
    typeId: first?.type.id ?? 0,
    gradeId: first?.grade.id ?? 0,
    grain: first?.commodity.name ?? '',
    detail: first ? [first.variety, first.grade.name].filter(Boolean).join(' · ') : '',
    owner: first?.ownerName ?? '',
    isOwned: first?.owned ?? true,
    harvestYear: first?.harvestYear ?? '',
    weight,
    capacity,
    fill: capacity ? weight / capacity : weight === 0 ? 0 : undefined,
    conflict:
      bay.conflict.status === 'none'
        ? undefined
        : { kind: bay.conflict.status, on: bay.conflict.movementDateUTC },
  }
}
