import { sql } from 'kysely'
import type { Transaction } from '../../db/transaction.ts'
import { Refusal } from '../../kernel/errors.ts'
import type { LockedBalance } from './balances.ts'
import type { NewEntry } from './posting.ts'
import { message } from '../../words/catalogue.ts'

/**
 * Limit on the grams that may have come and gone of one record, and on those planned for it: 4,500 million tonnes each. Together they
 * must be a number that counts grams exactly. Nobody has as much, but a program may enter it. Figures beyond it would stop the
 * owner of the stock, and everyone whose plans come due at the same time, from reading theirs.
 */
const MOST_GRAMS = 2 ** 52

/**
 * Refuses entries by which more would have come into a record, or gone out of it, than can be counted, now or once all that is planned for
 * it has come due. Only planned entries cost a statement.
 *
 * @throws Refusal `invalid_input`
 */
export async function ensureCountable(
  trx: Transaction,
  entries: NewEntry[],
  locked: Map<string, LockedBalance>,
): Promise<void> {
  const { done, planned } = turnoversOf(entries, locked)
  const before = await findPlanned(
    trx,
    [...planned].flatMap(([recordId, grams]) => (grams > 0 ? [recordId] : [])),
  )
  for (const [recordId, { name, turnoverGrams }] of locked) {
    const [doneGrams, plannedGrams] = [done.get(recordId) ?? 0, planned.get(recordId) ?? 0]
    const come = turnoverGrams + doneGrams
    const toCome = (before.get(recordId) ?? 0) + plannedGrams
    const isTooMuch =
      (doneGrams > 0 && come > MOST_GRAMS) ||
      (plannedGrams > 0 && (toCome > MOST_GRAMS || come + toCome > 2 * MOST_GRAMS))
    if (!isTooMuch) continue
    throw new Refusal('invalid_input', message('isMoreThanCanBeCounted', { name }), {
      details: { recordId, name },
    })
  }
}

/** By how many grams more comes into each record, or leaves it, up to now and planned. What is taken back is taken off. */
function turnoversOf(entries: NewEntry[], locked: Map<string, LockedBalance>) {
  const [done, planned] = [new Map<string, number>(), new Map<string, number>()]
  for (const { sourceRecordId, destinationRecordId, plantingId, at, grams, isReversal } of entries) {
    for (const recordId of new Set([sourceRecordId, destinationRecordId, plantingId])) {
      const record = locked.get(recordId ?? '')
      if (!record) continue
      const turnover = at > record.asOf ? planned : done
      const before = turnover.get(record.recordId) ?? 0
      turnover.set(record.recordId, before + (isReversal ? -grams : grams))
    }
  }
  return { done, planned }
}

/** Sums the grams planned to come into records and to leave them, together; those taken back again do not count. */
async function findPlanned(trx: Transaction, recordIds: string[]): Promise<Map<string, number>> {
  if (recordIds.length === 0) return new Map()
  const { rows } = await sql<{ record_id: string; grams: number }>`
    select b.record_id, planned.grams from records r
    join ledger_balances b on b.storer_id = r.keeper_id and b.record_id = r.id
    cross join lateral (
      select coalesce(sum(case when e.reverses is null then e.grams else -e.grams end), 0)::float8 as grams
      from ledger_entries e
      where b.record_id in (e.source_record_id, e.destination_record_id, e.planting_id) and e.effective_at > b.settled_to
    ) planned
    where r.id = any(${recordIds}::uuid[])`.execute(trx)
  return new Map(rows.map(({ record_id, grams }) => [record_id, grams]))
}
