import { anyOf } from '../../db/any-of.ts'
import type { Transaction } from '../../db/transaction.ts'
import type { LabelChange } from '../../http/validate/rehearsal.ts'
import { kilogramsFromGrams } from '../../kernel/weight.ts'
import { gradeRank, MIXED_TYPE } from '../../system/commodities/catalogue.ts'
import { namedGrade, namedType } from '../../system/commodities/named-ids.ts'
import type { Description } from './blend-rules.ts'

/** By what stock is sold. */
export type Label = Pick<Description, 'typeId' | 'gradeId'>

/** Stock that a command brings into a record, as it is called until then. */
export interface Coming extends Label {
  recordId: string
  grams: number
}

/** Stock that a transaction has brought in so far, for dry runs. */
const comingBy = new WeakMap<Transaction, Coming[]>()

/** Notes what comes into a record: a dry run tells what it is called there. A plan, and a load of unknown weight, describe nothing yet. */
export function noteComing(
  trx: Transaction,
  now: Date,
  recordId: string,
  { grams, effectiveAt, description }: { grams: number; effectiveAt: Date; description: Label },
): void {
  if (grams === 0 || effectiveAt > now) return
  const { typeId, gradeId } = description
  const all = comingBy.get(trx) ?? []
  all.push({ recordId, grams, typeId, gradeId })
  comingBy.set(trx, all)
}

/** Reads what a transaction has brought in so far. */
export function comingIn(trx: Transaction): Coming[] {
  return comingBy.get(trx) ?? []
}

/** Reads what records are called at this point of the transaction. */
export async function describedRecords(trx: Transaction, recordIds: string[]): Promise<Map<string, Label>> {
  const rows = await trx
    .selectFrom('records')
    .select(['id', 'type_id as typeId', 'grade_id as gradeId'])
    .where('id', '=', anyOf(recordIds, 'uuid'))
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}

interface Labelled {
  recordId: string
  name: string
  /** Label of what lay there before; undefined where nothing did. */
  present: Label | undefined
  /** Kilograms. */
  presentWeight: number
  coming: Coming[]
  /** Label of all of it together. */
  after: Label | undefined
}

/** Lists what lay in a record, or comes into it, and is called otherwise afterwards (rules.md §3). Pure. */
export function labelChanges({
  recordId,
  name,
  present,
  presentWeight,
  coming,
  after,
}: Labelled): LabelChange[] {
  if (!after) return []
  const there = present
    ? changesTo(present, after).map((change) => ({ change, isThere: true, weight: presentWeight }))
    : []
  const alike = Map.groupBy(coming, ({ typeId, gradeId }) => `${typeId} ${gradeId}`)
  const come = [...alike.values()].flatMap((loads) => {
    const weight = kilogramsFromGrams(loads.reduce((sum, { grams }) => sum + grams, 0))
    return loads
      .slice(0, 1)
      .flatMap((load) => changesTo(load, after))
      .map((change) => ({ change, isThere: false, weight }))
  })
  return [...there, ...come].map(({ change, isThere, weight }) => ({
    recordId,
    name,
    isThere,
    weight,
    ...change,
  }))
}

function changesTo(lot: Label, after: Label): Pick<LabelChange, 'what' | 'before' | 'after' | 'isLoss'>[] {
  const type = {
    what: 'type' as const,
    before: namedType(lot.typeId),
    after: namedType(after.typeId),
    isLoss: isMixed(lot, after),
  }
  const grade = {
    what: 'grade' as const,
    before: namedGrade(lot.gradeId),
    after: namedGrade(after.gradeId),
    isLoss: isLowerGrade(lot, after),
  }
  return [...(lot.typeId === after.typeId ? [] : [type]), ...(lot.gradeId === after.gradeId ? [] : [grade])]
}

/** True if stock is worth less by its new label: a lower grade or none, or a mixture of types. */
export function isLowerLabel(after: Label, before: Label): boolean {
  return isLowerGrade(before, after) || isMixed(before, after)
}

const isMixed = (before: Label, after: Label) => before.typeId !== after.typeId && after.typeId === MIXED_TYPE

const isLowerGrade = (before: Label, after: Label) => rankOf(after) > rankOf(before)

/** Stock of no known grade is below any other, as in `blend`. */
const rankOf = ({ gradeId }: Label) => (gradeId === null ? Number.POSITIVE_INFINITY : gradeRank(gradeId))
