import { stockNameFor } from '../../system/commodities/stock-names.ts'
import { sql } from 'kysely'
import type { Transaction } from '../../db/transaction.ts'
import type { Rehearsal } from '../../http/validate/rehearsal.ts'
import { kilogramsFromGrams } from '../../kernel/weight.ts'
import type { LockedBalance } from './balances.ts'
import { conflictToWire, type NamedConflict } from './conflicts.ts'
import type { Recount } from './recounts.ts'
import type { Reader } from '../../words/render.ts'

interface Touched {
  records: Map<string, Pick<LockedBalance, 'recordId' | 'name' | 'bayName'>>
  /** Bays in which conflicts may have changed. */
  bayIds: Set<number>
  /** Counts that something was posted before, with what each posting changed. */
  recounts: Recount[]
}

/** Records, bays and counts that a transaction's postings have touched so far, for dry runs. */
const touchedBy = new WeakMap<Transaction, Touched>()

function touchedIn(trx: Transaction): Touched {
  const touched = touchedBy.get(trx) ?? { records: new Map(), bayIds: new Set(), recounts: [] }
  touchedBy.set(trx, touched)
  return touched
}

/** The records that a command has locked to post to: a dry run tells what becomes of them and of their bays. */
export function noteTouched(trx: Transaction, records: LockedBalance[]): void {
  const touched = touchedIn(trx)
  for (const record of records) {
    touched.records.set(record.recordId, record)
    if (record.bayId !== null) touched.bayIds.add(record.bayId)
  }
}

/** Bays that a command shows in although nothing is posted to what lies there. */
export function noteTouchedBays(trx: Transaction, bayIds: number[]): void {
  for (const bayId of bayIds) touchedIn(trx).bayIds.add(bayId)
}

/** Counts that stay as they were counted although something was posted before them: a dry run tells what they lose or find instead. */
export function noteRecounts(trx: Transaction, recounts: Recount[]): void {
  if (recounts.length > 0) touchedIn(trx).recounts.push(...recounts)
}

/** The counts that stand although a transaction has posted before them so far. */
export function countsThatStand(trx: Transaction): Rehearsal['counts'] {
  return countsOf(touchedIn(trx))
}

/** Finds the conflicts of bays, whatever else they depend on. */
export type ConflictsOf = (trx: Transaction, bayIds: number[], now: Date) => Promise<NamedConflict[]>

/**
 * Runs a command, looks at what it did, and takes it back to a savepoint: the same code as the real thing, so a dry
 * run cannot say anything else than what would happen.
 */
export async function rehearse<Seen>(
  trx: Transaction,
  now: Date,
  command: () => Promise<unknown>,
  {
    conflictsOf,
    look,
    reader,
  }: { conflictsOf: ConflictsOf; look: (recordIds: string[]) => Promise<Seen>; reader: Reader },
): Promise<{
  result: unknown
  rehearsal: Omit<Rehearsal, 'labels'>
  /** Results of `look` for the touched records. */
  seen: { before: Seen; after: Seen }
}> {
  await sql`savepoint rehearsal`.execute(trx)
  const result = await command()
  const touched = touchedIn(trx)
  const recordIds = [...touched.records.keys()]
  const after = await stateOf(trx, touched, now, conflictsOf)
  const seenAfter = await look(recordIds)
  await sql`rollback to savepoint rehearsal`.execute(trx)
  const before = await stateOf(trx, touched, now, conflictsOf)
  const seenBefore = await look(recordIds)
  const changes = (pick: 'now' | 'planned') =>
    [...touched.records.values()].map(({ recordId, name, bayName }) => ({
      recordId,
      name: stockNameFor(name, reader),
      place: bayName,
      before: kilogramsFromGrams(before.balances.get(recordId)?.[pick] ?? 0),
      after: kilogramsFromGrams(after.balances.get(recordId)?.[pick] ?? 0),
    }))
  const toWire = (conflict: NamedConflict) => conflictToWire(conflict, reader)
  return {
    result,
    rehearsal: {
      balances: changes('now'),
      planned: changes('planned'),
      conflicts: { before: before.conflicts.map(toWire), after: after.conflicts.map(toWire) },
      counts: countsOf(touched),
    },
    seen: { before: seenBefore, after: seenAfter },
  }
}

/** The counts that stand, each once: several postings may have come before one. */
function countsOf({ records, recounts }: Touched): Rehearsal['counts'] {
  const byCount = Map.groupBy(recounts, ({ recordId, at }) => `${recordId} ${at.getTime()}`)
  return [...byCount.values()].flatMap((all) => {
    const last = all.at(-1)
    if (!last || last.isPlanned) return []
    const changed = all.reduce((sum, { grams }) => sum + grams, 0)
    return [
      {
        recordId: last.recordId,
        name: records.get(last.recordId)?.name ?? '',
        place: records.get(last.recordId)?.bayName ?? '',
        countedAtUTC: last.at.toISOString(),
        before: kilogramsFromGrams(last.totalGrams - changed),
        after: kilogramsFromGrams(last.totalGrams),
      },
    ]
  })
}

async function stateOf(trx: Transaction, { records, bayIds }: Touched, now: Date, conflictsOf: ConflictsOf) {
  const { rows } = await sql<{ record_id: string; now: number; planned: number }>`
    select b.record_id, ledger_balance_now(b, ${now}) as now,
      coalesce((select closing_grams from ledger_days d where d.storer_id = b.storer_id and d.record_id = b.record_id order by day desc limit 1), 0) as planned
    from records r join ledger_balances b on b.storer_id = r.keeper_id and b.record_id = r.id
    where r.id = any(${[...records.keys()]}::uuid[])`.execute(trx)
  return {
    balances: new Map(rows.map((row) => [row.record_id, row])),
    conflicts: await conflictsOf(trx, [...bayIds], now),
  }
}
