import type { HoldReason } from '../../words/stock-terms.ts'

/** Holds on bays and parcels (rules.md §13), as pure functions. Instants in epoch ms. */

export const holdReasons = [
  'awaiting_result',
  'infestation',
  'fumigation',
  'residue',
  'mycotoxin',
  'dispute',
  'contamination',
  'authority',
  'other',
] as const satisfies HoldReason[]

export const blockings = ['out', 'in', 'both'] as const
export type Blocking = (typeof blockings)[number]

/** The side on which a load touches a bay: it leaves it or comes into it. */
export type Direction = 'out' | 'in'

/** Something that a bay, or one parcel in it, is held for. */
export interface HoldSpan {
  id: string
  bayId: number
  /** Null for the bay itself, whatever lies there. */
  recordId: string | null
  reason: HoldReason
  blocks: Blocking
  beginsAt: number
  /** Null while it stands open. */
  overAt: number | null
  createdAt: number
  /** Name of the person who set it, and is to be asked. */
  setBy: string
}

/** One side of a load, at the moment at which stock moves. */
export interface LoadSide {
  direction: Direction
  bayId: number
  /** The parcel that it leaves or joins; null where that is not made yet. */
  recordId: string | null
  at: number
}

/** Finds the holds that a load may not leave, or come into: those that stand at its moment, the first to have begun first. */
export function holdsAgainst<Held extends HoldSpan>(
  { direction, bayId, recordId, at }: LoadSide,
  holds: Held[],
): Held[] {
  return holds
    .filter(
      (hold) =>
        hold.bayId === bayId &&
        (hold.recordId === null || hold.recordId === recordId) &&
        (hold.blocks === 'both' || hold.blocks === direction) &&
        standsAt(hold, at),
    )
    .toSorted((a, b) => a.beginsAt - b.beginsAt || (a.id < b.id ? -1 : 1))
}

/** True from the beginning of a hold on and up to its end, which is free again. */
export function standsAt({ beginsAt, overAt }: Pick<HoldSpan, 'beginsAt' | 'overAt'>, at: number): boolean {
  return beginsAt <= at && (overAt === null || at < overAt)
}

/**
 * Finds the holds that a load which was entered, and is changed or weighed, may not leave or come into. Where it had left or come before
 * somebody entered the hold, it is not stopped again: it is listed by the hold's trace.
 *
 * @param was the same side as the load had it before; undefined where it had none, or did not count
 */
export function holdsAgainstEdit<Held extends HoldSpan>(
  side: LoadSide,
  was: LoadSide | undefined,
  holds: Held[],
): Held[] {
  const gone = was === undefined ? [] : holdsAgainst(was, holds).filter(({ createdAt }) => was.at < createdAt)
  return holdsAgainst(side, holds).filter((hold) => !gone.includes(hold))
}

/** A load of a bay's plan, or one that was planned and has come about; none that somebody let go. */
export interface PlannedLoad extends LoadSide {
  movementId: number
  grams: number
}

/** A load that a hold is against. */
export interface HeldLoad {
  load: PlannedLoad
  hold: HoldSpan
}

/**
 * Finds the loads of a plan that a hold is against, and those that came about against one that stands still. A load that had left before the hold was entered is none.
 *
 * @param before the same of the bay before a command: then only what the command made worse
 */
export function findHeldLoads(
  { loads, holds }: { loads: PlannedLoad[]; holds: HoldSpan[] },
  now: number,
  before?: { loads: PlannedLoad[]; holds: HoldSpan[] },
): HeldLoad[] {
  const known = new Set(before && findHeldLoads(before, now).map(keyOf))
  return loads
    .flatMap((load): HeldLoad[] => {
      const [hold] = holdsAgainst(load, holds).filter(
        (each) => load.at > now || (load.at > each.createdAt && standsAt(each, now)),
      )
      return hold ? [{ load, hold }] : []
    })
    .filter((held) => !known.has(keyOf(held)))
}

function keyOf({ load, hold }: HeldLoad): string {
  return `${hold.id} ${load.movementId} ${load.direction} ${load.at}`
}
