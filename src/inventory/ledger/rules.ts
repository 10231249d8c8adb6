/**
 * The rules of the stock ledger (rules.md §2), as pure functions over one record's history. Instants are epoch
 * milliseconds, weights whole grams. What is asked of the database and what is written are other files' business.
 */

/** A place in a record's history: facts are ordered by instant, then by number. */
export interface LedgerPoint {
  at: number
  factId: number
}

/** The net effect on the record of all entries of one fact at one instant. */
export interface NetPosting extends LedgerPoint {
  grams: number
}

/** "There were so many grams at that moment": everything that happened before it is bounded by it. */
export interface Count extends LedgerPoint {
  countedGrams: number
  reason: string
  /** The most that this count may gain; where more is missing it does nothing. Unlimited when left out. */
  maxGainGrams?: number
  /** Its gain so far; negative is a loss. Nothing when left out. */
  gainedGrams?: number
}

/** One day on which the record had entries. `facts` are there only where the day has to be looked into. */
export interface Day {
  /** The day's first instant. */
  start: number
  closingGrams: number
  lowGrams: number
  facts?: NetPosting[]
}

/** A record's history from the day of the first change on. */
export interface History {
  openingGrams: number
  /** In order; the days of changes, of counts that absorb them, and of now are looked into. */
  days: Day[]
  /** Live counts, in order. */
  counts: Count[]
  /** True if stock leaves at the very instant of the first change, where that day is not looked into. */
  leavesThen?: boolean
}

/** The changes by a command to one record. */
export interface BalanceChange {
  facts: NetPosting[]
  newCounts: Count[]
}

/** A moment up to now at which the change would leave less than nothing. */
export interface Shortfall {
  at: number
  grams: number
  /** The fact that takes what is not there, where it is one that was entered before. */
  takenBy?: number
}

export interface ReplayOutcome {
  /** Gains that the counts after the change take over from it; negative is a loss. */
  corrections: (NetPosting & { reason: string })[]
  /** The days whose summaries change, with their new figures. */
  days: Pick<Day, 'start' | 'closingGrams' | 'lowGrams'>[]
  /** The first moment at which the rule of no past overdraft is broken. */
  shortfall: Shortfall | undefined
  /** Days whose lowest balance would be below nothing: they have to be looked into, since that may be within an instant. */
  doubtfulDays: number[]
}

export const DAY_MS = 86_400_000

/** The first instant of the (UTC) day that summaries are kept by. */
export function startOfDay(at: number): number {
  return Math.floor(at / DAY_MS) * DAY_MS
}

/** The name of a day by its first instant, as the database's date type takes it. */
export function dayText(start: number): string {
  return new Date(start).toISOString().slice(0, 10)
}

/** The order of facts: by instant, and at one instant by number. */
export function comparePoints(a: LedgerPoint, b: LedgerPoint): number {
  return a.at - b.at || a.factId - b.factId
}

interface Sweep {
  now: number
  /** The balance as it was and as it becomes, side by side. */
  beforeGrams: number
  afterGrams: number
  outcome: ReplayOutcome
}

/**
 * True if a change comes before something else that has happened to the record up to now, takes something back, or is out of order in
 * time. So does an arrival when something leaves, which takes its share of it. A change to plans alone is never late.
 */
export function comesLate(history: History, { facts, newCounts }: BalanceChange, now: number): boolean {
  const [from] = [...facts, ...newCounts].toSorted(comparePoints)
  if (!from || from.at > now) return false
  const isInOrder = facts.every((fact, index) => comparePoints(facts[index - 1] ?? fact, fact) <= 0)
  return (
    !isInOrder || history.days.some((day) => hasFollowing(day, from, now)) || joinsWhatLeaves(history, facts)
  )
}

/** True if something arrives at an instant at which something that was entered before it leaves. */
function joinsWhatLeaves({ days, leavesThen = false }: History, facts: NetPosting[]): boolean {
  const known = [...days.flatMap((day) => day.facts ?? []), ...facts].filter(({ grams }) => grams < 0)
  const arriving = facts.filter(({ grams }) => grams > 0)
  return (
    (leavesThen && arriving.length > 0) ||
    arriving.some(({ at, factId }) => known.some((other) => other.at === at && other.factId < factId))
  )
}

/** True if a fact follows in a day up to now. A fact taken back is still there itself, at its own point. */
function hasFollowing({ start, facts }: Day, from: LedgerPoint, now: number): boolean {
  return facts
    ? facts.some((fact) => fact.at <= now && comparePoints(fact, from) >= 0)
    : start > from.at && start <= now
}

/**
 * Applies a change to a record's history. A count that comes after it keeps its counted figure: its own gain or loss
 * takes the difference, as far as it may gain. Up to `now` the balance may nowhere become negative, nor a shortfall that is there deeper.
 * An instant is judged as a whole, up to each count of it: what a count finds makes up for nothing that left before.
 */
export function applyChange(history: History, change: BalanceChange, now: number): ReplayOutcome {
  const sweep: Sweep = {
    now,
    beforeGrams: history.openingGrams,
    afterGrams: history.openingGrams,
    outcome: { corrections: [], days: [], shortfall: undefined, doubtfulDays: [] },
  }
  const counts = [...history.counts, ...change.newCounts].sort(comparePoints)
  for (const day of daysTouched(history, change)) {
    const within = <Each extends LedgerPoint>(points: Each[]) =>
      points.filter(({ at }) => startOfDay(at) === day.start)
    const isTouched = [...change.facts, ...change.newCounts].some(({ at }) => startOfDay(at) === day.start)
    if (day.facts || isTouched) sweepFacts(sweep, day, within(change.facts), within(counts))
    else sweepWholeDay(sweep, day)
  }
  return sweep.outcome
}

/** The history's days, and an empty one for each day that only the change, or a count that agreed to the gram, knows. */
function daysTouched(history: History, change: BalanceChange): Day[] {
  const known = new Set(history.days.map(({ start }) => start))
  const points = [...change.facts, ...change.newCounts, ...history.counts]
  const added = new Set(points.map(({ at }) => startOfDay(at)).filter((start) => !known.has(start)))
  const empty = [...added].map((start) => ({
    start,
    closingGrams: Number.NaN,
    lowGrams: Number.NaN,
    facts: [],
  }))
  return [...history.days, ...empty].sort((a, b) => a.start - b.start)
}

function sweepWholeDay(sweep: Sweep, day: Day): void {
  const shift = sweep.afterGrams - sweep.beforeGrams
  sweep.beforeGrams = day.closingGrams
  sweep.afterGrams = day.closingGrams + shift
  if (shift === 0) return
  const lowGrams = day.lowGrams + shift
  sweep.outcome.days.push({ start: day.start, closingGrams: sweep.afterGrams, lowGrams })
  if (day.start <= sweep.now && shift < 0 && lowGrams < 0) sweep.outcome.doubtfulDays.push(day.start)
}

function sweepFacts(sweep: Sweep, day: Day, changes: NetPosting[], counts: Count[]): void {
  const correctionsBefore = sweep.outcome.corrections.length
  let lowGrams = Number.POSITIVE_INFINITY
  if (!day.facts && Number.isFinite(day.closingGrams)) {
    // Nothing of the day comes after the change: its summary stands for what came before.
    lowGrams = day.lowGrams
    sweep.afterGrams += day.closingGrams - sweep.beforeGrams
    sweep.beforeGrams = day.closingGrams
  }
  const facts = day.facts ?? []
  const [factsAt, changesAt, countsAt] = [inStep(facts), inStep(changes), inStep(counts)]
  const points = pointsInOrder([facts, changes, counts])
  let instant = calm
  for (const [index, point] of points.entries()) {
    const corrected = sweep.outcome.corrections.length
    const [happened, changed, counted] = [factsAt(point), changesAt(point), countsAt(point)]
    if (counted.some(({ maxGainGrams }) => maxGainGrams === undefined)) judgeInstant(sweep, point.at, instant)
    sweep.beforeGrams += sumOf(happened)
    sweep.afterGrams += sumOf(happened) + sumOf(changed)
    for (const count of counted) applyCount(sweep, count)
    instant = withPoint(instant, point, { happened, changed })
    if (points[index + 1]?.at !== point.at) {
      judgeInstant(sweep, point.at, instant)
      instant = calm
    }
    // A count that agreed to the gram has no entries, so it leaves no trace in the summary.
    const hasEntries = happened.length + changed.length > 0
    if (hasEntries || sweep.outcome.corrections.length > corrected)
      lowGrams = Math.min(lowGrams, sweep.afterGrams)
  }
  const isEmpty =
    day.facts?.length === 0 && changes.length === 0 && sweep.outcome.corrections.length === correctionsBefore
  if (isEmpty) return
  if (lowGrams === day.lowGrams && sweep.afterGrams === day.closingGrams) return
  sweep.outcome.days.push({ start: day.start, closingGrams: sweep.afterGrams, lowGrams })
}

/** The takers of stock at one instant. */
interface Instant {
  /** True if the change itself takes some. */
  isTaken: boolean
  /** The last fact of before that does. */
  takenBy: number | undefined
}

const calm: Instant = { isTaken: false, takenBy: undefined }

function withPoint(
  { isTaken, takenBy }: Instant,
  { factId }: LedgerPoint,
  { happened, changed }: { happened: NetPosting[]; changed: NetPosting[] },
): Instant {
  const [grams, changedGrams] = [sumOf(happened), sumOf(changed)]
  return {
    isTaken: isTaken || (changedGrams < 0 && grams <= 0),
    takenBy: grams < 0 ? factId : takenBy,
  }
}

function judgeInstant(sweep: Sweep, at: number, { isTaken, takenBy }: Instant): void {
  if (at <= sweep.now && sweep.afterGrams < 0 && sweep.afterGrams < sweep.beforeGrams)
    sweep.outcome.shortfall ??= {
      at,
      grams: -sweep.afterGrams,
      ...(!isTaken && takenBy !== undefined && { takenBy }),
    }
}

function applyCount(sweep: Sweep, count: Count): void {
  const { at, factId, countedGrams, reason, maxGainGrams = Number.POSITIVE_INFINITY, gainedGrams = 0 } = count
  const neededGrams = countedGrams - sweep.afterGrams
  // More than it may gain is missing, and stays missing: nothing is made up that nobody brought.
  const grams = gainedGrams + neededGrams > maxGainGrams ? -gainedGrams : neededGrams
  if (grams === 0) return
  sweep.outcome.corrections.push({ at, factId, grams, reason })
  sweep.afterGrams += grams
}

function pointsInOrder(lists: LedgerPoint[][]): LedgerPoint[] {
  const sorted = lists.flat().sort(comparePoints)
  return sorted.filter(
    (point, index) => index === 0 || comparePoints(point, sorted[index - 1] as LedgerPoint) !== 0,
  )
}

/** Answers what is at a point, for points that are asked for in their order, all of them. Thousands may be at one instant. */
function inStep<Each extends LedgerPoint>(all: Each[]): (point: LedgerPoint) => Each[] {
  const waiting = all.toSorted(comparePoints)
  let next = 0
  return (point) => {
    const first = next
    while (next < waiting.length && comparePoints(waiting[next] as Each, point) === 0) next += 1
    return waiting.slice(first, next)
  }
}

function sumOf(facts: NetPosting[]): number {
  return facts.reduce((sum, { grams }) => sum + grams, 0)
}

/**
 * The balances of one record of a bay over time: at each instant, before and after a command, and whether the command has more
 * arrive then.
 */
export interface Presence {
  recordId: string
  steps: { at: number; beforeGrams: number; afterGrams: number; arrives?: boolean }[]
}

/** Two parcels that may not be mixed, in one bay at one time. */
export interface Overlap {
  at: number
  recordId: string
  otherRecordId: string
}

/**
 * The first instant up to `now` at which a command puts stock into a bay where another parcel lies: one bay holds at
 * most one record (rules.md §3). Only what the command makes worse counts: parcels that did not lie there together, or another load of
 * one. More may be known of what lies there already. Judged at instants, so that stock may leave and other stock arrive at the same moment.
 */
export function findOverlap(presences: Presence[], now: number): Overlap | undefined {
  const instants = [...new Set(presences.flatMap(({ steps }) => steps.map(({ at }) => at)))].sort(
    (a, b) => a - b,
  )
  const standings = presences.map(({ recordId, steps }) => ({ recordId, balanceAtStart: following(steps) }))
  for (const at of instants) {
    if (at > now) return undefined
    const present = standings
      .map(({ recordId, balanceAtStart }) => ({ recordId, ...balanceAtStart(at) }))
      .filter(({ afterGrams }) => afterGrams > 0)
    const grown =
      present.find((each) => each.at === at && each.arrives) ?? present.find((each) => each.beforeGrams <= 0)
    const other = present.find(({ recordId }) => recordId !== grown?.recordId)
    if (grown && other) return { at, recordId: grown.recordId, otherRecordId: other.recordId }
  }
  return undefined
}

/** Answers how things stand at instants that are asked for in their order: a bay may have the steps of years. */
function following(steps: Presence['steps']) {
  let next = 0
  let standing: Presence['steps'][number] = { at: Number.NEGATIVE_INFINITY, beforeGrams: 0, afterGrams: 0 }
  return (at: number) => {
    for (let step = steps[next]; step && step.at <= at; step = steps[next]) {
      standing = step
      next += 1
    }
    return standing
  }
}

/**
 * The entries that change a count's gain or loss by `grams` (negative: more loss), given what it has posted so far:
 * what it lost before is handed back before it gains, and the other way round, so that a count never shows both.
 */
export function countEntries(
  grams: number,
  postedGrams: number,
): { outside: 'gain' | 'loss'; into: boolean; grams: number }[] {
  const back =
    Math.sign(grams) === -Math.sign(postedGrams) ? Math.min(Math.abs(grams), Math.abs(postedGrams)) : 0
  const fresh = Math.abs(grams) - back
  const into = grams > 0
  return [
    ...(back > 0 ? [{ outside: into ? ('loss' as const) : ('gain' as const), into, grams: back }] : []),
    ...(fresh > 0 ? [{ outside: into ? ('gain' as const) : ('loss' as const), into, grams: fresh }] : []),
  ]
}
