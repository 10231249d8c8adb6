/** The rules of contracts to buy and to sell (rules.md §17), as pure functions. Weights in grams. */

export const tradeKinds = ['purchase', 'sale'] as const
export type TradeKind = (typeof tradeKinds)[number]

export const tradeStatuses = ['draft', 'confirmed', 'fulfilled', 'closed_short', 'cancelled'] as const
export type TradeStatus = (typeof tradeStatuses)[number]

const next: Record<TradeStatus, readonly TradeStatus[]> = {
  draft: ['confirmed', 'cancelled'],
  confirmed: ['fulfilled', 'closed_short', 'cancelled'],
  // Somebody was too quick: it goes on.
  fulfilled: ['confirmed'],
  closed_short: ['confirmed'],
  cancelled: [],
}

/** Lists the states that a contract may go to from the one that it is in. */
export function nextStatuses(status: TradeStatus): readonly TradeStatus[] {
  return next[status]
}

/** True if loads may name a contract in this state. */
export function takesLoads(status: TradeStatus): boolean {
  return status === 'confirmed'
}

/** When so much is to move: days such as 2026-09-01, both included. */
export interface Window {
  number: number
  firstDay: string
  lastDay: string
  grams: number
}

/**
 * Finds the window that a load counts in: the one that it names, else the one of its day; of several that of the latest beginning, as the newest
 * is offered first. Undefined outside all of them.
 *
 * @param day in the organisation's time zone
 */
export function windowOf(windows: Window[], day: string, named: number | null): Window | undefined {
  if (named !== null) return windows.find(({ number }) => number === named)
  return windows
    .filter(({ firstDay, lastDay }) => firstDay <= day && day <= lastDay)
    .toSorted((a, b) => (a.firstDay < b.firstDay ? 1 : a.firstDay > b.firstDay ? -1 : b.number - a.number))[0]
}

/** Loads of one day that name the same window. */
export interface MovedOnDay {
  day: string
  window: number | null
  isPlanned: boolean
  grams: number
  loads: number
}

/** Weights that have moved under a contract, or in a window of it. */
export interface Progress {
  movedGrams: number
  plannedGrams: number
  loads: number
}

const NOTHING: Progress = { movedGrams: 0, plannedGrams: 0, loads: 0 }

function plus(progress: Progress, { grams, isPlanned, loads }: MovedOnDay): Progress {
  return {
    movedGrams: progress.movedGrams + (isPlanned ? 0 : grams),
    plannedGrams: progress.plannedGrams + (isPlanned ? grams : 0),
    loads: progress.loads + loads,
  }
}

/** Adds up what moved under a contract: all of it, what counts in each window by its number, and what lies outside them. */
export function progressOf(windows: Window[], moved: MovedOnDay[]) {
  const whole = moved.reduce(plus, NOTHING)
  const byWindow = new Map<number, Progress>(windows.map(({ number }) => [number, NOTHING]))
  let outside = NOTHING
  for (const each of moved) {
    const window = windowOf(windows, each.day, each.window)
    if (window) byWindow.set(window.number, plus(byWindow.get(window.number) ?? NOTHING, each))
    else outside = plus(outside, each)
  }
  return { whole, byWindow, outside }
}

/** A weight that is agreed, and how far what moves may be off it. */
export interface Agreed {
  grams: number
  tolerancePercentage: number
}

/** The most and the least that fulfil a contract, rounded to the gram. */
export function bounds({ grams, tolerancePercentage }: Agreed): { least: number; most: number } {
  const off = Math.round((grams * Math.round(tolerancePercentage * 1000)) / 100_000)
  return { least: grams - off, most: grams + off }
}

/** The rest of an agreed weight once so much has moved; and the excess, of which the tolerance takes a part. */
export function remainder(agreed: Agreed, movedGrams: number) {
  return {
    leftGrams: Math.max(agreed.grams - movedGrams, 0),
    overGrams: Math.max(movedGrams - agreed.grams, 0),
    beyondToleranceGrams: Math.max(movedGrams - bounds(agreed).most, 0),
  }
}

/** A part of a contract that no load is entered for yet. */
export interface OpenPart {
  /** The window by its number; null for what lies in none. */
  window: number | null
  /** The last day of the window, by which it is due. */
  lastDay: string | null
  grams: number
}

/**
 * Lists what is left of a contract, window by window, the first to end first: agreed, less what moved and less loads that are planned. All of it
 * is no more than the whole contract has left; the last windows have less where earlier ones were overfilled. What the tolerance would take is
 * not counted.
 */
export function openPartsOf(agreedGrams: number, windows: Window[], moved: MovedOnDay[]): OpenPart[] {
  const { whole, byWindow } = progressOf(windows, moved)
  const entered = ({ movedGrams, plannedGrams }: Progress) => movedGrams + plannedGrams
  let left = Math.max(agreedGrams - entered(whole), 0)
  const parts: OpenPart[] = []
  for (const { number, lastDay, grams } of windows.toSorted(firstToEnd)) {
    const open = Math.min(Math.max(grams - entered(byWindow.get(number) ?? NOTHING), 0), left)
    if (open > 0) parts.push({ window: number, lastDay, grams: open })
    left -= open
  }
  return left > 0 ? [...parts, { window: null, lastDay: null, grams: left }] : parts
}

function firstToEnd(one: Window, other: Window): number {
  return one.lastDay === other.lastDay ? one.number - other.number : one.lastDay < other.lastDay ? -1 : 1
}
