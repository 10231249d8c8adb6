import { sql } from 'kysely'
import type { Transaction } from '../../../db/transaction.ts'
import type { Actor } from '../../../http/actor.ts'
import type { ImportRequest } from '../../../system/imports/imports.ts'
import type { LoadKind } from './load-rules.ts'
import { ticketKind, ticketPlace } from '../../loads/tickets/ticket-series.ts'
import { nameOnMovement } from '../../partners/party-names.ts'

/** Loads that were entered before: by the number of their ticket, whoever entered them, or by all that a row without one says. */

/** A movement as far as a row can say otherwise of it. */
export interface KnownLoad {
  id: number
  /** Of the lorry, where its load is several movements. */
  ticket_id: string | null
  record_id: string
  /** Of a load that was entered late, its true day. */
  effective_at: Date
  weight_grams: number
  full_grams: number | null
  empty_grams: number | null
  sender_id: string | null
  receiver_id: string | null
  receiver_name: string | null
  driver_name: string | null
  vehicle_registration: string | null
  contract_reference: string | null
  storage_contract_id: string | null
  from_storage_id: string | null
  from_bay_id: number | null
  to_storage_id: string | null
  to_bay_id: number | null
  commodity_id: number
  type_id: number
  grade_id: number | null
  variety: string
  harvest_year: string
  /** Per cent, as it was measured; null where it was not. */
  moisture: number | null
}

const known = (movements: ReturnType<typeof sql>) => sql`
  select m.id, m.ticket_id, m.record_id, coalesce(m.happened_at, m.effective_at) as effective_at, m.weight_grams, m.full_grams, m.empty_grams, m.sender_id, m.receiver_id,
    ${nameOnMovement('receiver')} as receiver_name,
    m.driver_name, m.vehicle_registration, m.contract_reference, m.storage_contract_id, source.storage_id as from_storage_id,
    source.bay_id as from_bay_id, target.storage_id as to_storage_id, target.bay_id as to_bay_id, m.commodity_id, m.type_id, m.grade_id,
    m.variety, own.harvest_year,
    coalesce(m.harvest_moisture_percentage::float8, (m.quality -> 'Moisture' ->> 'value')::float8) as moisture
  from ${movements} m
  join records own on own.keeper_id = m.organisation_id and own.id = m.record_id
  left join records source on source.keeper_id = m.organisation_id and source.id = m.source_record_id
  left join records target on target.keeper_id = m.organisation_id and target.id = m.destination_record_id`

/** A ticket as a row has it: of a kind of load, of the store, or field, where such are numbered, and of a moment. */
export interface KnownTicket {
  kind: LoadKind
  placeId: string
  number: string
  at: Date
}

/** A number comes round again with each season, and one lorry may be entered in parts: more than so many before and after a moment are none of its loads. */
const MOST_OF_ONE_NUMBER = 50

/**
 * The loads that have the number of each of these tickets, the nearest in time: of the same kind, into the same store where they come in, and out of it
 * where they leave. Each is looked up from its moment on, so that a number that was used a thousand times takes no longer.
 */
export async function findTickets(
  trx: Transaction,
  { organisationId }: Actor,
  tickets: KnownTicket[],
): Promise<KnownLoad[][]> {
  if (tickets.length === 0) return []
  const numbered = (when: ReturnType<typeof sql>, order: ReturnType<typeof sql>) => sql`(
    select * from movements each
    where each.organisation_id = ${organisationId} and ticket_key(each.load_reference) = ticket_key(asked.number) and each.load_reference is not null
      and each.status <> 'deleted' and each.effective_at ${when}
    order by each.effective_at ${order} limit ${MOST_OF_ONE_NUMBER})`
  const { rows } = await sql<KnownLoad & { place: number }>`
    select asked.place, found.*
    from rows from (jsonb_to_recordset(${JSON.stringify(tickets)}::jsonb) as (kind text, "placeId" uuid, number text, at timestamptz))
      with ordinality as asked (kind, place_id, number, at, place)
    cross join lateral (
      ${known(sql`(${numbered(sql`<= asked.at`, sql`desc`)} union all ${numbered(sql`> asked.at`, sql`asc`)})`)}
      where asked.kind = ${ticketKind()} and asked.place_id = ${ticketPlace()}
      offset 0
    ) found
    order by asked.place, found.id`.execute(trx)
  const byPlace = Map.groupBy(rows, ({ place }) => Number(place))
  return tickets.map((_each, index) => byPlace.get(index + 1) ?? [])
}

/** The loads that were entered for rows before, by their fingerprints; none that was deleted since. */
export async function findUnticketed(
  trx: Transaction,
  { organisationId }: Actor,
  fingerprints: string[],
): Promise<Map<string, KnownLoad>> {
  if (fingerprints.length === 0) return new Map()
  const { rows } = await sql<KnownLoad & { fingerprint: string }>`
    select encode(i.fingerprint, 'hex') as fingerprint, found.*
    from unnest(${fingerprints}::text[]) as asked (fingerprint)
    join imported_stock i on i.organisation_id = ${organisationId} and i.fingerprint = decode(asked.fingerprint, 'hex')
    cross join lateral (${known(sql`movements`)} where m.organisation_id = i.organisation_id and m.id = i.posting_id and m.status <> 'deleted' offset 0) found`.execute(
    trx,
  )
  return new Map(rows.map(({ fingerprint, ...load }) => [fingerprint, load]))
}

/** Writes down which loads rows without a ticket became, so that they are known when they are sent again. */
export async function rememberLoads(
  trx: Transaction,
  { organisationId }: Actor,
  { importId, sha256 }: Pick<ImportRequest, 'importId' | 'sha256'>,
  entered: { fingerprint: string; recordId: string; id: number; grams: number }[],
): Promise<void> {
  if (entered.length === 0) return
  await sql`
    insert into imported_stock (organisation_id, fingerprint, record_id, posting_id, grams, import_id, sha256)
    select ${organisationId}::uuid, decode(fingerprint, 'hex'), "recordId", id, grams, ${importId}::uuid, ${sha256}
    from jsonb_to_recordset(${JSON.stringify(entered)}::jsonb) as (fingerprint text, "recordId" uuid, id bigint, grams bigint)
    on conflict (organisation_id, fingerprint) do update
      set record_id = excluded.record_id, posting_id = excluded.posting_id, grams = excluded.grams, import_id = excluded.import_id,
        sha256 = excluded.sha256`.execute(trx)
}
