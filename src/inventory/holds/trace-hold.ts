import { sql, type Kysely } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { inOneMoment, type Transaction } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import { notFound } from '../../kernel/errors.ts'
import { isId } from '../../kernel/ids.ts'
import { kilogramsFromGrams } from '../../kernel/weight.ts'
import { stockNameFor } from '../../system/commodities/stock-names.ts'
import { nameOfOwner } from '../partners/party-names.ts'
import { lockBays } from '../stock/lock-bays.ts'
import type { HoldRow } from './queries.ts'
import { findHolds } from './queries.ts'
import { insertHold } from './set-hold.ts'
import type { Hold, HoldTrace } from './schema.ts'

type Db = Kysely<Tables>
type Traced = Omit<HoldRow, 'storage_id' | 'store' | 'bay' | 'record_name'> & { organisation_id: string }

const MOST_LOADS = 1000

/**
 * Follows what left a held bay or parcel since its hold begins: before somebody entered it, or by an override, straight or through other bays of
 * the caller's. A hold on what comes in follows nothing.
 *
 * @throws Refusal `not_found`
 */
export function traceHold(db: Db, actor: Actor, id: string): Promise<HoldTrace> {
  return inOneMoment(db, async (moment) => {
    const { loads, parcels } = await follow(moment, actor, await ensureHold(moment, actor, id))
    return {
      loads: loads.map((row) => loadToWire(row)),
      parcels: parcels.map((row) => parcelToWire(actor, row)),
    }
  })
}

/**
 * Holds every parcel in which something of a held one still lies, for the same reason and since it came there. What is held already is left as it
 * is.
 *
 * @throws Refusal `not_found`
 */
export async function holdTraced(trx: Transaction, actor: Actor, id: string): Promise<Hold[]> {
  const hold = await ensureHold(trx, actor, id)
  const found = await follow(trx, actor, hold)
  await lockBays(trx, { bayIds: found.parcels.map(({ bay_id }) => bay_id) })
  // Loads that came before the locks are followed, too.
  const { parcels } = await follow(trx, actor, hold)
  const ids: string[] = []
  for (const { record_id: recordId, bay_id: bayId, since, is_held: isHeld } of parcels) {
    if (isHeld) continue
    const fumigation =
      hold.product === null
        ? null
        : {
            product: hold.product,
            dose: hold.dose ?? '',
            airedAt: hold.aired_at,
            withholdingDays: hold.withholding_days ?? 0,
          }
    ids.push(
      await insertHold(trx, actor, {
        bayId,
        recordId,
        reason: hold.reason,
        blocks: hold.blocks,
        beginsAt: since,
        endsAt: hold.ends_at,
        note: hold.note,
        fileIds: hold.file_ids,
        tracedFrom: hold.id,
        fumigation,
      }),
    )
  }
  return findHolds(trx, actor, ids)
}

async function ensureHold(db: Db, { organisationId }: Actor, id: string): Promise<Traced> {
  const { rows } = await sql<Traced>`
    select organisation_id, id, bay_id, record_id, reason, blocks, begins_at, ends_at, over_at, note, file_ids, traced_from, product, dose,
      aired_at, withholding_days, created_by_name, created_at, released_at, released_by_name, release_note
    from holds where organisation_id = ${organisationId} and id = ${isId(id) ? id : null}::uuid`.execute(db)
  const [hold] = rows
  if (!hold) throw notFound('hold', id)
  return hold
}

interface LoadRow {
  id: number
  effective_at: Date
  weight_grams: number
  source_record_id: string
  destination_record_id: string | null
  to_name: string
  hold_override: string
}

interface ParcelRow {
  record_id: string
  name: string
  storage_id: string
  bay_id: number
  place: string
  since: Date
  grams: number
  is_held: boolean
}

async function follow(
  db: Db,
  actor: Actor,
  hold: Traced,
): Promise<{ loads: LoadRow[]; parcels: ParcelRow[] }> {
  if (hold.blocks === 'in') return { loads: [], parcels: [] }
  const since = await firstParcels(db, hold)
  const own = new Set(since.keys())
  const loads = new Map<number, LoadRow>()
  let next = [...since]
  while (next.length > 0) {
    const reached = new Map<string, Date>()
    for (const row of await loadsOut(db, actor, next)) {
      loads.set(row.id, row)
      const { destination_record_id: to, effective_at: at } = row
      const known = to === null ? undefined : since.get(to)
      if (to === null || (known !== undefined && known <= at)) continue
      since.set(to, at)
      reached.set(to, at)
    }
    next = [...reached]
  }
  const others = [...since].filter(([recordId]) => !own.has(recordId))
  return {
    loads: [...loads.values()]
      .toSorted((a, b) => a.effective_at.getTime() - b.effective_at.getTime() || a.id - b.id)
      .slice(0, MOST_LOADS),
    parcels: await parcelsOf(db, actor, others),
  }
}

async function firstParcels(db: Db, hold: Traced): Promise<Map<string, Date>> {
  if (hold.record_id !== null) return new Map([[hold.record_id, hold.begins_at]])
  const { rows } = await sql<{ id: string }>`
    select id from records where keeper_id = ${hold.organisation_id} and bay_id = ${hold.bay_id}`.execute(db)
  return new Map(rows.map(({ id }) => [id, hold.begins_at]))
}

/** Reads the loads that left records, each since its moment, up to now. */
async function loadsOut(
  db: Db,
  { organisationId, now }: Actor,
  from: [recordId: string, since: Date][],
): Promise<LoadRow[]> {
  const { rows } = await sql<LoadRow>`
    select m.id, m.effective_at, m.weight_grams, m.source_record_id, m.destination_record_id, m.hold_override,
      coalesce(s.name || ', ' || b.name, ${nameOfOwner(sql`m.receiver_id`, sql`m.organisation_id`)}, m.receiver_name, '') as to_name
    from unnest(${from.map(([id]) => id)}::uuid[], ${from.map(([, since]) => since)}::timestamptz[]) as gone (record_id, since)
    cross join lateral (
      select * from movements m
      where m.source_record_id = gone.record_id and m.effective_at >= gone.since and m.effective_at <= ${now} offset 0
    ) m
    left join records r on r.keeper_id = m.organisation_id and r.id = m.destination_record_id
    left join bays b on b.organisation_id = r.keeper_id and b.id = r.bay_id
    left join storages s on s.organisation_id = b.organisation_id and s.id = b.storage_id
    where m.organisation_id = ${organisationId} and m.status <> 'deleted'`.execute(db)
  return rows
}

/** Those of some records in which anything lies now. */
async function parcelsOf(
  db: Db,
  { organisationId, now }: Actor,
  reached: [recordId: string, since: Date][],
): Promise<ParcelRow[]> {
  if (reached.length === 0) return []
  const { rows } = await sql<ParcelRow>`
    select r.id as record_id, r.name, b.storage_id, b.id as bay_id, s.name || ', ' || b.name as place, reached.since,
      standing.grams, exists (
        select from holds h
        where h.organisation_id = r.keeper_id and h.bay_id = r.bay_id and (h.record_id is null or h.record_id = r.id)
          and h.blocks <> 'in' and h.begins_at <= ${now} and (h.over_at is null or h.over_at > ${now})) as is_held
    from unnest(${reached.map(([id]) => id)}::uuid[], ${reached.map(([, since]) => since)}::timestamptz[]) as reached (record_id, since)
    join records r on r.keeper_id = ${organisationId} and r.id = reached.record_id
    join bays b on b.organisation_id = r.keeper_id and b.id = r.bay_id
    join storages s on s.organisation_id = b.organisation_id and s.id = b.storage_id
    left join ledger_balances balance on balance.storer_id = r.keeper_id and balance.record_id = r.id
    cross join lateral (select coalesce(ledger_balance_now(balance, ${now}), 0) as grams) standing
    where standing.grams > 0 or r.has_unweighed
    order by reached.since, r.id`.execute(db)
  return rows
}

function loadToWire(row: LoadRow): HoldTrace['loads'][number] {
  return {
    movementId: row.id,
    movementDateUTC: row.effective_at.toISOString(),
    weight: row.weight_grams === 0 ? null : kilogramsFromGrams(row.weight_grams),
    fromRecordId: row.source_record_id,
    toRecordId: row.destination_record_id ?? '',
    to: row.to_name,
    holdOverride: row.hold_override,
  }
}

function parcelToWire(actor: Actor, row: ParcelRow): HoldTrace['parcels'][number] {
  return {
    recordId: row.record_id,
    name: stockNameFor(row.name, actor),
    storageId: row.storage_id,
    substorageId: row.bay_id,
    place: row.place,
    sinceUTC: row.since.toISOString(),
    weight: kilogramsFromGrams(row.grams),
    isHeld: row.is_held,
  }
}
