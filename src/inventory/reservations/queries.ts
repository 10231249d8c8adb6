import { sql, type Kysely } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { inOneMoment } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import { notFound } from '../../kernel/errors.ts'
import { isId } from '../../kernel/ids.ts'
import { kilogramsFromGrams } from '../../kernel/weight.ts'
import { stockNameFor } from '../../system/commodities/stock-names.ts'
import { message } from '../../words/catalogue.ts'
import { render } from '../../words/render.ts'
import { findWeightsInBays, usedOfReservation } from '../stock/reservations.ts'
import { nameOfTrade, partnerOfTrade } from '../trades/lock-trade.ts'
import type { Reservation, ReservationState } from './schema.ts'

type Db = Kysely<Tables>

/** Tables of a search for reservations, with the contract, the place and the parcel of each. */
export const reservationTables = sql`reservations v
  join trades t on t.organisation_id = v.organisation_id and t.id = v.trade_id
  join bays b on b.organisation_id = v.organisation_id and b.id = v.bay_id
  join storages s on s.organisation_id = b.organisation_id and s.id = b.storage_id
  left join records r on r.keeper_id = v.organisation_id and r.id = v.record_id`

/** The state of reservation `v` of contract `t` at a moment. */
export const stateOfReservation = (now: Date) => sql<ReservationState>`case
  when v.over_at <= ${now} or t.status <> 'confirmed' then 'ended' when v.begins_at <= ${now} then 'standing' else 'coming' end`

interface Row {
  id: string
  state: ReservationState
  trade_id: string
  reference: string
  partner_reference: string
  partner_name: string
  storage_id: string
  store: string
  bay_id: number
  bay: string
  record_id: string | null
  record_name: string | null
  weight_grams: number | null
  used: number
  planned: number
  begins_at: Date
  ends_at: Date | null
  note: string
  created_by_name: string
  created_at: Date
  released_at: Date | null
  released_by_name: string | null
  release_note: string | null
}

/** The caller's reservations among `ids`, in that order. Two statements; they cost as much as the contracts have loads. */
export function findReservations(db: Db, actor: Actor, ids: string[]): Promise<Reservation[]> {
  const possible = [...new Set(ids.filter(isId))]
  if (possible.length === 0) return Promise.resolve([])
  return inOneMoment(db, async (moment) => {
    const { rows } = await sql<Row>`
      select v.id, ${stateOfReservation(actor.now)} as state, v.trade_id, t.reference, t.partner_reference, ${partnerOfTrade} as partner_name,
        b.storage_id, s.name as store, v.bay_id, b.name as bay, v.record_id, r.name as record_name, v.weight_grams, taken.used, taken.planned,
        v.begins_at, v.ends_at, v.note, v.created_by_name, v.created_at, v.released_at, v.released_by_name, v.release_note
      from ${reservationTables} cross join lateral ${usedOfReservation(actor.now)} taken
      where v.organisation_id = ${actor.organisationId} and v.id = any(${possible}::uuid[])`.execute(moment)
    const parcels = await findWeightsInBays(moment, actor, [...new Set(rows.map((row) => row.bay_id))])
    const byId = new Map(
      rows.map((row) => {
        const lying = parcels
          .filter(
            ({ bayId, recordId }) =>
              bayId === row.bay_id && (row.record_id === null || recordId === row.record_id),
          )
          .reduce((sum, { grams }) => sum + grams, 0)
        return [row.id, reservationToWire(actor, row, lying)]
      }),
    )
    return ids.flatMap((id) => byId.get(id) ?? [])
  })
}

/**
 * One reservation of the caller's.
 *
 * @throws Refusal `not_found`
 */
export async function getReservation(db: Db, actor: Actor, id: string): Promise<Reservation> {
  const [reservation] = await findReservations(db, actor, [id])
  if (!reservation) throw notFound('reservation', id)
  return reservation
}

function reservationToWire(actor: Actor, row: Row, lyingGrams: number): Reservation {
  const { weight_grams: grams, partner_name: partnerName } = row
  const trade = { reference: row.reference, partnerReference: row.partner_reference, partnerName }
  return {
    id: row.id,
    status: row.state,
    statusName: render(message('reservationStateName', { state: row.state }), actor),
    trade: { id: row.trade_id, name: nameOfTrade(trade), partnerName },
    storageId: row.storage_id,
    substorageId: row.bay_id,
    store: row.store,
    bay: row.bay,
    recordId: row.record_id ?? '',
    recordName: row.record_name === null ? '' : stockNameFor(row.record_name, actor),
    weight: grams === null ? null : kilogramsFromGrams(grams),
    moved: kilogramsFromGrams(row.used),
    planned: kilogramsFromGrams(row.planned),
    left: grams === null ? null : kilogramsFromGrams(Math.max(grams - row.used, 0)),
    lying: kilogramsFromGrams(lyingGrams),
    fromUTC: row.begins_at.toISOString(),
    untilUTC: row.ends_at?.toISOString() ?? null,
    note: row.note,
    createdByName: row.created_by_name,
    createdAtUTC: row.created_at.toISOString(),
    releasedAtUTC: row.released_at?.toISOString() ?? null,
    releasedByName: row.released_by_name ?? '',
    releaseNote: row.release_note ?? '',
  }
}
