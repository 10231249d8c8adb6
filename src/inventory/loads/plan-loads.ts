import type { Actor } from '../../http/actor.ts'
import { parcelKey, type LockedRecord, type LockedStock } from '../stock/lock-stock.ts'
import type { Load } from './load.ts'
import { isQuiet } from './rules.ts'

/**
 * Loads that can be entered together. What joins a parcel that was counted since is entered moment by moment: what lies there at the
 * second moment depends on the counts between, which the ledger alone knows.
 */
export function wavesOf(loads: Load[], { held, parcels }: LockedStock): Load[][] {
  const counted = new Set(
    [...parcels].flatMap(([key, { id }]) => ((held.summaries.get(id)?.counts.length ?? 0) > 0 ? [key] : [])),
  )
  const waves: Load[][] = []
  const last = new Map<string, { wave: number; at: number }>()
  for (const load of loads) {
    const key = load.into && parcelKey(load.into.place.bayId, load.into.arrival.kind)
    const at = load.stock.effectiveAt.getTime()
    const before = key !== null && counted.has(key) ? last.get(key) : undefined
    const wave = before === undefined ? 0 : before.at === at ? before.wave : before.wave + 1
    if (key !== null && counted.has(key)) last.set(key, { wave, at })
    waves[wave] = [...(waves[wave] ?? []), load]
  }
  return waves
}

/** The bays that may have a conflict once loads are entered: none where it is clear from what was locked that they have not. */
export function baysToWatch(actor: Actor, loads: Load[], locked: LockedStock): number[] {
  if (causesNoConflict(actor, loads, locked)) return []
  const reached = loads.flatMap(({ into }) => into?.place.bayId ?? [])
  const left = loads.flatMap(({ stock: { source } }) =>
    source ? (locked.records.get(source.recordId)?.bay_id ?? []) : [],
  )
  return [...new Set([...left, ...reached])]
}

function causesNoConflict({ now }: Actor, loads: Load[], locked: LockedStock): boolean {
  const { records, held } = locked
  const gained = new Map<LockedRecord | undefined, number>()
  const gain = (record: LockedRecord | undefined, grams: number) =>
    gained.set(record, (gained.get(record) ?? 0) + grams)
  for (const { stock, into, contractId, clearsAllBut } of loads) {
    const { source, grams, adjustment, effectiveAt } = stock
    if (contractId !== null || clearsAllBut !== null || effectiveAt > now) return false
    // Standing crop is not stock.
    if (source) gain(records.get(source.recordId), source.isPlanting ? 0 : (adjustment?.grams ?? 0) - grams)
    if (!into) continue
    if (grams === 0 || isClearedSince(locked, into.place.bayId, effectiveAt)) return false
    gain(locked.parcels.get(parcelKey(into.place.bayId, into.arrival.kind)), into.arrival.grams)
  }
  return [...gained].every(
    ([record, grams]) =>
      record && isQuietRecord(locked, record, (held.locked.get(record.id)?.balanceGrams ?? 0) + grams),
  )
}

/** True if stock that comes into a bay then may have to be written off again, since the bay was later reported to be empty. */
export function isClearedSince({ bays }: LockedStock, bayId: number | null, effectiveAt: Date): boolean {
  const clearedAt = bays.get(bayId ?? 0)?.lastClearedAt
  return clearedAt != null && clearedAt >= effectiveAt
}

/** True if a record that holds so many grams can have no conflict; see `isQuiet`. */
export function isQuietRecord({ held }: LockedStock, record: LockedRecord, grams: number): boolean {
  return isQuiet({
    hasPlans: record.has_plans,
    hasIncompatible: record.has_incompatible,
    hasNeighbours: held.locked.get(record.id)?.hasNeighbours ?? true,
    hasUnweighedBeside: record.has_unweighed_beside,
    capacityGrams: record.capacity_grams,
    grams,
  })
}
