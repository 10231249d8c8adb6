import { sql } from 'kysely'
import { storeWhatCanBe } from '../../../db/attempt.ts'
import type { Transaction } from '../../../db/transaction.ts'
import type { Actor } from '../../../http/actor.ts'
import { Refusal } from '../../../kernel/errors.ts'
import { gramsFromKilograms, kilogramsFromGrams } from '../../../kernel/weight.ts'
import { STOCK_TAKE } from '../../../system/reasons/reasons.ts'
import { problemAt, type Made, type Outcome, type Problem } from '../../../system/imports/imports.ts'
import { message } from '../../../words/catalogue.ts'
import { postCounts, takeBackCounts } from '../../records/adjust-records.ts'
import { farFromBook } from '../../records/count-rules.ts'
import { lockBaysAndApplyDuePlans } from '../../stock/due-plans.ts'
import { refusedRow, rowNotEntered } from '../validate-rows.ts'
import type { ReadCount } from './read-counts.ts'

/** A count of the one parcel that lies in a bay. */
interface DatedCount extends ReadCount {
  recordId: string
  grams: number
}

interface StoredCount {
  adjustmentId: number
  /** Found by it, or, negative, lost. */
  differenceGrams: number
}

/** Enters rows as dated counts of what lies in their bays; all that can be, as one change. */
export async function enterDatedCounts(
  trx: Transaction,
  actor: Actor,
  read: ReadCount[],
): Promise<Outcome[]> {
  const counts = read.flatMap((each) => parcelCounted(each) ?? [])
  const there = await findCounts(trx, actor, counts)
  const fresh = new Map<string, DatedCount>()
  for (const each of counts) if (!there(each) && !fresh.has(keyOf(each))) fresh.set(keyOf(each), each)
  const entering = [...fresh.values()]
  const results = await storeWhatCanBe(trx, entering, (some) => storeCounts(trx, actor, some))
  const stored = new Map(
    entering.map((each, index) => [keyOf(each), results[index] as Refusal | StoredCount]),
  )
  return read.map((each): Outcome => {
    const { row, reference, more } = each
    const count = parcelCounted(each)
    const before = count && (there(count) ?? earlier(count, fresh.get(keyOf(count))))
    const problems = [...each.problems, ...emptyBay(each), ...several(each)]
    const other = before && count && before.grams !== count.grams ? countedOtherwise(each, before.grams) : []
    if (row.problems.length + problems.length + other.length > 0)
      return { ...more, ...refusedRow(row, [...problems, ...other], reference) }
    const unchanged = { ...more, status: 'unchanged' as const, reference }
    if (!count) return { ...unchanged, id: '', summary: message('nothingLiesThere', {}) }
    if (before) return { ...unchanged, id: count.recordId, summary: message('countWasThere', {}) }
    const result = stored.get(keyOf(count))
    if (result instanceof Refusal || !result) return { ...more, ...rowNotEntered(result, reference) }
    return {
      ...more,
      warnings: [...(more.warnings ?? []), ...farFromBook(count.grams, count.grams - result.differenceGrams)],
      status: 'success',
      id: count.recordId,
      reference,
      summary: message('countWasEntered', { difference: kilogramsFromGrams(result.differenceGrams) }),
      made: [countMade(count.recordId, result.adjustmentId)],
    }
  })
}

/** The one parcel that a sound row counts. */
function parcelCounted(read: ReadCount): DatedCount | undefined {
  const { row, problems, parcels, kilograms } = read
  const [only, another] = parcels
  if (!only || another || row.problems.length + problems.length > 0) return undefined
  return { ...read, recordId: only.recordId, grams: gramsFromKilograms(kilograms) }
}

function emptyBay({ row, bay, isDated, parcels, kilograms }: ReadCount): Problem[] {
  if (!bay || !isDated || parcels.length > 0 || kilograms === 0) return []
  return [problemAt(row, 'bay', message('isEmptyByBook', {}), 'contradiction')]
}

function several({ row, parcels }: ReadCount): Problem[] {
  if (parcels.length < 2) return []
  const stock = parcels.map(({ name }) => name)
  return [problemAt(row, 'bay', message('hasSeveralParcels', { stock }), 'ambiguous')]
}

function countedOtherwise({ row }: ReadCount, grams: number): Problem[] {
  const said = message('isCountedOtherwise', { weight: kilogramsFromGrams(grams) })
  return [problemAt(row, 'counted', said, 'contradiction')]
}

const keyOf = ({ recordId, at }: DatedCount) => `${recordId} ${at.getTime()}`

/** An earlier row of the file that counts the same parcel at the same moment. */
function earlier(count: DatedCount, first: DatedCount | undefined): { grams: number } | undefined {
  return first && first.row !== count.row ? first : undefined
}

/** Finds what was counted of the same parcels already: at the same moment, or, of a row with a day alone, the same weight on that day. */
async function findCounts(
  trx: Transaction,
  { organisationId }: Actor,
  counts: DatedCount[],
): Promise<(count: DatedCount) => { grams: number } | undefined> {
  const asked = counts.map(({ recordId, from, at, grams }) => ({ recordId, from, at, grams }))
  const { rows } = await sql<{ record_id: string; at: number; grams: number }>`
    select a.record_id, (extract(epoch from a.effective_at) * 1000)::bigint as at, a.counted_grams as grams
    from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb) as asked ("recordId" uuid, "from" timestamptz, at timestamptz, grams bigint)
    cross join lateral (
      select * from adjustments own where own.record_id = asked."recordId" and own.effective_at between asked."from" and asked.at
      offset 0) a
    where a.storer_id = ${organisationId} and a.withdrawn_at is null and (a.effective_at = asked.at or a.counted_grams = asked.grams)`.execute(
    trx,
  )
  return ({ recordId, from, at, grams }) => {
    const own = rows.filter(
      (each) => each.record_id === recordId && from.getTime() <= each.at && each.at <= at.getTime(),
    )
    return own.find((each) => each.grams === grams) ?? own.find((each) => each.at === at.getTime())
  }
}

async function storeCounts(trx: Transaction, actor: Actor, counts: DatedCount[]): Promise<StoredCount[]> {
  const bayIds = [...new Set(counts.flatMap(({ bay }) => bay?.id ?? []))]
  const { bayIds: watched } = await lockBaysAndApplyDuePlans(trx, actor.now, { bayIds })
  const { adjustmentIds, outcome } = await postCounts(
    trx,
    actor,
    watched,
    counts.map(({ recordId, reference, grams, at, countedBy }) => ({
      recordId,
      name: reference,
      grams,
      effectiveAt: at,
      reasonId: STOCK_TAKE,
      fileIds: [],
      countedBy,
      path: 'counted',
    })),
  )
  return adjustmentIds.map((adjustmentId) => ({
    adjustmentId,
    differenceGrams: outcome.countedGrams.get(adjustmentId) ?? 0,
  }))
}

function countMade(recordId: string, adjustmentId: number): Made {
  return { kind: 'count', subject: String(adjustmentId), details: { recordId } }
}

/**
 * Takes counts back that an import entered, at their own dates.
 *
 * @throws Refusal `insufficient_stock` where what they had found has gone on; `period_closed`
 */
export async function undoDatedCounts(
  trx: Transaction,
  actor: Actor,
  made: { subject: string; details: Record<string, unknown> }[],
): Promise<void> {
  const counts = made.map(({ subject, details }) => ({
    adjustmentId: Number(subject),
    recordId: String(details['recordId']),
  }))
  const recordIds = [...new Set(counts.map(({ recordId }) => recordId))]
  const { bayIds } = await lockBaysAndApplyDuePlans(trx, actor.now, { recordIds })
  await takeBackCounts(trx, actor, bayIds, counts)
}
