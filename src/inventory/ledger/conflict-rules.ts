/** Conflicts along a bay's dated plan (rules.md §3), as a pure function. Weights in grams, instants in epoch ms. */

import type { HoldReason } from '../../words/stock-terms.ts'
import type { Direction } from './hold-rules.ts'

export type ConflictKind = 'overdrawn' | 'over_capacity' | 'incompatible' | 'contract_exceeded' | 'on_hold'

/** Something that happens, or has happened, to one record of the bay. */
export interface PlannedFact {
  at: number
  /** The movement, or other fact, that does it. */
  factId: number
  recordId: string
  grams: number
  /** It joins the record with stock that was set apart from it after it had been planned: another year, or segregation. */
  isIncompatible?: boolean
  /** It brings a load that nobody has weighed yet. */
  isUnweighed?: boolean
}

/** The fact that caused something. */
export interface Cause {
  at: number
  factId: number
}

/** Stock in a record that it is not like, and the last fact that brought it. */
export interface Incompatible {
  grams: number
  cause: Cause
}

/** A bay as it stands now and as it is planned. */
export interface BayPlan {
  bayId: number
  storageId: string
  records: {
    recordId: string
    commodityId: number
    balanceGrams: number
    /** The last arrival and the last departure, of all that has not been taken back. */
    lastIn: Cause | null
    lastOut: Cause | null
    unlike?: Incompatible | undefined
    /** True if a load lies there that nobody has weighed yet. */
    hasUnweighed?: boolean
  }[]
  capacityGramsByCommodity: Map<number, number>
  /** Facts after now, in order. */
  plan: PlannedFact[]
  /** The records that the caller may see, where somebody else keeps the bay: of all else there it is told that it is there, and not how much. */
  seenRecordIds?: ReadonlySet<string> | undefined
}

export interface BayConflict {
  kind: ConflictKind
  storageId: string
  bayId: number
  recordId: string
  /** The movement that causes it; 0 where it is not told. */
  movementId: number
  at: Date
  /** By how much: the shortfall, the excess over the capacity, what lies with what it may not be mixed with, or the load that is held. */
  grams: number
  /** The hold that a load is held by. */
  hold?: HeldBy | undefined
}

export interface HeldBy {
  reason: HoldReason
  direction: Direction
}

/** Something that comes in under an agreement, and where it is put. */
export interface Intake extends PlannedFact {
  bayId: number
  storageId: string
}

/** A limit on what may come in under one agreement, in whatever bays. */
export interface IntakeLimit {
  agreementId: string
  limitGrams: number
  /** Grams that have come in until now. */
  takenGrams: number
  /** The last intake, where it has to be named. */
  last: Intake | null
  /** Intakes still to come, in order. */
  plan: Intake[]
}

/**
 * Every intake that takes an agreement beyond its limit, or further beyond it; until now, the last one stands for all.
 *
 * @param before the same agreement before a command: then only what the command made worse
 */
export function findExceeded(limit: IntakeLimit, before?: IntakeLimit): BayConflict[] {
  const { limitGrams, takenGrams, last, plan } = limit
  let totalGrams = takenGrams
  const steps = last && takenGrams > limitGrams ? [{ intake: last, grams: takenGrams - limitGrams }] : []
  for (const intake of plan) {
    totalGrams += intake.grams
    if (totalGrams > limitGrams) steps.push({ intake, grams: totalGrams - limitGrams })
  }
  const worse = before ? steps.filter(({ intake, grams }) => grams > excessAt(before, intake.at)) : steps
  return worse.map(({ intake, grams }) => exceededBy(intake, grams))
}

function excessAt({ limitGrams, takenGrams, plan }: IntakeLimit, at: number): number {
  const planned = plan.filter((intake) => intake.at <= at)
  return planned.reduce((sum, { grams }) => sum + grams, takenGrams) - limitGrams
}

function exceededBy({ storageId, bayId, recordId, factId, at }: Intake, grams: number): BayConflict {
  return {
    kind: 'contract_exceeded',
    storageId,
    bayId,
    recordId,
    movementId: factId,
    at: new Date(at),
    grams,
  }
}

/**
 * Walks a bay from now along its plan and names every step that makes a rule broken or more broken: a record below
 * zero, a bay over its capacity, two parcels together that may not be mixed. What is wrong now already is laid to what brought
 * it about: the last that left, or that came in.
 *
 * @param before the same bay before a command: then only what the command made worse (rules.md §3), whichever movement it
 *   shows at
 */
export function findConflicts(bay: BayPlan, now: number, before?: BayPlan): BayConflict[] {
  const stepsBefore = before ? stepsOf(before, now) : []
  const conflicts: BayConflict[] = []
  let last = new Map<string, Excess>()
  for (const { at, facts, excesses } of stepsOf(bay, now)) {
    const known = stepsBefore.findLast((step) => step.at <= at)?.excesses
    for (const [key, excess] of excesses) {
      const { kind, recordId, grams } = excess
      // What nobody has weighed is broken by nothing more than before.
      if (grams <= Math.max(last.get(key)?.grams ?? -1, known?.get(key)?.grams ?? -1)) continue
      const cause =
        at === now
          ? (excess.cause ?? presentCause(bay, excess, now))
          : plannedCause(bay, { at, facts }, excess)
      conflicts.push({
        kind,
        storageId: bay.storageId,
        bayId: bay.bayId,
        recordId,
        movementId: cause.factId,
        at: new Date(cause.at),
        grams,
      })
    }
    last = excesses
  }
  return conflicts
}

/** A moment of a bay's plan: what happens, and what is broken after it. The first is now. */
interface PlanStep {
  at: number
  facts: PlannedFact[]
  excesses: Map<string, Excess>
}

/** Stock in a record at a moment, and how much of that it is not like. */
interface Standing {
  grams: number
  incompatibleGrams: number
  hasUnweighed: boolean
}

function stepsOf(bay: BayPlan, now: number): PlanStep[] {
  const standings = new Map(
    bay.records.map(({ recordId, balanceGrams, unlike, hasUnweighed = false }) => [
      recordId,
      { grams: balanceGrams, incompatibleGrams: unlike?.grams ?? 0, hasUnweighed },
    ]),
  )
  const steps = [{ at: now, facts: [] as PlannedFact[], excesses: excessesOf(bay, standings) }]
  for (const [at, facts] of [...Map.groupBy(bay.plan, (fact) => fact.at)].sort(([a], [b]) => a - b)) {
    for (const fact of arrivalsFirst(facts))
      standings.set(fact.recordId, standingAfter(standings.get(fact.recordId) ?? nothing, fact))
    steps.push({ at, facts, excesses: excessesOf(bay, standings) })
  }
  return steps
}

/** Puts arrivals first: stock that leaves at an instant takes its share of the arrivals then. */
function arrivalsFirst(facts: PlannedFact[]): PlannedFact[] {
  return facts.toSorted((a, b) => Number(a.grams < 0) - Number(b.grams < 0))
}

const nothing: Standing = { grams: 0, incompatibleGrams: 0, hasUnweighed: false }

/** Applies a fact. Stock that leaves takes unlike stock along in proportion. */
function standingAfter(standing: Standing, fact: PlannedFact): Standing {
  const { grams, incompatibleGrams } = standing
  const left = grams + fact.grams
  const incompatible =
    fact.grams >= 0
      ? incompatibleGrams + (fact.isIncompatible ? fact.grams : 0)
      : left > 0
        ? Math.round(incompatibleGrams * (left / grams))
        : 0
  return {
    grams: left,
    incompatibleGrams: incompatible,
    hasUnweighed: standing.hasUnweighed || fact.isUnweighed === true,
  }
}

/** True if anything lies there, as far as is known. */
function isPresent({ grams, hasUnweighed = false }: { grams: number; hasUnweighed?: boolean }): boolean {
  return grams > 0 || hasUnweighed
}

/** Finds the rest of stock in a record that it is not like, after all facts since that stock first came. */
export function incompatibleAfter(beforeGrams: number, facts: PlannedFact[]): Incompatible | undefined {
  const inFlow = [...Map.groupBy(facts, ({ at }) => at).values()].flatMap(arrivalsFirst)
  const { incompatibleGrams } = inFlow.reduce(standingAfter, { ...nothing, grams: beforeGrams })
  const last = facts.findLast(({ isIncompatible }) => isIncompatible)
  return last && incompatibleGrams > 0
    ? { grams: incompatibleGrams, cause: { at: last.at, factId: last.factId } }
    : undefined
}

function presentCause(bay: BayPlan, { kind, recordId, commodityId }: Excess, now: number): Cause {
  const ofRecord = bay.records.find((each) => each.recordId === recordId)
  const seen = seenOf(bay, bay.records)
  const causes = {
    overdrawn: [ofRecord?.lastOut],
    over_capacity: seen.filter((each) => each.commodityId === commodityId).map(({ lastIn }) => lastIn),
    // Whichever came to the other: the smaller one may have lain there alone before.
    incompatible: [ofRecord?.lastIn, seen.toSorted((a, b) => b.balanceGrams - a.balanceGrams)[0]?.lastIn],
  }[kind]
  const [latest] = causes
    .flatMap((cause) => cause ?? [])
    .toSorted((a, b) => b.at - a.at || b.factId - a.factId)
  return latest ?? ofRecord?.lastIn ?? ofRecord?.lastOut ?? { at: now, factId: 0 }
}

/** Of what happens at one moment: what does it to the record, or else to the bay. */
function plannedCause(
  bay: BayPlan,
  { at, facts }: Pick<PlanStep, 'at' | 'facts'>,
  { kind, recordId }: Excess,
): Cause {
  const seen = seenOf(bay, facts)
  const doing = seen.filter(({ grams }) => (kind === 'overdrawn' ? grams < 0 : grams >= 0))
  // Something became worse, so that something happened; what is not seen may have done it.
  return (
    doing.findLast((fact) => fact.recordId === recordId) ?? doing.at(-1) ?? seen.at(-1) ?? { at, factId: 0 }
  )
}

/** Picks the items of records that the caller may see. */
function seenOf<Item extends { recordId: string }>({ seenRecordIds }: BayPlan, items: Item[]): Item[] {
  return seenRecordIds ? items.filter(({ recordId }) => seenRecordIds.has(recordId)) : items
}

interface Excess {
  /** The broken rule with its record, or with its commodity. */
  key: string
  kind: Exclude<ConflictKind, 'contract_exceeded' | 'on_hold'>
  recordId: string
  commodityId: number
  grams: number
  /** The cause, where that is known of a conflict that exists now. */
  cause?: Cause | undefined
}

/** Finds the rules broken in a bay at one moment, each rule and record once. */
function excessesOf(bay: BayPlan, standings: Map<string, Standing>): Map<string, Excess> {
  const standing = bay.records.map((record) => ({
    ...record,
    ...(standings.get(record.recordId) ?? nothing),
  }))
  const present = seenOf(bay, standing).filter(isPresent)
  const isWithOthers = standing.filter(isPresent).length > present.length
  const excesses: Excess[] = seenOf(bay, standing)
    .filter(({ grams }) => grams < 0)
    .map(({ recordId, commodityId, grams }) => ({
      key: `overdrawn ${recordId}`,
      kind: 'overdrawn',
      recordId,
      commodityId,
      grams: -grams,
    }))

  for (const [commodityId, records] of Map.groupBy(present, (record) => record.commodityId)) {
    const capacityGrams = bay.capacityGramsByCommodity.get(commodityId)
    const totalGrams = records.reduce((sum, { grams }) => sum + grams, 0)
    const largest = records.reduce((a, b) => (b.grams > a.grams ? b : a))
    if (capacityGrams !== undefined && totalGrams > capacityGrams) {
      const key = `over_capacity ${commodityId}`
      excesses.push({
        key,
        kind: 'over_capacity',
        recordId: largest.recordId,
        commodityId,
        grams: totalGrams - capacityGrams,
      })
    }
  }
  // The larger parcel has the bay; the others lie where they may not. Whether something that is not seen is larger would tell of it.
  const bySize = present.toSorted((a, b) => b.grams - a.grams || (a.recordId < b.recordId ? -1 : 1))
  for (const { recordId, commodityId, grams } of isWithOthers ? bySize : bySize.slice(1))
    excesses.push({ key: `incompatible ${recordId}`, kind: 'incompatible', recordId, commodityId, grams })
  for (const { recordId, commodityId, grams, incompatibleGrams, unlike } of present) {
    // With nothing else in the record, it lies there alone.
    if (incompatibleGrams === 0 || incompatibleGrams >= grams) continue
    excesses.push({
      key: `unlike ${recordId}`,
      kind: 'incompatible',
      recordId,
      commodityId,
      grams: incompatibleGrams,
      cause: unlike?.cause,
    })
  }
  return new Map(excesses.map((excess) => [excess.key, excess]))
}
