import { sql } from 'kysely'
import type { Transaction } from '../../db/transaction.ts'
import type { LiveEntry, NewEntry, PostingRequest } from './posting.ts'

/** A load of unknown weight in a bay, before a command or after it. */
export interface UnknownWeight {
  recordId: string
  bayId: number
  at: number
  /** When its parcel was counted next. */
  until: number | null
  isBefore: boolean
  isAfter: boolean
}

/** What a command brings into records that did not come there then before, and the loads that have no weight yet. */
export interface Arrivals {
  brought: { recordId: string; at: number }[]
  unweighed: UnknownWeight[]
}

/**
 * What arrives by a command. A load that came to the same record at the same instant before is corrected, and does not arrive again; nor does
 * what is found.
 */
export async function arrivalsOf(
  trx: Transaction,
  { reverse, postings, unweighed = [] }: PostingRequest,
  entries: NewEntry[],
  reversed: LiveEntry[],
): Promise<Arrivals> {
  const known = new Set([
    ...reversed.flatMap(({ factId, at, destinationRecordId: id }) =>
      id === null ? [] : keyOf(id, factId, at),
    ),
    ...unweighed.map(({ recordId, factId, at }) => keyOf(recordId, factId, at)),
  ])
  const weighed = entries.flatMap(({ factId, at, destinationRecordId, sourceOutside, isReversal, isCount }) =>
    destinationRecordId === null || isReversal || isCount || sourceOutside?.startsWith('gain:')
      ? []
      : [{ recordId: destinationRecordId, factId, at }],
  )
  const unknown = postings.flatMap(({ id: factId, effectiveAt, unweighedInto: recordId }) =>
    recordId === undefined ? [] : [{ recordId, factId, at: effectiveAt.getTime() }],
  )
  const isKnown = ({ recordId, factId, at }: (typeof weighed)[number]) =>
    known.has(keyOf(recordId, factId, at))
  const kept = new Set(unknown.filter(isKnown).map(({ factId }) => factId))
  return {
    brought: [...weighed, ...unknown].filter((each) => !isKnown(each)),
    unweighed: [
      ...unweighed.map((load) => ({
        ...load,
        isBefore: true,
        isAfter: !reverse.includes(load.factId) || kept.has(load.factId),
      })),
      ...(await inBays(
        trx,
        unknown.filter((each) => !isKnown(each)),
      )),
    ],
  }
}

function keyOf(recordId: string, factId: number, at: number): string {
  return `${recordId} ${factId} ${at}`
}

async function inBays(trx: Transaction, loads: { recordId: string; at: number }[]): Promise<UnknownWeight[]> {
  if (loads.length === 0) return []
  const { rows } = await sql<UnknownWeight>`
    select r.id as "recordId", r.bay_id as "bayId", (extract(epoch from load.at) * 1000)::bigint as at, (
        select (extract(epoch from min(c.effective_at)) * 1000)::bigint from ledger_counts c
        where c.record_id = r.id and c.withdrawn_at is null and c.effective_at > load.at) as until,
      false as "isBefore", true as "isAfter"
    from unnest(${loads.map(({ recordId }) => recordId)}::uuid[], ${loads.map(({ at }) => new Date(at))}::timestamptz[]) as load (id, at)
    join records r on r.id = load.id where r.bay_id is not null`.execute(trx)
  return rows
}
