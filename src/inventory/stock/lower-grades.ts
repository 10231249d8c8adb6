import { sql } from 'kysely'
import { anyOf } from '../../db/any-of.ts'
import type { Transaction } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import { Refusal } from '../../kernel/errors.ts'
import { kilogramsFromGrams } from '../../kernel/weight.ts'
import { MIXED_TYPE } from '../../system/commodities/catalogue.ts'
import { namedGrade, namedType } from '../../system/commodities/named-ids.ts'
import { describedRecords, isLowerLabel, type Label } from './label-changes.ts'
import { message } from '../../words/catalogue.ts'

/** A load that may lower the grade of what it joins, and for which nobody gave a reason. */
interface Lowering {
  recordId: string
  /** Label of what lay there until it came. */
  present: Label
  grams: number
}

interface Coming {
  grams: number
  effectiveAt: Date
  description: Label
  gradeReason?: string | undefined
}

/** Loads that a transaction has brought in since `refuseLoweredGrades` last ran. */
const loweringBy = new WeakMap<Transaction, Lowering[]>()

/** Notes a load that joins stock of a better grade without a reason. A plan, and a load that nobody has weighed, lower nothing yet. */
export function noteLowering(
  trx: Transaction,
  now: Date,
  { recordId, present }: Pick<Lowering, 'recordId' | 'present'>,
  load: Coming,
): void {
  if (!mayLower(now, present, load)) return
  const all = loweringBy.get(trx) ?? []
  const { typeId, gradeId } = present
  all.push({ recordId, present: { typeId, gradeId }, grams: load.grams })
  loweringBy.set(trx, all)
}

/** True if a load may lower the grade of what it joins, or make its type a mixture, and nobody gave a reason. */
export function mayLower(
  now: Date,
  present: Label,
  { grams, effectiveAt, description, gradeReason = '' }: Coming,
): boolean {
  if (grams === 0 || effectiveAt > now || gradeReason !== '') return false
  return description.typeId !== present.typeId || isLowerLabel(description, present)
}

/**
 * Refuses loads that have lowered the grade of what lay in a bay without a reason, where the organisation wants one. The database is asked
 * only where a load of a lower grade or another type has come.
 *
 * @throws Refusal `grade_lost`
 */
export async function refuseLoweredGrades(trx: Transaction, actor: Actor): Promise<void> {
  const noted = loweringBy.get(trx) ?? []
  loweringBy.delete(trx)
  if (noted.length === 0 || !(await isReasonWanted(trx, actor))) return
  const byRecord = Map.groupBy(noted, ({ recordId }) => recordId)
  const ids = [...byRecord.keys()]
  const after = await describedRecords(trx, ids)
  const balances = await balancesNow(trx, actor, ids)
  for (const [recordId, [first, ...more] = []] of byRecord) {
    const label = after.get(recordId)
    if (!first || !label || !isLowerLabel(label, first.present)) continue
    const came = more.reduce((sum, { grams }) => sum + grams, first.grams)
    const grams = (balances.get(recordId) ?? 0) - came
    if (grams > 0) throw gradeLost(recordId, grams, first.present, label)
  }
}

function gradeLost(recordId: string, grams: number, before: Label, after: Label): Refusal {
  const what = after.typeId === MIXED_TYPE && before.typeId !== MIXED_TYPE ? 'type' : 'grade'
  const nameOf = (label: Label) =>
    what === 'type' ? namedType(label.typeId).name : namedGrade(label.gradeId).name
  return new Refusal(
    'grade_lost',
    message('wouldLoseItsName', {
      weight: kilogramsFromGrams(grams),
      what,
      before: nameOf(before),
      after: nameOf(after),
    }),
    { details: { recordId, before: before.gradeId ?? 0, after: after.gradeId ?? 0 } },
  )
}

async function isReasonWanted(trx: Transaction, { organisationId }: Actor): Promise<boolean> {
  const { requires_grade_reason: isWanted } = await trx
    .selectFrom('organisations')
    .select('requires_grade_reason')
    .where('id', '=', organisationId)
    .executeTakeFirstOrThrow()
  return isWanted
}

async function balancesNow(
  trx: Transaction,
  { organisationId, now }: Actor,
  recordIds: string[],
): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: string; grams: number }>`
    select b.record_id as id, ledger_balance_now(b, ${now}) as grams from ledger_balances b
    where b.storer_id = ${organisationId} and b.record_id = ${anyOf(recordIds, 'uuid')}`.execute(trx)
  return new Map(rows.map(({ id, grams }) => [id, grams]))
}
