/**
 * The order in which grain flows at one instant (rules.md §1). Facts of one instant are judged as a whole: what leaves a record takes its
 * share of all that arrives there then, whichever was entered first. A count comes after the facts that were entered before it. Pure.
 */

/** A record, and how many of its counts come before, each taken twice: even for other facts, odd for a count itself. */
export interface Stage {
  recordId: string
  stage: number
}

/** The records that something comes from and goes to, as far as there are any. */
export interface Flow {
  from?: Stage | undefined
  into?: Stage | undefined
}

/** The stage of a fact among the counts of its instant, by their numbers. Its own count comes after it. */
export function stageAmong(countIds: readonly number[], factId: number, isCount = false): number {
  return 2 * countIds.filter((id) => id < factId).length + Number(isCount)
}

/** Counts that still wait for their turn, by record and stage. */
interface Waiting {
  touching: number[]
  arriving: number[]
}

/**
 * Puts what happens at one instant into the order of its flow; what has nothing to do with each other, and what runs in a circle, goes
 * by its number.
 *
 * @param all in the order of their numbers
 *
 * @example inFlow([sale, delivery], flowOf) // [delivery, sale]: the sale leaves the bay that the delivery comes into
 */
export function inFlow<Each>(all: Each[], flowOf: (each: Each) => Flow): Each[] {
  if (all.length < 2) return all
  const waitingIn = new Map<string, Waiting>()
  const note = ({ from, into }: Flow, count: 1 | -1) => {
    for (const side of [from, into]) if (side) noteAt(waitingIn, side, { count, isArrival: side === into })
  }
  for (const each of all) note(flowOf(each), 1)
  const waiting = [...all]
  const ordered: Each[] = []
  while (waiting.length > 0) {
    const open = waiting.findIndex((each) => mayGo(waitingIn, flowOf(each)))
    for (const each of waiting.splice(Math.max(open, 0), 1)) {
      ordered.push(each)
      note(flowOf(each), -1)
    }
  }
  return ordered
}

function noteAt(
  waitingIn: Map<string, Waiting>,
  { recordId, stage }: Stage,
  { count, isArrival }: { count: number; isArrival: boolean },
): void {
  const at = waitingIn.get(recordId) ?? { touching: [], arriving: [] }
  waitingIn.set(recordId, at)
  at.touching[stage] = (at.touching[stage] ?? 0) + count
  if (isArrival) at.arriving[stage] = (at.arriving[stage] ?? 0) + count
}

/** True if nothing that comes before it waits: of an earlier stage of its records, or into the record that it leaves. */
function mayGo(waitingIn: Map<string, Waiting>, { from, into }: Flow): boolean {
  const isOpen = ({ recordId, stage }: Stage) =>
    waitingIn.get(recordId)?.touching.every((count, index) => index >= stage || count === 0) ?? true
  if ((from && !isOpen(from)) || (into && !isOpen(into))) return false
  return !from || (waitingIn.get(from.recordId)?.arriving[from.stage] ?? 0) === 0
}
