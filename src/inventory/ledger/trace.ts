import { sql, type Kysely, type RawBuilder } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { isInsideTransaction } from '../../db/transaction.ts'
import { inTurns } from '../../kernel/concurrency.ts'
import { composing, UNACCOUNTED, type Composition, type Parts, type TraceEntry } from './composition-rules.ts'
import { countsAt } from './counts.ts'
import { stageAmong, type Flow } from './instant-rules.ts'
import { entryColumns, type EntryRow } from './read-histories.ts'

/** Source of grams: a named outside, the planting for harvested grain, else the fact that brought them in. */
export interface Origin {
  outside: string
  plantingId: string | null
  factId: number | null
}

/** Destination of a record's grams, or the record in which they still lie. */
export interface End {
  /** `receiver:<org>` or `loss:<reason>`, or null for stock that lies in a record. */
  outside: string | null
  recordId: string | null
  /** The movement, or other fact, that took them out; null for stock that lies in a record. */
  factId: number | null
  at: Date | null
  grams: number
}

export interface Trace {
  madeOf: (Origin & { grams: number })[]
  wentTo: End[]
}

/** A live entry, with its place in the flow of its instant. */
type LineageRow = EntryRow & { flow: Flow }

/** The live entries of all records that fed a record, or that it fed, with itself, as they stood when they were read. */
export type Lineage = LineageRow[]

/**
 * Traces a record's origins through its lineage upstream, and the ends of all that ever was in it through its lineage downstream (rules.md §3).
 * A planting has no origins, and its grain is followed from the field on.
 */
export async function traceRecord(recordId: string, upstream: Lineage, downstream: Lineage): Promise<Trace> {
  const { records } = await follow(withoutShrink(netCounts(upstream)).map(entryByOrigin), () => false)
  return {
    madeOf: originsOf(records.get(recordId) ?? new Map<string, number>()),
    wentTo: await endsOf(withoutShrink(netCounts(downstream), recordId), recordId),
  }
}

/** Traces the origins of one movement's load, in or out, through the lineage upstream of its source. */
export async function traceFact(
  { factId, sourceRecordId }: { factId: number; sourceRecordId: string },
  upstream: Lineage,
): Promise<Trace['madeOf']> {
  const rows = withoutShrink(netCounts(upstream))
  const isOfLoad = (entry: TraceEntry) => entry.factId === factId
  const { carried } = await follow(rows.map(entryByOrigin), isOfLoad)
  const parts: Parts = new Map()
  for (const row of rows) {
    // A fact may correct its source as well; the load is what left the source for somewhere else.
    const isLoad = row.fact_id === factId && row.source_record_id === sourceRecordId && !row.is_count
    if (!isLoad || row.destination_outside?.startsWith('loss:')) continue
    for (const [origin, grams] of carried.get(row.id) ?? [])
      parts.set(origin, (parts.get(origin) ?? 0) + grams)
  }
  return originsOf(parts)
}

/** True if more left than was there, and nothing that is known has made up for it. */
export function isUnaccounted(madeOf: Trace['madeOf']): boolean {
  return madeOf.some(({ outside }) => outside === UNACCOUNTED)
}

/** Whatever has a name in a trace: facts that took grain in or out, and records that it lay in or grew as. */
export interface NamedOrigin {
  factIds: number[]
  recordIds: string[]
}

/** Collects the facts and records that a trace along these entries may have to name. */
export function namedAlong(lineage: Lineage): NamedOrigin {
  const atEnds = lineage.filter((row) => row.source_record_id === null || row.destination_record_id === null)
  const records = lineage.flatMap((row) => [row.planting_id ?? [], row.destination_record_id ?? []].flat())
  return { factIds: [...new Set(atEnds.map((row) => row.fact_id))], recordIds: [...new Set(records)] }
}

/** That takes seconds where a silo is never emptied, and must keep nobody waiting: neither for this process nor for the connection. */
function follow(entries: TraceEntry[], isAsked?: (entry: TraceEntry) => boolean): Promise<Composition> {
  if (isInsideTransaction()) throw new Error('what was read is followed when the transaction is over')
  return inTurns(composing(entries, isAsked))
}

/**
 * All live entries, up to an instant, of the records that fed a record, or that it fed, with itself. What was taken off a
 * planting and sold from the field never lay in a record.
 */
export async function readLineage(
  db: Kysely<Tables>,
  recordId: string,
  at: Date,
  direction: 'up' | 'down',
): Promise<Lineage> {
  // One by one (`offset 0`): how few there are is not known when it is planned, and all entries would be read.
  const of = (side: RawBuilder<unknown>, columns = sql`storer_id, fact_id, id`) => sql`lateral (
    select ${columns} from ledger_entries where ${side} = lineage.record_id and effective_at <= ${at} offset 0) e`
  const step =
    direction === 'up'
      ? sql`select e.source_record_id from lineage cross join ${of(destination, source)} where e.source_record_id is not null`
      : sql`select e.destination_record_id from lineage cross join lateral (
            select * from ${of(source, destination)} union all select * from ${of(sql`planting_id`, destination)}
          ) e where e.destination_record_id is not null`
  const { rows } = await sql<EntryRow>`
    with recursive lineage (record_id) as (select ${recordId}::uuid union ${step})
    select ${entryColumns} from (
      select e.* from lineage cross join ${of(destination)}
      union select e.* from lineage cross join ${of(source)}
      union select e.storer_id, e.fact_id, e.id from ledger_entries e where e.planting_id = ${direction === 'down' ? recordId : null}
    ) touched
    cross join lateral (
      select * from ledger_entries own
      where own.storer_id = touched.storer_id and own.fact_id = touched.fact_id and own.id = touched.id and own.effective_at <= ${at} and own.reverses is null
        and not exists (select 1 from ledger_entries back where back.storer_id = own.storer_id and back.reverses = own.id)
      offset 0
    ) e
    order by e.effective_at, e.fact_id, e.id`.execute(db)
  return withFlow(db, rows)
}

async function withFlow(db: Kysely<Tables>, rows: EntryRow[]): Promise<Lineage> {
  const touched = rows.flatMap((row) => [row.source_record_id ?? [], row.destination_record_id ?? []].flat())
  const countIds = await countsAt(db, [...new Set(touched)])
  const stageOf = (recordId: string | null, { at, fact_id, is_count }: EntryRow) =>
    recordId === null ? undefined : { recordId, stage: stageAmong(countIds(recordId, at), fact_id, is_count) }
  return rows.map((row) => ({
    ...row,
    flow: { from: stageOf(row.source_record_id, row), into: stageOf(row.destination_record_id, row) },
  }))
}

const source = sql`source_record_id`
const destination = sql`destination_record_id`

/** A count's entries as one gain or one loss: what it handed back and took again is no flow of grain. */
function netCounts(rows: Lineage): Lineage {
  const counts = Map.groupBy(
    rows.filter(({ is_count }) => is_count),
    (row) => `${row.fact_id} ${row.at} ${row.source_record_id ?? row.destination_record_id}`,
  )
  const netted = [...counts.values()].flatMap((group) => {
    const grams = group.reduce(
      (sum, row) => sum + (row.destination_record_id === null ? -row.grams : row.grams),
      0,
    )
    const wanted = grams > 0 ? 'gain:' : 'loss:'
    const like = group.find((row) => (row.source_outside ?? row.destination_outside)?.startsWith(wanted))
    return grams === 0 || !like ? [] : [{ ...like, grams: Math.abs(grams) }]
  })
  return [...rows.filter(({ is_count }) => !is_count), ...netted]
}

/**
 * Takes what a load lost as it came in, such as to the drier, off that load alone, and not off the blend that it joined. Of 30 t from a
 * sender that were dried by 2 t, the ledger has 30 t in and 2 t lost out of the bay; here 28 t come in, and 2 t are lost of the sender's.
 * What came into the record `whole` is left as the ledger has it.
 */
function withoutShrink(rows: Lineage, whole?: string): Lineage {
  const plain = rows.filter(({ is_count }) => !is_count)
  const arrivals = new Map(plain.filter(isArrival).map((row) => [keyOf(row, row.destination_record_id), row]))
  const lostGrams = new Map<LineageRow, number>()
  const own = rows.map((row) => {
    const isLoss =
      !row.is_count && row.source_record_id !== whole && row.destination_outside?.startsWith('loss:')
    const arrival = isLoss ? arrivals.get(keyOf(row, row.source_record_id)) : undefined
    if (!arrival) return row
    lostGrams.set(arrival, (lostGrams.get(arrival) ?? 0) + row.grams)
    return {
      ...row,
      source_record_id: null,
      source_outside: arrival.source_outside,
      planting_id: arrival.planting_id,
      flow: { into: undefined },
    }
  })
  return own
    .map((row) => ({ ...row, grams: row.grams - (lostGrams.get(row) ?? 0) }))
    .filter(({ grams }) => grams > 0)
}

function isArrival({ source_outside, destination_record_id }: EntryRow): boolean {
  return destination_record_id !== null && source_outside !== null && !source_outside.startsWith('gain:')
}

function keyOf({ fact_id, at }: EntryRow, recordId: string | null): string {
  return `${fact_id} ${at} ${recordId}`
}

const SEPARATOR = '\u0000'

function entryByOrigin(row: LineageRow): TraceEntry {
  const outside = row.source_outside ?? ''
  const origin = [outside, row.planting_id ?? '', row.planting_id === null ? row.fact_id : ''].join(SEPARATOR)
  return {
    id: row.id,
    at: row.at,
    factId: row.fact_id,
    grams: row.grams,
    flow: row.flow,
    from: row.source_record_id === null ? { origin } : { recordId: row.source_record_id },
    to:
      row.destination_record_id === null
        ? { end: row.destination_outside ?? '' }
        : { recordId: row.destination_record_id },
  }
}

function originsOf(parts: Parts): Trace['madeOf'] {
  return [...parts]
    .map(([key, grams]) => {
      const [outside = '', plantingId = '', factId = ''] = key.split(SEPARATOR)
      return { outside, plantingId: plantingId || null, factId: factId ? Number(factId) : null, grams }
    })
    .sort((a, b) => b.grams - a.grams || (a.factId ?? 0) - (b.factId ?? 0))
}

const TRACED = 'traced'
const OTHER = 'other'
const RETURNED = 'returned'

/**
 * Follows what was in the record downstream: everything that leaves it is marked, wherever else it is mixed in. What
 * comes back is taken from where it lay, and is not told again: it lies in the record, or leaves it once more.
 */
async function endsOf(rows: Lineage, recordId: string): Promise<End[]> {
  const isOwn = (row: LineageRow) =>
    row.source_record_id === recordId || (row.planting_id === recordId && row.source_outside === 'harvest')
  const reached = new Set(rows.flatMap((row) => row.destination_record_id ?? []))
  const entries = rows.map((row): TraceEntry => {
    const entry = entryByOrigin(row)
    if (isOwn(row)) return { ...entry, from: { origin: TRACED } }
    const from = reached.has(row.source_record_id ?? '') ? entry.from : { origin: OTHER }
    return { ...entry, from, to: row.destination_record_id === recordId ? { end: RETURNED } : entry.to }
  })
  const { records, carried } = await follow(entries)
  const left = rows.flatMap((row): End[] => {
    const grams = carried.get(row.id)?.get(TRACED) ?? 0
    if (row.destination_outside === null || grams === 0) return []
    return [
      { outside: row.destination_outside, recordId: null, factId: row.fact_id, at: new Date(row.at), grams },
    ]
  })
  const lying = [...records].flatMap(([id, parts]): End[] => {
    const grams = parts.get(TRACED) ?? 0
    return grams === 0 ? [] : [{ outside: null, recordId: id, factId: null, at: null, grams }]
  })
  return [...lying, ...left]
}
