import Type, { type Static } from 'typebox'
import { closed, named, NamedId, orNull, Page, PageOf } from '../../http/validate/schema.ts'
import { textParameter, matchesText } from '../../http/search/text-query.ts'
import { sql, type Kysely } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { inOneMoment } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import type { Sql } from '../../http/search/definition.ts'
import { pageOf } from '../../kernel/page.ts'
import { kilogramsFromGrams } from '../../kernel/weight.ts'
import { namedCommodity, namedGrade, namedType } from '../../system/commodities/named-ids.ts'
import { read, type Operation } from '../../http/operation.ts'
import { nameOnMovement } from '../partners/party-names.ts'

export const VehiclesQuery = closed({
  query: textParameter(
    'Part of the registration, with or without blanks, of the driver’s name, or of the name of the sender or receiver.',
  ),
  ...Page,
})
export type VehiclesQuery = Static<typeof VehiclesQuery>

const VehiclePlace = orNull(
  closed({
    storageId: Type.String(),
    storageName: Type.String(),
    substorageId: Type.Integer({ description: 'The bay; 0 of a field.' }),
    substorageName: Type.String(),
  }),
)

/** A lorry or trailer, as its last load tells. */
export const Vehicle = named('Vehicle', {
  registration: Type.String({ description: 'As it was written last.' }),
  driverName: Type.String({ description: 'Who drove the last load; empty where nobody said.' }),
  partner: orNull(
    closed(
      { id: Type.String(), name: Type.String() },
      'Who sent or received the last load; null between your own places.',
    ),
  ),
  commodity: NamedId,
  type: NamedId,
  grade: NamedId,
  variety: Type.String(),
  source: {
    ...VehiclePlace,
    description: 'Where the last load was taken from; null where it came from a sender.',
  },
  destination: { ...VehiclePlace, description: 'The bay that the last load went to; null where it left.' },
  parts: Type.Array(
    closed({
      storageId: Type.String(),
      substorageId: Type.Integer(),
      share: orNull(
        Type.Number({ description: 'Its share as it was entered; null where each part has its weight.' }),
      ),
    }),
    {
      description:
        'The bays of the last load where it was tipped into several, or taken out of several; empty where it was one.',
    },
  ),
  tare: orNull(
    closed(
      {
        weight: Type.Number({ description: 'Kilograms of the empty vehicle.' }),
        weighedAtUTC: Type.String({ description: 'The date of the load that it was weighed empty for.' }),
      },
      'The newest empty weight; null where it was never weighed empty.',
    ),
  ),
  movementId: Type.Integer({ description: 'The number of the last load.' }),
  lastSeenAtUTC: Type.String({ description: 'The date of the last load.' }),
})
export type Vehicle = Static<typeof Vehicle>

export const VehiclePage = PageOf(Vehicle)
export type VehiclePage = Static<typeof VehiclePage>

/**
 * One page of the vehicles seen so far, the newest first. An index leads from each to the next, so it takes as long as there are vehicles,
 * however many loads each has brought.
 */
export function listVehicles(db: Kysely<Tables>, actor: Actor, query: VehiclesQuery): Promise<VehiclePage> {
  return inOneMoment(db, async (moment) => {
    const { limit, offset } = pageOf(query)
    const { rows } = await sql<{ total: number; ids: number[] }>`
      ${lastLoads(actor)}, found as (
        select last.id, last.effective_at from last ${matching(actor, query.query)})
      select (select count(*) from found) as total, array(
        select id from found order by effective_at desc, id desc limit ${limit} offset ${offset}) as ids`.execute(
      moment,
    )
    const { total, ids } = rows[0] ?? { total: 0, ids: [] }
    return { docs: await findVehicles(moment, actor, ids), totalDocs: total, limit, offset }
  })
}

/** The last load of each vehicle up to now. Each step of the recursion is one look into the index `movements_vehicle`. */
function lastLoads({ organisationId, now }: Actor): Sql {
  const next = (after: Sql) => sql`
    select plate_key(m.vehicle_registration) as plate, m.effective_at, m.id from movements m
    where m.organisation_id = ${organisationId} and m.vehicle_registration is not null and m.status <> 'deleted'
      and m.effective_at <= ${now} and plate_key(m.vehicle_registration) > ${after}
    order by plate_key(m.vehicle_registration), m.effective_at desc, m.id desc limit 1`
  return sql`with recursive last as (
    (${next(sql`''`)})
    union all
    select following.* from last cross join lateral (${next(sql`last.plate`)}) following
  )`
}

const partnerOf = sql`coalesce(${nameOnMovement('sender')}, ${nameOnMovement('receiver')})`

/** The condition that a vehicle's last load contains a text, or that its registration does when blanks are left out of both. */
function matching({ organisationId }: Actor, query: unknown): Sql {
  const [contains] = matchesText(
    query,
    (says) =>
      sql`(${sql.join(
        [
          ...[sql`m.vehicle_registration`, sql`m.driver_name`, partnerOf].map(says),
          sql`(plate(${query}::text) <> '' and strpos(plate(m.vehicle_registration), plate(${query}::text)) > 0)`,
        ],
        sql` or `,
      )})`,
  )
  return contains
    ? sql`join movements m on m.organisation_id = ${organisationId} and m.id = last.id where ${contains}`
    : sql``
}

interface Place {
  storageId: string
  storageName: string
  substorageId: number
  substorageName: string
}

interface Row {
  id: number
  vehicle_registration: string
  driver_name: string | null
  partner_id: string | null
  partner_name: string | null
  commodity_id: number
  type_id: number
  grade_id: number | null
  variety: string
  source: Place | null
  destination: Place | null
  parts: Vehicle['parts']
  tare_grams: number | null
  weighed_at: Date | null
  effective_at: Date
}

async function findVehicles(db: Kysely<Tables>, actor: Actor, ids: number[]): Promise<Vehicle[]> {
  const { rows } = await sql<Row>`
    select m.id, m.vehicle_registration, m.driver_name, coalesce(m.sender_id, m.receiver_id) as partner_id,
      ${partnerOf} as partner_name, m.commodity_id, m.type_id, m.grade_id, m.variety,
      ${placeOf(sql`m.source_record_id`)} as source, ${placeOf(sql`m.destination_record_id`)} as destination,
      ${partsOf} as parts, tare.empty_grams as tare_grams, tare.effective_at as weighed_at, m.effective_at
    from unnest(${ids}::bigint[]) with ordinality as wanted (id, position)
    join movements m on m.organisation_id = ${actor.organisationId} and m.id = wanted.id
    left join lateral (
      -- A lorry that was tipped into several bays at one time was lightest when it was empty.
      select w.empty_grams, w.effective_at from movements w
      where w.organisation_id = ${actor.organisationId} and w.vehicle_registration is not null and w.empty_grams is not null
        and w.status <> 'deleted' and w.effective_at <= ${actor.now} and plate_key(w.vehicle_registration) = plate_key(m.vehicle_registration)
      order by w.effective_at desc, w.empty_grams limit 1
    ) tare on true
    order by wanted.position`.execute(db)
  return rows.map((row) => vehicleToWire(actor, row))
}

/** The bays of a load of several: those it was taken out of, or else those it was tipped into. */
const partsOf = sql`(
  select coalesce(jsonb_agg(jsonb_build_object('storageId', r.storage_id, 'substorageId', r.bay_id,
      'share', p.ticket_share) order by p.ticket_part), '[]')
  from movements p
  left join records source on source.id = p.source_record_id and source.bay_id is not null
  join records r on r.id = coalesce(source.id, p.destination_record_id)
  where p.organisation_id = m.organisation_id and p.ticket_id = m.ticket_id and p.status <> 'deleted' and r.bay_id is not null)`

function placeOf(recordId: Sql): Sql {
  return sql`(select jsonb_build_object('storageId', s.id, 'storageName', s.name, 'substorageId', coalesce(b.id, 0),
      'substorageName', coalesce(b.name, ''))
    from records r join storages s on s.id = r.storage_id left join bays b on b.id = r.bay_id where r.id = ${recordId})`
}

/** The one row → wire function of vehicles. */
function vehicleToWire({ countryISO }: Actor, row: Row): Vehicle {
  return {
    registration: row.vehicle_registration,
    driverName: row.driver_name ?? '',
    partner: row.partner_id === null ? null : { id: row.partner_id, name: row.partner_name ?? '' },
    commodity: namedCommodity(countryISO, row.commodity_id),
    type: namedType(row.type_id),
    grade: namedGrade(row.grade_id),
    variety: row.variety,
    source: row.source,
    destination: row.destination,
    parts: row.parts,
    tare:
      row.tare_grams === null || row.weighed_at === null
        ? null
        : { weight: kilogramsFromGrams(row.tare_grams), weighedAtUTC: row.weighed_at.toISOString() },
    movementId: row.id,
    lastSeenAtUTC: row.effective_at.toISOString(),
  }
}

/** The lorries that have been to the weighbridge. */
export const vehicleOperations: Operation[] = [
  read(
    {
      path: '/vehicles',
      title: 'List vehicles',
      description:
        'The vehicles of loads that you have entered so far, the one seen last first, each with what is known of it from its last load, and its ' +
        'newest empty weight. A registration is the same with or without blanks and hyphens, in upper or lower case, ' +
        'unless they part letters from letters: HH-A 12 is not H-HA 12. Deleted movements and plans do not ' +
        'count. Kilograms.',
      permission: 'stock:read',
      fromReplica: true,
      query: VehiclesQuery,
      result: VehiclePage,
    },
    (db, actor, { query }) => listVehicles(db, actor, query),
  ),
]
