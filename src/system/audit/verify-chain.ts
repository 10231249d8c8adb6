import { sql, type Kysely } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { BEFORE_ALL, hashOfEntry, parseHead, type ChainPlace } from './chain-hash.ts'
import { auditColumns, entryOf } from './entry-rows.ts'
import { ErasedEntries } from './erased-entries.ts'

/** The first thing that is wrong with a chain. */
export interface ChainFault {
  kind: 'gap' | 'changed' | 'cut' | 'head'
  /** The entry that is missing or was changed; the last one where the end is cut off. */
  sequence: number
  /** The place where a head of it was kept: `period 2026-10-31`. */
  source?: string
}

/** A head of a chain that somebody kept elsewhere. */
export interface StoredHead extends ChainPlace {
  source: string
}

export interface ChainVerdict {
  organisationId: string
  /** Entries that are there and follow from each other. */
  entries: number
  last: ChainPlace
  fault: ChainFault | undefined
}

const PIECE = 1000

/**
 * Walks the chain of an organisation from the oldest entry that is kept, and compares it with its own head and with those that were kept
 * elsewhere: in closings, certificates and what the caller brings. An entry in which somebody was erased keeps its hash, and a later entry vouches for what it says now. A changed, missing, added or reordered entry shows at its place; what was cut off the end
 * shows by the heads.
 */
export async function verifyChain(
  db: Kysely<Tables>,
  organisationId: string,
  brought: StoredHead[] = [],
): Promise<ChainVerdict> {
  const chain = await db
    .selectFrom('audit_chains')
    .selectAll()
    .where('organisation_id', '=', organisationId)
    .executeTakeFirst()
  const begin = chain ? { sequence: chain.kept_after, hash: chain.kept_after_hash } : BEFORE_ALL
  const heads = [...(await readStoredHeads(db, organisationId)), ...brought].toSorted(
    (a, b) => a.sequence - b.sequence,
  )
  // What is older than the oldest entry cannot be compared any more, but for the very end of it.
  const comparable = heads.filter(({ sequence }) => sequence >= begin.sequence && sequence > 0)
  const { place, fault } = await walk(db, organisationId, begin, comparable)
  return {
    organisationId,
    entries: place.sequence - begin.sequence,
    last: place,
    fault:
      fault ?? endFault(place, chain && { sequence: chain.last_sequence, hash: chain.last_hash }, comparable),
  }
}

/** Walks on until something is wrong or the end. */
async function walk(
  db: Kysely<Tables>,
  organisationId: string,
  begin: ChainPlace,
  heads: StoredHead[],
): Promise<{ place: ChainPlace; fault?: ChainFault }> {
  const byPlace = Map.groupBy(heads, ({ sequence }) => sequence)
  const erased = new ErasedEntries()
  let place = begin
  let fault = headFault(place, byPlace)
  for (let isMore = true; isMore && !fault;) {
    const rows = await db
      .selectFrom('audit_entries')
      .select([...auditColumns, 'hash', 'erasure_id'])
      .where('organisation_id', '=', organisationId)
      .where('sequence', '>', place === begin ? LEAST : place.sequence)
      .orderBy('sequence')
      .limit(PIECE)
      .execute()
    for (const row of rows) {
      const sequence = place.sequence + 1
      if (row.sequence !== sequence) return { place, fault: { kind: 'gap', sequence } }
      const entry = entryOf(row)
      const hash = row.erasure_id === null ? hashOfEntry(place.hash, entry) : row.hash
      if (!hash.equals(row.hash)) return { place, fault: { kind: 'changed', sequence } }
      if (row.erasure_id === null) erased.hear(entry)
      else erased.note(entry)
      place = { sequence, hash }
      fault = headFault(place, byPlace)
      if (fault) break
    }
    isMore = rows.length === PIECE
  }
  const unvouched = fault ? undefined : erased.unvouched()
  if (unvouched !== undefined) fault = { kind: 'changed', sequence: unvouched }
  return fault ? { place, fault } : { place }
}

/** Below every sequence: what was put before the beginning is looked at, too. */
const LEAST = Number.MIN_SAFE_INTEGER

function headFault(place: ChainPlace, heads: Map<number, StoredHead[]>): ChainFault | undefined {
  const other = heads.get(place.sequence)?.find(({ hash }) => !hash.equals(place.hash))
  return other && { kind: 'head', sequence: place.sequence, source: other.source }
}

function endFault(
  place: ChainPlace,
  own: ChainPlace | undefined,
  heads: StoredHead[],
): ChainFault | undefined {
  const beyond = heads.find(({ sequence }) => sequence > place.sequence)
  if (beyond) return { kind: 'cut', sequence: place.sequence, source: beyond.source }
  if (own && own.sequence !== place.sequence) return { kind: 'cut', sequence: place.sequence }
  if (own && !own.hash.equals(place.hash)) return { kind: 'changed', sequence: place.sequence }
  return undefined
}

/** The heads that closings and certificates of stock-takes have kept. */
async function readStoredHeads(db: Kysely<Tables>, organisationId: string): Promise<StoredHead[]> {
  const { rows } = await sql<{ head: string; source: string }>`
    select audit_head as head, 'period ' || last_day as source from periods
    where organisation_id = ${organisationId} and audit_head <> ''
    union all
    select audit_head, 'stock-take ' || id from stocktakes where organisation_id = ${organisationId} and audit_head <> ''`.execute(
    db,
  )
  return rows.flatMap(({ head, source }) => {
    const place = parseHead(head)
    return place ? [{ ...place, source }] : []
  })
}

/** The organisations that have a chain, in the order of their ids. */
export async function chainedOrganisations(db: Kysely<Tables>): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select organisation_id as id from audit_chains union select organisation_id from audit_entries order by 1`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}
