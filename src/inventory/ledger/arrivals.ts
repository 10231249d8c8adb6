import { sql } from 'kysely'
import type { Transaction } from '../../db/transaction.ts'
import type { LiveEntry, NewEntry, PostingRequest, UnweighedLoad } from './posting.ts'

/** A load of unknown weight in a bay, before a command or after it. */
export interface UnknownWeight {
  recordId: string
  bayId: number
  at: number
  /** Until when it lies there as nothing but a load, before the command and after it; not at all where that is before `at`. */
  untilBefore: number
  untilAfter: number
}

/** Stock that a command brings into records that did not come there then before, and the loads that have no weight yet. */
export interface Arrivals {
  brought: { recordId: string; at: number; sourceRecordId: string | null }[]
  unweighed: UnknownWeight[]
}

/**
 * Finds the arrivals of a command. A load that came to the same record at the same instant before is corrected, and does not arrive
 * again; nor does stock that is found.
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
  const weighed = entries.flatMap(
    ({ factId, at, destinationRecordId, sourceRecordId, sourceOutside, isReversal, isCount }) =>
      destinationRecordId === null || isReversal || isCount || sourceOutside?.startsWith('gain:')
        ? []
        : [{ recordId: destinationRecordId, factId, at, sourceRecordId }],
  )
  const unknown = postings.flatMap(({ id: factId, effectiveAt, unweighedInto: recordId }) =>
    recordId === undefined ? [] : [{ recordId, factId, at: effectiveAt.getTime(), sourceRecordId: null }],
  )
  const isKnown = ({ recordId, factId, at }: (typeof weighed)[number]) =>
    known.has(keyOf(recordId, factId, at))
  const kept = new Set(unknown.filter(isKnown).map(({ factId }) => factId))
  return {
    brought: [...weighed, ...unknown].filter((each) => !isKnown(each)),
    unweighed: [
      ...unweighed.map((load) => {
        const stays = !reverse.includes(load.factId) || kept.has(load.factId)
        const untilAfter = stays ? nextCount(load, { reverse, postings }) : NOT_AT_ALL
        return { ...load, untilBefore: nextCount(load), untilAfter }
      }),
      ...(
        await inBays(
          trx,
          unknown.filter((each) => !isKnown(each)),
        )
      ).map((load) => ({
        ...load,
        untilBefore: NOT_AT_ALL,
        untilAfter: nextCount(load, { reverse, postings }),
      })),
    ],
  }
}

const NOT_AT_ALL = Number.NEGATIVE_INFINITY

/** When a load's parcel was counted next, as things stand or as a command leaves them. */
function nextCount(
  { recordId, at, counts }: Pick<UnweighedLoad, 'recordId' | 'at' | 'counts'>,
  { reverse, postings }: Pick<PostingRequest, 'reverse' | 'postings'> = { reverse: [], postings: [] },
): number {
  const standing = counts.filter(({ factId }) => !reverse.includes(factId)).map((count) => count.at)
  const added = postings
    .filter((posting) => posting.counts.some((count) => count.recordId === recordId))
    .map(({ effectiveAt }) => effectiveAt.getTime())
  return Math.min(Number.POSITIVE_INFINITY, ...standing, ...added.filter((each) => each > at))
}

function keyOf(recordId: string, factId: number, at: number): string {
  return `${recordId} ${factId} ${at}`
}

async function inBays(
  trx: Transaction,
  loads: { recordId: string; at: number }[],
): Promise<Pick<UnweighedLoad, 'recordId' | 'bayId' | 'at' | 'counts'>[]> {
  if (loads.length === 0) return []
  const { rows } = await sql<Pick<UnweighedLoad, 'recordId' | 'bayId' | 'at' | 'counts'>>`
    select r.id as "recordId", r.bay_id as "bayId", (extract(epoch from load.at) * 1000)::bigint as at, (
        select coalesce(jsonb_agg(jsonb_build_object('factId', c.fact_id, 'at', (extract(epoch from c.effective_at) * 1000)::bigint)), '[]')
        from ledger_counts c
        where c.storer_id = r.keeper_id and c.record_id = r.id and c.withdrawn_at is null and c.effective_at > load.at) as counts
    from unnest(${loads.map(({ recordId }) => recordId)}::uuid[], ${loads.map(({ at }) => new Date(at))}::timestamptz[]) as load (id, at)
    join records r on r.id = load.id where r.bay_id is not null`.execute(trx)
  return rows
}
