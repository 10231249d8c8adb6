/** Conflicts along a bay's dated plan (domain.md §3), as a pure function. Weights in grams, instants in epoch ms. */

export const conflictKinds = ['overdrawn', 'over_capacity', 'incompatible', 'contract_exceeded'] as const
export type ConflictKind = (typeof conflictKinds)[number]

/** Something that happens, or has happened, to one record of the bay. */
export interface PlannedFact {
  at: number
  /** The movement, or other fact, that does it. */
  factId: number
  recordId: string
  grams: number
}

/** A bay as it stands now and as it is planned. */
export interface BayPlan {
  bayId: number
  storageId: string
  records: {
    recordId: string
    commodityId: number
    balanceGrams: number
    lastFactId: number
    lastAt: number
  }[]
  capacityGramsByCommodity: Map<number, number>
  /** What comes after now, in order. */
  plan: PlannedFact[]
}

export interface BayConflict {
  kind: ConflictKind
  storageId: string
  bayId: number
  recordId: string
  /** The movement that causes it. */
  movementId: number
  at: Date
  /** By how much: the shortfall, the excess over the capacity, or what lies with what it may not be mixed with. */
  grams: number
}

/** Something that comes in under an agreement, and where it is put. */
export interface Intake extends PlannedFact {
  bayId: number
  storageId: string
}

/** A limit on what may come in under one agreement, in whatever bays. */
export interface IntakeLimit {
  limitGrams: number
  /** What has come in until now. */
  takenGrams: number
  /** What came in last, where it has to be named. */
  last: Intake | null
  /** What is still to come, in order. */
  plan: Intake[]
}

/** Every intake that takes an agreement beyond its limit, or further beyond it; until now, the last one stands for all. */
export function findExceeded({ limitGrams, takenGrams, last, plan }: IntakeLimit): BayConflict[] {
  let totalGrams = takenGrams
  const exceeded = last && takenGrams > limitGrams ? [exceededBy(last, takenGrams - limitGrams)] : []
  for (const intake of plan) {
    totalGrams += intake.grams
    if (totalGrams > limitGrams) exceeded.push(exceededBy(intake, totalGrams - limitGrams))
  }
  return exceeded
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
 * zero, a bay over its capacity, two parcels together that may not be mixed. What is wrong now already is laid to the
 * last thing that happened to the record.
 */
export function findConflicts(bay: BayPlan, now: number): BayConflict[] {
  const balances = new Map(bay.records.map(({ recordId, balanceGrams }) => [recordId, balanceGrams]))
  const conflicts: BayConflict[] = []
  let before = excessesOf(bay, new Map())
  const look = (at: number, cause: (recordId: string) => { factId: number; at: number }) => {
    const after = excessesOf(bay, balances)
    for (const [key, excess] of after) {
      if (excess.grams <= (before.get(key)?.grams ?? 0)) continue
      const { factId, at: causedAt } = cause(excess.recordId)
      const { kind, recordId, grams } = excess
      conflicts.push({
        kind,
        storageId: bay.storageId,
        bayId: bay.bayId,
        recordId,
        movementId: factId,
        at: new Date(Math.min(at, causedAt)),
        grams,
      })
    }
    before = after
  }
  look(now, (recordId) => {
    const last = bay.records.find((each) => each.recordId === recordId)
    return { factId: last?.lastFactId ?? 0, at: last?.lastAt ?? now }
  })
  for (const facts of instantsOf(bay.plan)) {
    for (const { recordId, grams } of facts) balances.set(recordId, (balances.get(recordId) ?? 0) + grams)
    const last = facts.at(-1) as PlannedFact
    look(last.at, (recordId) => facts.findLast((fact) => fact.recordId === recordId) ?? last)
  }
  return conflicts
}

function instantsOf(plan: PlannedFact[]): PlannedFact[][] {
  return [...Map.groupBy(plan, ({ at }) => at).entries()].sort(([a], [b]) => a - b).map(([, facts]) => facts)
}

interface Excess {
  /** What is broken: a rule and a record, or a rule and a commodity. */
  key: string
  kind: ConflictKind
  recordId: string
  grams: number
}

/** What is broken in a bay at one moment, each rule and record once. */
function excessesOf(bay: BayPlan, balances: Map<string, number>): Map<string, Excess> {
  const standing = bay.records.map((record) => ({ ...record, grams: balances.get(record.recordId) ?? 0 }))
  const present = standing.filter(({ grams }) => grams > 0)
  const excesses: Excess[] = standing
    .filter(({ grams }) => grams < 0)
    .map(({ recordId, grams }) => ({
      key: `overdrawn ${recordId}`,
      kind: 'overdrawn',
      recordId,
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
        grams: totalGrams - capacityGrams,
      })
    }
  }
  if (present.length > 1) {
    // The larger parcel has the bay; the others lie where they may not.
    const [, ...others] = present.toSorted((a, b) => b.grams - a.grams || (a.recordId < b.recordId ? -1 : 1))
    for (const { recordId, grams } of others)
      excesses.push({ key: `incompatible ${recordId}`, kind: 'incompatible', recordId, grams })
  }
  return new Map(excesses.map((excess) => [excess.key, excess]))
}
