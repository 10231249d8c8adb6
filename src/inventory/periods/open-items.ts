import { sql, type Kysely, type RawBuilder } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import type { Actor } from '../../http/actor.ts'
import { balanceAt, recordRow, recordsWithStock } from '../ledger/ledger.ts'
import { nameOfOwner } from '../partners/party-names.ts'
import { lastCount } from '../records/last-count.ts'
import { findLineWeights } from '../settlements/queries.ts'
import { settlementTotalsOf } from '../settlements/reconcile.ts'
import { listConflicts } from '../storage/bay-conflicts.ts'
import type { OpenItem, OpenItems } from './schema.ts'

/** So many of a kind are named; all are counted. */
const MOST_NAMED = 100

/** The days that are to be closed, as instants. */
export interface ClosingSpan {
  from: Date | null
  before: Date
}

/** Lists what is still open before a book is closed: it hinders nobody, and is told with the statement. */
export async function readOpenItems(db: Kysely<Tables>, actor: Actor, span: ClosingSpan): Promise<OpenItems> {
  const before = new Date(span.before.getTime() - 1)
  const weighedOnce = sql`(m.empty_grams is null) <> (m.full_grams is null)`
  const groups: OpenItems = [
    await loadsWhere(
      db,
      actor,
      'yard',
      sql`m.effective_at <= ${before} and m.status = 'incomplete' and ${weighedOnce}`,
    ),
    await loadsWhere(
      db,
      actor,
      'unweighed',
      sql`m.effective_at <= ${before} and m.status <> 'deleted' and m.weight_grams = 0 and not (${weighedOnce})`,
    ),
    await openSettlements(db, actor, before),
    await uncountedBays(db, actor, { from: span.from, at: before }),
    await conflicts(db, actor, before),
  ]
  return groups.filter(({ count }) => count > 0)
}

function groupOf(
  kind: OpenItems[number]['kind'],
  items: OpenItem[],
  count = items.length,
): OpenItems[number] {
  return { kind, count, items: items.slice(0, MOST_NAMED) }
}

async function loadsWhere(
  db: Kysely<Tables>,
  { organisationId }: Actor,
  kind: 'yard' | 'unweighed',
  where: RawBuilder<unknown>,
): Promise<OpenItems[number]> {
  const { rows } = await sql<{ id: number; at: Date; vehicle: string | null; name: string; found: number }>`
    select m.id, m.effective_at as at, m.vehicle_registration as vehicle, r.name, count(*) over () as found
    from movements m join records r on r.keeper_id = m.organisation_id and r.id = m.record_id
    where m.organisation_id = ${organisationId} and ${where}
    order by m.effective_at, m.id limit ${MOST_NAMED}`.execute(db)
  const items = rows.map(({ id, at, vehicle, name }): OpenItem => ({
    name: [vehicle ?? '', name].filter(Boolean).join(', '),
    atUTC: at.toISOString(),
    movementId: id,
  }))
  return groupOf(kind, items, Number(rows[0]?.found ?? 0))
}

async function openSettlements(
  db: Kysely<Tables>,
  { organisationId, timeZone }: Actor,
  at: Date,
): Promise<OpenItems[number]> {
  const { rows } = await sql<{ id: string; buyer: string; reference: string; at: Date }>`
    select s.id, ${nameOfOwner(sql`s.buyer_id`, sql`s.organisation_id`)} as buyer, s.reference, (s.settled_on::timestamp at time zone ${timeZone}) as at
    from settlements s
    where s.organisation_id = ${organisationId} and s.closed_at is null and s.settled_on <= (${at}::timestamptz at time zone ${timeZone})::date
    order by s.settled_on, s.id`.execute(db)
  const lines = await findLineWeights(
    db,
    { organisationId },
    rows.map(({ id }) => id),
  )
  const open = rows.filter(({ id }) => settlementTotalsOf(lines.get(id) ?? []).undecided > 0)
  return groupOf(
    'settlements',
    open.map(({ id, buyer, reference, at: settledAt }) => ({
      name: [buyer, reference].filter(Boolean).join(', '),
      atUTC: settledAt.toISOString(),
      settlementId: id,
    })),
  )
}

/** Bays with stock that nobody has counted since the period began. */
async function uncountedBays(
  db: Kysely<Tables>,
  { organisationId }: Actor,
  { from, at }: { from: Date | null; at: Date },
): Promise<OpenItems[number]> {
  const { rows } = await sql<{
    storage_id: string
    bay_id: number
    store: string
    bay: string
    counted_at: Date | null
  }>`
    select distinct r.storage_id, r.bay_id, s.name as store, b.name as bay, last_count.at as counted_at
    from records r
    cross join lateral (select ${balanceAt(recordRow(sql`r`), at)} as grams offset 0) standing
    join storages s on s.id = r.storage_id
    join bays b on b.id = r.bay_id
    left join lateral ${lastCount(at)} last_count on true
    where r.id = any(array(select record_id from ${recordsWithStock(organisationId, at)} candidate))
      and r.keeper_id = ${organisationId} and r.source <> 'planting' and standing.grams > 0
      and coalesce(last_count.at < ${from ?? new Date(0)}, true)
    order by store, r.bay_id`.execute(db)
  return groupOf(
    'uncounted',
    rows.map(({ storage_id, bay_id, store, bay, counted_at }) => ({
      name: `${store}, ${bay}`,
      atUTC: counted_at?.toISOString() ?? '',
      storageId: storage_id,
      substorageId: bay_id,
    })),
  )
}

async function conflicts(db: Kysely<Tables>, actor: Actor, at: Date): Promise<OpenItems[number]> {
  const { conflicts: planned } = await listConflicts(db, actor, undefined)
  const all = planned.filter(({ movementDateUTC }) => new Date(movementDateUTC) <= at)
  return groupOf(
    'conflicts',
    all.map(({ message, movementDateUTC, storageId, substorageId }) => ({
      name: message,
      atUTC: movementDateUTC,
      storageId,
      substorageId,
    })),
  )
}
