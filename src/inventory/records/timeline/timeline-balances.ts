import { sql, type Kysely } from 'kysely'
import type { Tables } from '../../../db/tables.ts'
import { kilogramsFromGrams } from '../../../kernel/weight.ts'
import type { RunningBalance } from '../../ledger/ledger.ts'
import type { RecordRow } from '../rows.ts'
import type { TimelineEntry } from '../schema.ts'
import type {
  TimelineKey,
  ChangeRow,
  CountRow,
  FactRow,
  SampleRow,
  TimelineMovementRow,
} from './timeline-rows.ts'

// What the entries of a timeline changed, and what lay there after each of them.

/** An entry as it is told, but for what it did to the weight. */
export type EntryText = Omit<TimelineEntry, 'change' | 'balanceAfter'>

/** Rows from which the entries of a page are made, by record and number. */
export interface Rows {
  movement: Map<string, TimelineMovementRow>
  count: Map<string, CountRow>
  sample: Map<string, SampleRow>
  change: Map<string, ChangeRow>
}

const keyOf = (recordId: string, id: number) => `${recordId} ${id}`

export function byKey<Row extends FactRow>(rows: Row[]): Map<string, Row> {
  return new Map(rows.map((row) => [keyOf(row.record_id, row.id), row]))
}

/** The row of an entry, which was read with it. */
export function rowOf<Row>(rows: Map<string, Row>, { recordId, id }: TimelineKey): Row {
  const row = rows.get(keyOf(recordId, id))
  if (row === undefined) throw new Error(`fact ${id} is of a timeline, and cannot be read`)
  return row
}

/** Computes the grams in each record before the first entry of its page: a page may begin with an entry that changed nothing, such as a sample. */
export async function balancesAtStart(db: Kysely<Tables>, keys: TimelineKey[]): Promise<Map<string, number>> {
  const firsts = new Map<string, { id: number; at: Date }>()
  for (const [recordId, [first]] of Map.groupBy(keys, (key) => key.recordId))
    // How a record began stands before all time, with nothing before it.
    if (first?.at) firsts.set(recordId, { id: first.id, at: first.at })
  if (firsts.size === 0) return new Map()
  const numbered = [...firsts.values()]
  const { rows } = await sql<{ record_id: string; grams: number }>`
    select told.record_id, (ledger_balance_at(r.keeper_id, r.id, told.at - interval '1 microsecond') + coalesce((
      select sum(case when e.destination_record_id = told.record_id then e.grams else -e.grams end) from ledger_entries e
      where told.record_id in (e.destination_record_id, e.source_record_id) and e.effective_at = told.at and e.fact_id < told.id
    ), 0))::bigint as grams
    from unnest(
      ${[...firsts.keys()]}::uuid[],
      ${numbered.map(({ id }) => id)}::bigint[],
      ${numbered.map(({ at }) => at)}::timestamptz[]
    ) as told (record_id, id, at)
    join records r on r.id = told.record_id`.execute(db)
  return new Map(rows.map(({ record_id, grams }) => [record_id, grams]))
}

/** The entries with what each changed and left: a fact's correction, load and write-off share what the fact did, in this order. */
export function withBalances(
  record: RecordRow,
  keys: TimelineKey[],
  rows: Rows,
  balances: { atStart: number; of: (recordId: string, factId: number) => RunningBalance | undefined },
  tell: (key: TimelineKey, isMerge: boolean) => EntryText,
): TimelineEntry[] {
  let last = balances.atStart
  return keys.map((key) => {
    const fact = balances.of(record.id, key.id)
    const changeGrams = changeOf(key, rows, fact?.grams ?? 0)
    if (fact && key.at) last = fact.beforeGrams + earlierOf(key, rows, fact.grams)
    const isMerge = key.kind === 'movement' && last > 0
    last += changeGrams
    return {
      ...tell(key, isMerge),
      change: kilogramsFromGrams(changeGrams),
      balanceAfter: record.source === 'planting' ? null : kilogramsFromGrams(last),
    }
  })
}

/** Computes the grams of a fact that this entry has. */
function changeOf(key: TimelineKey, rows: Rows, grams: number): number {
  const correction = correctionOf(key, rows)
  const count = rows.count.get(keyOf(key.recordId, key.id))
  const countGrams = count && !count.is_taken_back ? count.difference_grams : 0
  switch (key.kind) {
    case 'correction':
      return correction
    case 'movement':
      return grams - correction - countGrams - takenOff(key, rows)
    case 'count':
      return countGrams
    case 'change':
      return grams || (rowOf(rows.change, key).details.grams ?? 0)
    default:
      return 0
  }
}

/** Computes the grams that the earlier entries of the same fact changed. */
function earlierOf(key: TimelineKey, rows: Rows, grams: number): number {
  if (key.kind === 'movement') return correctionOf(key, rows)
  if (key.kind === 'count') return grams - changeOf(key, rows, grams)
  return 0
}

/** Returns the grams that a load takes off a planting, which is no stock and has no balance in the ledger. */
function takenOff({ recordId, id }: TimelineKey, rows: Rows): number {
  const row = rows.movement.get(keyOf(recordId, id))
  return row?.is_harvest && row.status !== 'deleted' && row.source_record_id === recordId
    ? row.weight_grams
    : 0
}

/** The correction that a movement makes of its source; nothing of one that was taken back, or of its other side. */
function correctionOf({ recordId, id }: TimelineKey, rows: Rows): number {
  const row = rows.movement.get(keyOf(recordId, id))
  if (!row || row.status === 'deleted' || row.source_record_id !== recordId) return 0
  return row.adjustment_reason_id === null ? 0 : (row.adjustment_grams ?? 0)
}
