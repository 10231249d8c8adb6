import { writeUnawaited, type Transaction } from '../../db/transaction.ts'
import { message } from '../../words/catalogue.ts'
import { kilogramsFromGrams } from '../../kernel/weight.ts'
import { Refusal } from '../../kernel/errors.ts'
import { reasonOfDifference } from '../../system/reasons/reasons.ts'
import { getLocked, lockBalances, type LockedBalance } from './balances.ts'
import { ensureCountable } from './ensure-countable.ts'
import { earliestClosedChange, refuseClosed } from './closed-books.ts'
import { nothingPreloaded, summariesFor, type Preloaded } from './preload.ts'
import { refuseOverlaps } from './mixing.ts'
import { arrivalsOf } from './arrivals.ts'
import {
  countsOf,
  entriesOf,
  netsOf,
  recordsOf,
  type LiveEntry,
  type NewEntry,
  type PostingRequest,
} from './posting.ts'
import { readLiveEntries, readHistories, type ChangedRange } from './read-histories.ts'
import {
  applyChange,
  comesLate,
  comparePoints,
  countEntries,
  startOfDay,
  type BalanceChange,
  type Count,
  type History,
  type ReplayOutcome,
} from './rules.ts'
import { addTotals, contribution, noTotals } from './totals-rules.ts'
import { countKey, recountsOf, undoneOf, type Recount, type Undone } from './recounts.ts'
import { noteRecounts, noteTouched } from './touched.ts'
import { withdrawCounts, writingEntries, type BalanceGain } from './write-entries.ts'

/** A record to which something was posted before something else that has happened to it, or of which something was taken back. */
export interface Backdated {
  recordId: string
  /** The earliest that was posted. */
  since: Date
  /** At no time since does the balance differ by more than this from what it was. */
  changedGrams: number
}

export interface Posted {
  /** The live entries that it left behind. */
  entries: NewEntry[]
  /** The records that it changed something of. */
  recordIds: string[]
  /** Those of them that it came late to. */
  backdated: Backdated[]
  /** The counts that it came before. */
  recounts: Recount[]
  undone: Undone[]
}

/** The decided effect of a posting on one record. */
interface Decision {
  recordId: string
  history: History
  change: BalanceChange
  /** The counts that it takes out of force, or makes anew. */
  withdrawn: Count[]
  outcome: ReplayOutcome
}

/**
 * Posts facts to the ledger and takes others back, all or nothing: the one way stock changes (rules.md §2).
 * Locks are taken in record-id order; what the rules need is read, they decide, and what is written is waited for with COMMIT.
 *
 * @param held what the caller has locked and read already; the rest is locked and read here
 * @throws Refusal `period_closed` where a figure of closed books would change; `insufficient_stock` where a running balance would be negative at any time up to now, or a shortfall
 *   deeper; `incompatible_stock` where two parcels that may not be mixed would lie in one bay up to now; `invalid_input` where more
 *   would come and go than can be counted
 */
export async function post(
  trx: Transaction,
  posting: PostingRequest,
  now: Date,
  held: Preloaded = nothingPreloaded,
): Promise<Posted> {
  const reversed = await readLiveEntries(trx, posting.storerId, posting.reverse)
  const entries = entriesOf(posting, reversed)
  const recordIds = recordsOf(entries, posting)
  const changes = changesByRecord(recordIds, entries, posting)
  const reaches = recordIds.flatMap((recordId) => reachOf(recordId, changes.get(recordId)))
  const locked = await lockOthers(trx, recordIds, reaches, now, held)
  noteTouched(trx, [...locked.values()])
  await ensureCountable(trx, entries, locked)

  const judgedTo = latestNow(locked, now)
  const decide = async (asked: ChangedRange[]) => {
    const histories = await readHistories(trx, asked, judgedTo, summariesFor(asked, held))
    return asked.map(({ recordId }): Decision => {
      const history = withoutCounts(histories.get(recordId), posting.reverse)
      const change = changes.get(recordId) ?? { facts: [], newCounts: [] }
      const withdrawn = countsIn(histories.get(recordId), posting.reverse)
      return { recordId, history, change, withdrawn, outcome: applyChange(history, change, judgedTo) }
    })
  }
  const atFirst = await decide(reaches)
  const doubtful = withDoubtfulDays(reaches, atFirst)
  const decisions = doubtful ? await decide(doubtful) : atFirst
  const { corrections, totals } = await correctionEntries(trx, posting.storerId, decisions, reversed)
  const written = [...entries, ...corrections]
  await refuseClosedFigures(trx, posting, decisions, written, locked, now)
  refuseShortfalls(decisions, locked)
  const arrivals = await arrivalsOf(trx, posting, entries, reversed)
  await refuseOverlaps(trx, decisions, arrivals, locked, new Date(judgedTo))

  if (posting.reverse.length > 0) writeUnawaited(trx, withdrawCounts.with({ factIds: posting.reverse, now }))
  const gains = gainsOf(recordIds, written, locked, now)
  const writes = writingEntries({
    now,
    storerId: posting.storerId,
    entries: written,
    days: decisions.flatMap(daysOf),
    counts: decisions.flatMap(({ recordId, change }) =>
      change.newCounts.map((count) => ({ recordId, ...count })),
    ),
    balances: gains,
  })
  writeUnawaited(trx, ...writes)
  const backdated = decisions.flatMap((decision, index) => {
    const { recordId, history, change } = decision
    const since = reaches[index]?.from.at
    if (since === undefined || !comesLate(history, change, judgedTo)) return []
    return [{ recordId, since: new Date(since), changedGrams: changedGramsBy(decision) }]
  })
  const recounts = recountsOf(decisions, totals, posting, locked, judgedTo)
  noteRecounts(trx, recounts)
  return {
    entries: written.filter(({ isReversal }) => !isReversal),
    recordIds,
    backdated,
    recounts,
    undone: undoneOf(reversed, written, locked, judgedTo),
  }
}

/** Sums the grams that a change moves, and those its own counts gain or lose. Later counts only take the difference back. */
function changedGramsBy({ change: { facts, newCounts }, outcome: { corrections } }: Decision): number {
  const counted = new Set(newCounts.map(({ factId }) => factId))
  const own = corrections.filter(({ factId }) => counted.has(factId))
  return [...facts, ...own].reduce((sum, { grams }) => sum + Math.abs(grams), 0)
}

/** Now, or later where a clock went back or another server's is ahead: what has happened stays what has happened. */
function latestNow(locked: Map<string, LockedBalance>, now: Date): number {
  return [...locked.values()].reduce((latest, { asOf }) => Math.max(latest, asOf), now.getTime())
}

/** Locks what the caller does not hold yet: nothing, or parcels that it has made itself and nobody else can see. */
async function lockOthers(
  trx: Transaction,
  recordIds: string[],
  reaches: ChangedRange[],
  now: Date,
  held: Preloaded,
): Promise<Map<string, LockedBalance>> {
  const others = recordIds.filter((recordId) => !held.locked.has(recordId))
  const since = new Date(startOfDay(Math.min(now.getTime(), ...reaches.map(({ from }) => from.at))))
  const locked =
    others.length > 0 ? await lockBalances(trx, others, now, since) : new Map<string, LockedBalance>()
  for (const recordId of recordIds) {
    const record = held.locked.get(recordId)
    if (record) locked.set(recordId, record)
  }
  return locked
}

/** Sorts changes by record: one walk over the entries, since there may be thousands of both. */
function changesByRecord(
  recordIds: string[],
  entries: NewEntry[],
  posting: PostingRequest,
): Map<string, BalanceChange> {
  const touching = new Map<string, NewEntry[]>(recordIds.map((recordId) => [recordId, []]))
  for (const entry of entries) {
    for (const recordId of new Set([entry.sourceRecordId, entry.destinationRecordId]))
      if (recordId !== null) touching.get(recordId)?.push(entry)
  }
  const counted = new Set(posting.postings.flatMap(({ counts }) => counts.map(({ recordId }) => recordId)))
  return new Map(
    recordIds.map((recordId) => [
      recordId,
      {
        facts: netsOf(touching.get(recordId) ?? [], recordId),
        newCounts: counted.has(recordId) ? countsOf(posting, recordId) : [],
      },
    ]),
  )
}

/** A record that only a planting's totals name has no history to read. */
function reachOf(recordId: string, change: BalanceChange | undefined): ChangedRange[] {
  const points = [...(change?.facts ?? []), ...(change?.newCounts ?? [])].sort(comparePoints)
  const [from] = points
  return from ? [{ recordId, from, days: [...new Set(points.map(({ at }) => startOfDay(at)))] }] : []
}

/** Days that may be short, by their summaries, are looked into: within an instant a balance may be below nothing. */
function withDoubtfulDays(reaches: ChangedRange[], decisions: Decision[]): ChangedRange[] | undefined {
  const days = new Map(decisions.map(({ recordId, outcome }) => [recordId, outcome.doubtfulDays]))
  if ([...days.values()].every((each) => each.length === 0)) return undefined
  return reaches.map((reach) => ({ ...reach, days: [...reach.days, ...(days.get(reach.recordId) ?? [])] }))
}

function daysOf({ recordId, history, outcome }: Decision) {
  const known = new Set(history.days.map(({ start }) => start))
  return outcome.days.map((day) => ({ recordId, isNew: !known.has(day.start), ...day }))
}

function withoutCounts(history: History | undefined, reversed: number[]): History {
  if (!history) return { openingGrams: 0, days: [], counts: [] }
  return { ...history, counts: history.counts.filter(({ factId }) => !reversed.includes(factId)) }
}

function countsIn(history: History | undefined, factIds: number[]): Count[] {
  if (factIds.length === 0) return []
  return history?.counts.filter(({ factId }) => factIds.includes(factId)) ?? []
}

/** Books are closed for all records of a storer at one moment, so any of them tells which. */
async function refuseClosedFigures(
  trx: Transaction,
  { storerId, userId = null }: PostingRequest,
  decisions: Decision[],
  entries: NewEntry[],
  locked: Map<string, LockedBalance>,
  now: Date,
): Promise<void> {
  const [books] = locked.values()
  const closedBefore = books?.closedBefore ?? null
  if (!books || closedBefore === null) return
  const at = earliestClosedChange(closedBefore, {
    entries,
    newCounts: decisions.flatMap(({ recordId, change }) =>
      change.newCounts.map((count) => ({ recordId, ...count })),
    ),
    withdrawnCounts: decisions.flatMap(({ recordId, withdrawn }) =>
      withdrawn.map((count) => ({ recordId, ...count })),
    ),
  })
  if (at !== undefined) await refuseClosed(trx, books, at, { storerId, userId, now })
}

function refuseShortfalls(decisions: Decision[], locked: Map<string, LockedBalance>): void {
  const short = decisions
    .flatMap(({ recordId, outcome }) => (outcome.shortfall ? [{ recordId, ...outcome.shortfall }] : []))
    .sort((a, b) => a.at - b.at)
  const [first] = short
  if (!first) return
  const record = getLocked(locked, first.recordId)
  const { name, bayName, timeZone } = record
  const date = new Date(first.at)
  throw new Refusal(
    'insufficient_stock',
    message('stockWouldBeShort', {
      stock: name,
      place: bayName === '' ? null : bayName,
      weight: kilogramsFromGrams(first.grams),
      atUTC: date.toISOString(),
      timeZone,
      // Who takes a load back, or enters one late, has to see first to what it starves. That is a movement: counts take what they find.
      ...(first.takenBy !== undefined && { takenBy: first.takenBy }),
    }),
    {
      details: {
        recordId: first.recordId,
        name,
        date: date.toISOString(),
        shortfall: kilogramsFromGrams(first.grams),
        ...(first.takenBy !== undefined && { movementId: first.takenBy }),
        records: short.map(({ recordId, at, grams, takenBy }) => ({
          recordId,
          date: new Date(at).toISOString(),
          shortfall: kilogramsFromGrams(grams),
          ...(takenBy !== undefined && { movementId: takenBy }),
        })),
      },
    },
  )
}

/** Makes entries for the gain or loss that counts take over from the change, as entries of the counts themselves. */
async function correctionEntries(
  trx: Transaction,
  storerId: string,
  decisions: Decision[],
  reversed: LiveEntry[],
): Promise<{ corrections: NewEntry[]; totals: Map<string, number> }> {
  const totals = new Map<string, number>()
  const corrected = decisions.flatMap(({ outcome }) => outcome.corrections.map(({ factId }) => factId))
  if (corrected.length === 0) return { corrections: [], totals }
  const takenBack = new Set(reversed.map(({ id }) => id))
  const posted = (await readLiveEntries(trx, storerId, [...new Set(corrected)])).filter(
    ({ id, isCount }) => isCount && !takenBack.has(id),
  )
  const corrections = decisions.flatMap(({ recordId, outcome }) =>
    outcome.corrections.flatMap(({ at, factId, grams, reason }) => {
      const before = netsOf(posted, recordId)
        .filter((net) => net.factId === factId && net.at === at)
        .reduce((sum, net) => sum + net.grams, 0)
      totals.set(countKey(recordId, factId), before + grams)
      return countEntries(grams, before).map((entry): NewEntry => {
        const side = reasonOfDifference(Number(reason), entry.outside === 'gain' ? 1 : -1)
        const outside = `${entry.outside}:${side}`
        return {
          factId,
          at,
          sourceRecordId: entry.into ? null : recordId,
          sourceOutside: entry.into ? outside : null,
          destinationRecordId: entry.into ? recordId : null,
          destinationOutside: entry.into ? null : outside,
          grams: entry.grams,
          plantingId: null,
          sold: false,
          isCount: true,
          isReversal: false,
          reverses: null,
        }
      })
    }),
  )
  return { corrections, totals }
}

/** Calculates the gain of each locked balance row, and its earliest entry that is still to come. */
function gainsOf(
  recordIds: string[],
  entries: NewEntry[],
  locked: Map<string, LockedBalance>,
  now: Date,
): BalanceGain[] {
  const gains = new Map<string, BalanceGain>()
  for (const recordId of recordIds) gains.set(recordId, { recordId, ...noTotals, nextDueAt: null })
  for (const entry of entries) {
    const { sourceRecordId, destinationRecordId, plantingId, at } = entry
    for (const recordId of new Set([sourceRecordId, destinationRecordId, plantingId])) {
      const gain = recordId === null ? undefined : gains.get(recordId)
      if (!gain) continue
      const asOf = locked.get(gain.recordId)?.asOf ?? now.getTime()
      if (at > asOf) gain.nextDueAt = Math.min(at, gain.nextDueAt ?? at)
      else Object.assign(gain, addTotals(gain, contribution(entry, gain.recordId)))
    }
  }
  return [...gains.values()]
}
