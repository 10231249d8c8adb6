import { fault, type Fault } from '../../kernel/errors.ts'
import { dryMatterOf } from '../../kernel/moisture.ts'
import { message } from '../../words/catalogue.ts'

/** The rules of storage contracts (rules.md §5), as pure functions. Weights in grams, moisture in per cent. */

/** Loss of a load whose moisture lies between the two: per cent of its weight. */
export interface LossRow {
  moistureMinPercentage: number
  moistureMaxPercentage: number
  weightLossPercentage: number
}

/**
 * Finds all faults of a loss matrix at once: rows that end before they begin, gaps and overlaps between rows, and
 * losses that fall while moisture rises. Rows may come in any order; paths name them as they were given.
 */
export function matrixFaults(rows: LossRow[], path: string): Fault[] {
  const inOrder = rows
    .map((row, index) => ({ ...row, at: `${path}[${index}]` }))
    .sort(
      (a, b) =>
        a.moistureMinPercentage - b.moistureMinPercentage ||
        a.moistureMaxPercentage - b.moistureMaxPercentage,
    )
  const faults: Fault[] = []
  let before: LossRow | undefined
  for (const row of inOrder) {
    const { moistureMinPercentage: from, moistureMaxPercentage: to, weightLossPercentage: loss, at } = row
    const reached = before?.moistureMaxPercentage ?? from
    if (to <= from)
      faults.push(fault(`${at}.moistureMaxPercentage`, message('rowIsEmpty', { minimum: from }), 'empty_row'))
    if (from > reached)
      faults.push(
        fault(`${at}.moistureMinPercentage`, message('leavesGap', { from: reached, to: from }), 'gap'),
      )
    if (from < reached)
      faults.push(
        fault(`${at}.moistureMinPercentage`, message('overlapsRow', { from, to: reached }), 'overlap'),
      )
    if (before && loss < before.weightLossPercentage) {
      faults.push(
        fault(
          `${at}.weightLossPercentage`,
          message('lossFalls', { before: before.weightLossPercentage }),
          'falling',
        ),
      )
    }
    before = { ...row, moistureMaxPercentage: Math.max(reached, to) }
  }
  return faults
}

/** The rows of a matrix by moisture, as they are kept. */
export function sortMatrix(rows: LossRow[]): LossRow[] {
  return rows.toSorted((a, b) => a.moistureMinPercentage - b.moistureMinPercentage)
}

/** Terms of a contract on drying. */
export interface DryingAgreement {
  isAgreed: boolean
  levelPercentage: number | null
  matrix: LossRow[]
}

/** The loss of one load by drying. */
export interface Drying {
  /** Measured. */
  moisturePercentage: number
  /** Dried to. */
  levelPercentage: number
  /** From the contract's matrix; null where no row says it, and dry matter decides. */
  lossPercentage: number | null
}

/**
 * Works out the drying of a load of this moisture. There is none where drying is not agreed, or the load is at or below the agreed
 * level. A matrix row holds from its minimum to below its maximum; the last row's maximum is part of it.
 */
export function dryingOf(
  { isAgreed, levelPercentage, matrix }: DryingAgreement,
  measured: number | undefined,
): Drying | undefined {
  if (!isAgreed || levelPercentage === null || measured === undefined || measured > 100) return undefined
  const moisturePercentage = toThousandth(measured)
  if (moisturePercentage <= levelPercentage) return undefined
  const last = Math.max(...matrix.map(({ moistureMaxPercentage }) => moistureMaxPercentage))
  const row = matrix.find(
    ({ moistureMinPercentage: from, moistureMaxPercentage: to }) =>
      from <= moisturePercentage && (moisturePercentage < to || (to === last && moisturePercentage === to)),
  )
  return { moisturePercentage, levelPercentage, lossPercentage: row?.weightLossPercentage ?? null }
}

/**
 * The grams that drying takes off a load, rounded once: by the matrix' percentage, else by dry matter,
 * (Mi − Mf) / (100 − Mf).
 *
 * @example shrinkGrams({ moisturePercentage: 20, levelPercentage: 15, lossPercentage: null }, 10_000_000) // 588_235
 */
export function shrinkGrams(drying: Drying | undefined, grams: number): number {
  if (!drying) return 0
  const { part, whole } = shareLost(drying)
  return Number((BigInt(grams) * BigInt(part) * 2n + BigInt(whole)) / (2n * BigInt(whole)))
}

/** Calculates the drying loss as a percentage for people, to three decimals. */
export function shrinkPercentage(drying: Drying): number {
  const { part, whole } = shareLost(drying)
  return Math.round((part * HUNDRED_PER_CENT) / whole) / THOUSAND
}

const THOUSAND = 1000
/** In thousandths of a per cent. */
const HUNDRED_PER_CENT = 100_000

function shareLost({ moisturePercentage, levelPercentage, lossPercentage }: Drying): {
  part: number
  whole: number
} {
  if (lossPercentage !== null) return { part: thousandths(lossPercentage), whole: HUNDRED_PER_CENT }
  return {
    part: thousandths(moisturePercentage) - thousandths(levelPercentage),
    whole: thousandths(dryMatterOf(levelPercentage)),
  }
}

/** A percentage as it is kept: to three decimals. */
export function toThousandth(percentage: number): number {
  return thousandths(percentage) / THOUSAND
}

function thousandths(percentage: number): number {
  return Math.round(percentage * THOUSAND)
}

/** When a contract without an end ends, as it is stored: the last moment that a date can name. */
export const OPEN_END = new Date('2199-12-31T23:59:59.999Z')

/** When a contract ends, or null where it has no end. */
export function knownEnd(endAt: Date): Date | null {
  return endAt < OPEN_END ? endAt : null
}

export const contractStatuses = ['upcoming', 'active', 'expired'] as const
export type ContractStatus = (typeof contractStatuses)[number]

/** Gives the status of a contract: yet to begin, running or ended. Both ends are part of it. */
export function contractStatus(
  { startAt, endAt }: { startAt: Date; endAt: Date },
  now: Date,
): ContractStatus {
  if (now < startAt) return 'upcoming'
  return now <= endAt ? 'active' : 'expired'
}

/** Calculates the use of a contract, in grams. Anything above the agreed weight is exceeded, never negative remaining. */
export function usageOf(
  agreedGrams: number,
  usedGrams: number,
): { remainingGrams: number; exceededGrams: number } {
  return {
    remainingGrams: Math.max(agreedGrams - usedGrams, 0),
    exceededGrams: Math.max(usedGrams - agreedGrams, 0),
  }
}
