import type { Actor } from '../../http/actor.ts'
import { kilogramsFromGrams } from '../../kernel/weight.ts'
import { findReason } from '../../system/reasons/reasons.ts'
import { loadToWire, type SoldLoad } from './loads.ts'
import type { SettlementLine, SettlementSummary, TriedSettlement } from './schema.ts'
import {
  isUndecided,
  matchLines,
  spanOf,
  stateOf,
  type MatchedBy,
  type StatedLine,
} from './settlement-rules.ts'

/** A line as it is kept. */
export interface StoredLine extends StatedLine {
  movementId: number | null
  matchedBy: MatchedBy | null
  /** Our weight when the settlement was closed. */
  closedGrams: number | null
  decision: SettlementLine['decision']
  reasonId: number | null
  note: string
  decidedByName: string | null
  decidedAt: Date | null
}

const MOST_MISSING = 200

/** Lines beside their loads, what is missing and the sums: the answer of one settlement. */
export function reconcile(
  actor: Actor,
  lines: readonly StoredLine[],
  loads: readonly SoldLoad[],
  settlementId: string | null,
): Pick<TriedSettlement, 'lines' | 'missing' | 'unweighed' | 'totals'> {
  const onLines = new Set(lines.flatMap(({ movementId }) => movementId ?? []))
  const isElsewhere = (load: SoldLoad) => load.settlementId !== null && load.settlementId !== settlementId
  const free = loads.filter((load) => !onLines.has(load.id) && !isElsewhere(load))
  const open = lines.filter(({ movementId }) => movementId === null)
  const { matched, unmatched } = matchLines(open, free, spanOf(lines))
  // What the rules would match now, such as a ticket that was entered late, is the likeliest candidate.
  const candidates = new Map([
    ...unmatched.map(({ line, loadIds }): [number, number[]] => [line, loadIds]),
    ...matched.map(({ line, loadId }): [number, number[]] => [line, [loadId]]),
  ])
  const byId = new Map(loads.map((load) => [load.id, load]))
  const shown = lines.map((line) => lineToWire(actor, line, byId, candidates.get(line.line) ?? []))
  const { from, to } = spanOf(lines)
  const left = free.filter(({ day }) => day >= from && day <= to)
  const missing = left.filter(({ grams }) => grams > 0)
  const unweighed = left.filter(({ grams }) => grams === 0)
  return {
    lines: shown,
    missing: {
      loads: missing.length,
      weight: kilogramsFromGrams(missing.reduce((sum, { grams }) => sum + grams, 0)),
      first: missing.slice(0, MOST_MISSING).map((load) => loadToWire(actor, load)),
    },
    unweighed: {
      loads: unweighed.length,
      first: unweighed.slice(0, MOST_MISSING).map((load) => loadToWire(actor, load)),
    },
    totals: settlementTotalsOf(lines.map((line) => ({ ...line, ourGrams: ourGramsOf(line, byId) }))),
  }
}

function ourGramsOf(line: StoredLine, loads: ReadonlyMap<number, SoldLoad>): number | null {
  if (line.movementId === null) return null
  return line.closedGrams ?? loads.get(line.movementId)?.grams ?? 0
}

function lineToWire(
  actor: Actor,
  line: StoredLine,
  loads: ReadonlyMap<number, SoldLoad>,
  candidates: readonly number[],
): SettlementLine {
  const load = line.movementId === null ? undefined : loads.get(line.movementId)
  const ours = ourGramsOf(line, loads)
  return {
    line: line.line,
    reference: line.reference,
    date: line.day,
    vehicle: line.vehicle,
    weight: kilogramsFromGrams(line.grams),
    state: stateOf(line.grams, ours, candidates.length),
    matchedBy: line.matchedBy,
    load: load ? { ...loadToWire(actor, load), weight: ours ? kilogramsFromGrams(ours) : null } : null,
    difference: ours ? differenceOf(line.grams, ours) : null,
    candidates: candidates.flatMap((id) => {
      const each = loads.get(id)
      return each ? [loadToWire(actor, each)] : []
    }),
    decision: line.decision,
    reasonId: line.reasonId,
    reason:
      line.reasonId === null ? '' : (findReason('settlement-deduction', line.reasonId)?.description ?? ''),
    note: line.note,
    decidedBy: line.decidedByName ?? '',
    decidedAtUTC: line.decidedAt?.toISOString() ?? null,
  }
}

function differenceOf(theirs: number, ours: number) {
  return {
    weight: kilogramsFromGrams(theirs - ours),
    share: ours === 0 ? 0 : Math.round(((theirs - ours) / ours) * 10_000) / 100,
  }
}

/**
 * The sums of a settlement, all of one sign: theirs less ours. The difference is of the lines that have a weighed load; of what is claimed or written off for a
 * line without a load, all of it is theirs.
 */
export function settlementTotalsOf(
  lines: readonly (Pick<StoredLine, 'grams' | 'decision'> & { ourGrams: number | null })[],
): SettlementSummary['totals'] {
  const sum = (of: typeof lines, grams: (line: (typeof lines)[number]) => number) =>
    of.reduce((total, line) => total + grams(line), 0)
  const compared = lines.filter(({ ourGrams }) => (ourGrams ?? 0) > 0)
  const decided = (decision: string) =>
    kilogramsFromGrams(
      sum(
        lines.filter((line) => line.decision === decision && line.ourGrams !== 0),
        ({ grams, ourGrams }) => grams - (ourGrams ?? 0),
      ),
    )
  const states = lines.map((line) => ({ ...line, state: stateOf(line.grams, line.ourGrams, 0) }))
  return {
    lines: lines.length,
    undecided: states.filter(({ state, decision }) => isUndecided(state, decision)).length,
    flagged: states.filter(({ state }) => state === 'differs').length,
    theirs: kilogramsFromGrams(sum(lines, ({ grams }) => grams)),
    ours: kilogramsFromGrams(sum(compared, ({ ourGrams }) => ourGrams ?? 0)),
    difference: differenceOf(
      sum(compared, ({ grams }) => grams),
      sum(compared, ({ ourGrams }) => ourGrams ?? 0),
    ),
    writtenOff: decided('written_off'),
    claimed: decided('claimed'),
  }
}
