import { sql, type Kysely, type RawBuilder } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { inOneMoment } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import { notFound } from '../../kernel/errors.ts'
import { isId } from '../../kernel/ids.ts'
import { pageOf } from '../../kernel/page.ts'
import { kilogramsFromGrams } from '../../kernel/weight.ts'
import { namedGrade, namedTags, namedType } from '../../system/commodities/named-ids.ts'
import { nameOnMovement } from '../partners/party-names.ts'
import type { BookingsQuery, ConfirmationBooking } from './schema.ts'

/** Reads of the single bookings behind a confirmation: what its owner judges it by (rules.md §15). */

type Db = Kysely<Tables>

interface Asked {
  owner_id: string
  storer_id: string
  commodity_id: number
  harvest_year: string | null
}

interface BookingRow {
  id: number
  kind: ConfirmationBooking['kind']
  at: Date
  recorded_at: Date
  grams: number
  hectares: string
  type_id: number
  grade_id: number | null
  variety: string
  tag_ids: number[]
  place_name: string | null
  bay_name: string | null
  document_number: string | null
  load_reference: string | null
  vehicle_registration: string | null
  driver_name: string | null
  sender_name: string | null
}

/**
 * Lists the bookings behind a confirmation, the latest first: loads that came in or off a field, stock that was there before, crops that were sown.
 * What was moved from bay to bay later is none, and a contract has none.
 *
 * @throws Refusal `not_found` for what neither was asked of the caller nor booked by it
 */
export function listBookings(db: Db, actor: Actor, id: string, query: BookingsQuery) {
  const { limit, offset } = pageOf(query)
  return inOneMoment(db, async (moment) => {
    const asked = await findAsked(moment, actor, id)
    if (!asked) throw notFound('confirmation', id)
    const found = bookingsOf(asked)
    const { rows: counted } = await sql<{ total: number }>`select count(*) as total from ${found}`.execute(
      moment,
    )
    const { rows } = await sql<BookingRow>`
      select found.id, found.kind, found.at, found.recorded_at, found.grams, found.hectares, found.type_id, found.grade_id, found.variety,
        found.tag_ids, found.document_number, found.load_reference, found.vehicle_registration, found.driver_name, found.sender_name,
        s.name as place_name, bays.name as bay_name
      from ${found} left join storages s on s.id = found.storage_id left join bays on bays.id = found.bay_id
      order by found.at desc, found.id desc limit ${limit} offset ${offset}`.execute(moment)
    return { docs: rows.map(bookingToWire), totalDocs: counted[0]?.total ?? 0, limit, offset }
  })
}

async function findAsked(db: Db, { organisationId }: Actor, id: string): Promise<Asked | undefined> {
  if (!isId(id)) return undefined
  const { rows } = await sql<Asked>`
    select owner_id, storer_id, commodity_id, harvest_year from confirmations
    where id = ${id}::uuid and (owner_id = ${organisationId} or storer_id = ${organisationId})`.execute(db)
  return rows[0]
}

/** The bookings of one kind of stock, as a table. Each of the three branches goes by the records of its owner and storer. */
function bookingsOf({ owner_id, storer_id, commodity_id, harvest_year }: Asked): RawBuilder<unknown> {
  const isOfIt = (record: string) => {
    const column = (name: string) => sql.ref(`${record}.${name}`)
    return sql`${column('owner_id')} = ${owner_id} and ${column('keeper_id')} = ${storer_id}::uuid
      and ${column('commodity_id')} = ${commodity_id} and ${column('harvest_year')} = ${harvest_year}`
  }
  const described = (key: string) => sql`c.details -> 'description' -> ${sql.lit(key)}`
  return sql`(
    select m.id, 'load' as kind, m.effective_at as at, m.recorded_at, m.weight_grams as grams, 0 as hectares,
      m.type_id, m.grade_id, m.variety, m.tag_ids, r.storage_id, r.bay_id, m.document_number, m.load_reference, m.vehicle_registration, m.driver_name,
      ${nameOnMovement('sender')} as sender_name
    from records r join movements m on m.organisation_id = r.keeper_id and m.destination_record_id = r.id
    where ${isOfIt('r')} and m.status <> 'deleted' and not exists (
      select from records s where s.keeper_id = m.organisation_id and s.id = m.source_record_id and s.source <> 'planting' and ${isOfIt('s')})
    union all
    select c.id, 'opening', c.effective_at, c.recorded_at, (c.details ->> 'grams')::bigint, 0,
      coalesce((${described('typeId')})::integer, r.type_id), case when c.details ? 'description' then nullif(${described('gradeId')}, 'null')::integer else r.grade_id end,
      coalesce(c.details -> 'description' ->> 'variety', r.variety),
      case when c.details ? 'description' then array(select jsonb_array_elements_text(${described('tagIds')})::integer) else r.tag_ids end,
      r.storage_id, r.bay_id, null, null, null, null, null
    from records r join record_changes c on c.storer_id = r.keeper_id and c.record_id = r.id
    where ${isOfIt('r')} and c.type <> 'updated' and c.details ? 'grams'
    union all
    select coalesce(c.id, 0), 'crop', coalesce(r.planted_on::timestamptz, r.created_at), r.created_at, 0, coalesce(r.area_hectares, 0),
      r.type_id, r.grade_id, r.variety, r.tag_ids, r.storage_id, r.bay_id, null, null, null, null, null
    from records r left join lateral (
      select id from record_changes where storer_id = r.keeper_id and record_id = r.id and type = 'created' order by id limit 1) c on true
    where ${isOfIt('r')} and r.source = 'planting'
  ) found`
}

/** The one row → wire function of bookings. */
function bookingToWire(row: BookingRow): ConfirmationBooking {
  return {
    id: row.id,
    kind: row.kind,
    dateUTC: row.at.toISOString(),
    weight: row.grams === 0 ? null : kilogramsFromGrams(row.grams),
    area: Number(row.hectares),
    type: namedType(row.type_id),
    grade: namedGrade(row.grade_id),
    variety: row.variety,
    tags: namedTags(row.tag_ids),
    place: row.place_name ?? '',
    bay: row.bay_name ?? '',
    documentNumber: row.document_number ?? '',
    loadReference: row.load_reference ?? '',
    vehicleRegistration: row.vehicle_registration ?? '',
    driverName: row.driver_name ?? '',
    senderName: row.sender_name ?? '',
    recordedAtUTC: row.recorded_at.toISOString(),
  }
}
