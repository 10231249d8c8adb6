import { sql, type Kysely } from 'kysely'
import type { Database } from '../src/db/open.ts'
import type { Tables } from '../src/db/tables.ts'
import { inTransaction } from '../src/db/transaction.ts'
import { filePlantings } from '../src/inventory/records/file-plantings.ts'
import { segregationOf } from '../src/system/commodities/catalogue.ts'
import { fillLedger } from './history-ledger.ts'
import { makeOrganisation, type Filled } from './organisation.ts'

/** When the histories end: now, when the measurement begins. */
export const NOW = new Date()
/** The last harvest that is all in. */
const HARVEST = NOW.getUTCMonth() >= 8 ? NOW.getUTCFullYear() : NOW.getUTCFullYear() - 1

export const BAYS = 250
/** Loads, counts and transfers of one parcel, about. */
const ENTRIES_PER_PARCEL = 20
/** A bay is filled and emptied ten times a year. */
const DAYS_PER_PARCEL = 36

export interface History {
  /** A merchant's store: always the same 250 bays, filled and emptied ten times a year. */
  store: Filled
  /** A farm with up to 250 fields a year, each with a crop whose loads went into its own barn. */
  farm: Filled
  records: number
  entries: number
  plantings: number
}

/**
 * Fills an empty database with the past of two organisations, in bulk, with every stored figure as the ledger would have
 * kept it. The same store for ten weeks (10,000 entries), two years (100,000) or twenty (1,000,000): what lies in the bays
 * today does not depend on it.
 */
export async function fillHistory(database: Database, entries: number): Promise<History> {
  const { db } = database
  const store = await makeOrganisation(db, 'Valley Store', NOW)
  const farm = await makeOrganisation(db, 'Hill Farm', NOW)
  const turns = Math.ceil(entries / (BAYS * ENTRIES_PER_PARCEL))
  const plantings = (turns * BAYS) / 10
  await makePlaces(db, store.organisationId, { stores: 25, bays: BAYS, fields: 0 })
  await makePlaces(db, farm.organisationId, { stores: 1, bays: 10, fields: Math.min(BAYS, plantings) })
  await makeParcels(db, store.organisationId, turns)
  await makeCrops(db, farm.organisationId, plantings)
  await planLoads(db)
  await fillLedger(db, NOW)
  await inTransaction(db, (trx) =>
    filePlantings(trx, { organisationId: farm.organisationId, now: NOW }, 'all'),
  )
  await database.pool.query(
    'drop table bench_facts; drop table bench_crops; drop table bench_parcels; drop table bench_bays',
  )
  await database.pool.query('vacuum analyze')
  const { rows } = await sql<{ records: number; entries: number }>`
    select (select count(*) from records where source <> 'planting') as records,
      (select count(*) from ledger_entries) as entries`.execute(db)
  return { store, farm, records: rows[0]?.records ?? 0, entries: rows[0]?.entries ?? 0, plantings }
}

/** Places under `bench_bays` by number: bays from 0 on, fields from 0 on, with the business units and towns of ten sites. */
async function makePlaces(
  db: Kysely<Tables>,
  organisationId: string,
  count: { stores: number; bays: number; fields: number },
): Promise<void> {
  await sql`create unlogged table if not exists bench_bays
    (organisation_id uuid, type text, number integer, storage_id uuid, bay_id bigint)`.execute(db)
  await sql`
    with units as (
      insert into business_units (id, organisation_id, name, type, created_at)
      select gen_random_uuid(), ${organisationId}, 'Site ' || n, (array['arable', 'trading', 'mixed'])[1 + n % 3], ${NOW}
      from generate_series(1, 9) n returning id, name
    ), places as (
      select gen_random_uuid() as id, type, n from (
        select 'store' as type, n from generate_series(0, ${count.stores - 1}) n
        union all select 'field', n from generate_series(0, ${count.fields - 1}) n
      ) wanted
    ), stored as (
      insert into storages (id, organisation_id, name, type, area_hectares, location, tags, created_at, updated_at)
      select id, ${organisationId}, initcap(type) || ' ' || n, type, case when type = 'field' then 10 end,
        jsonb_build_object('threeWords', '', 'coordinates', jsonb_build_object('lat', 0, 'lon', 0),
          'address', jsonb_build_object('name', '', 'line1', '', 'line2', '', 'line3', '', 'city', 'Town ' || n % 10,
            'region', 'County ' || n % 5, 'regionISO', (array['GB-HRT', 'GB-ESS', 'GB-NFK', 'GB-SFK', 'GB-LIN'])[1 + n % 5],
            'postcode', '', 'countryName', 'United Kingdom', 'countryISO', 'GB')),
        case n % 3 when 0 then array['dry'] when 1 then array['dry', 'cold'] else array[]::text[] end, ${NOW}, ${NOW}
      from places returning id
    ), linked as (
      insert into storage_business_units (organisation_id, storage_id, business_unit_id)
      select ${organisationId}::uuid, places.id, units.id from places join units on units.name = 'Site ' || (1 + places.n % 9)
    ), laid as (
      select n, (select id from places where type = 'store' and places.n = bay.n % ${count.stores}) as storage_id
      from generate_series(0, ${count.bays - 1}) bay (n)
    )
    insert into bench_bays
    select ${organisationId}::uuid, type, n, id, null::bigint from places where type = 'field'
    union all select ${organisationId}::uuid, 'bay', n, storage_id, null from laid`.execute(db)
  await sql`
    with made as (
      insert into bays (organisation_id, storage_id, name, created_at)
      select organisation_id, storage_id, 'Bay ' || number, ${NOW} from bench_bays
      where organisation_id = ${organisationId} and type = 'bay' order by number
      returning id, storage_id, name
    )
    update bench_bays set bay_id = made.id from made
    where bench_bays.storage_id = made.storage_id and made.name = 'Bay ' || number and type = 'bay'`.execute(
    db,
  )
  await sql`insert into bay_capacities (organisation_id, bay_id, commodity_id, capacity_grams)
    select organisation_id, bay_id, commodity, 500000000 from bench_bays cross join generate_series(1, 3) commodity
    where organisation_id = ${organisationId} and type = 'bay'`.execute(db)
}

/**
 * A parcel for each bay and turn, under `bench_parcels`. Bays go in pairs with one kind of grain, so that the first can
 * hand a load on to the second. The owner is another one every turn: the merchant itself, or one of forty growers.
 */
async function makeParcels(db: Kysely<Tables>, organisationId: string, turns: number): Promise<void> {
  await sql`create unlogged table bench_parcels as
    select n.k, n.k / ${BAYS} as turn, n.k % ${BAYS} as bay,
      ('01800001-0000-7000-8000-' || lpad(to_hex(n.k), 12, '0'))::uuid as id,
      (20000 + n.k * 7919 % 9000)::bigint * 1000 as load_grams,
      date_trunc('day', ${NOW}::timestamptz) - interval '20 days'
        - make_interval(days => (${turns - 1} - n.k / ${BAYS}) * ${DAYS_PER_PARCEL}) as starts_at
    from generate_series(0, ${turns * BAYS - 1}) n (k)`.execute(db)
  await sql`
    insert into records (id, keeper_id, owner_id, storage_id, bay_id, name, kind, source, commodity_id, type_id,
      grade_id, variety, tag_ids, harvest_year, segregation, tags, created_by_name, created_at, updated_at)
    select p.id, ${organisationId}, case owner.n when 0 then ${organisationId}::text else 'grower-' || owner.n end,
      bench_bays.storage_id, bench_bays.bay_id, grain.name || ' ' || extract(year from p.starts_at), 'crop', 'intake',
      grain.commodity_id, grain.type_id, grain.grade_id, grain.variety,
      case when kind % 10 = 0 then array[1] else array[]::integer[] end,
      extract(year from p.starts_at)::text, case when kind % 10 = 0 then ${segregationOf([1])} else ${segregationOf([])} end,
      case when kind % 7 = 0 then array['early'] else array[]::text[] end, 'Office', p.starts_at, p.starts_at
    from bench_parcels p
    join bench_bays on bench_bays.organisation_id = ${organisationId} and type = 'bay' and number = p.bay
    cross join lateral (select p.turn * 7 + p.bay / 2 as kind) kinds
    cross join lateral (select kind % 41 as n) owner
    join (values ${grains}) as grain (n, name, commodity_id, type_id, grade_id, variety) on grain.n = kind % 9
    order by p.k`.execute(db)
  await sql`
    insert into partners (organisation_id, id, name, name_key, created_at, updated_at)
    select ${organisationId}, 'grower-' || n, 'Grower ' || n, 'grower ' || n, now(), now() from generate_series(1, 40) n`.execute(
    db,
  )
}

const grains = sql`
  (0, 'Winter wheat', 1, 101, 1010101, 'Skyfall'), (1, 'Winter wheat', 1, 101, 1010101, 'Crusoe'),
  (2, 'Winter wheat', 1, 101, 1010102, 'KWS Extase'), (3, 'Winter wheat', 1, 101, 1010103, 'Bamford'),
  (4, 'Winter wheat', 1, 101, 1010106, 'Graham'), (5, 'Spring wheat', 1, 102, 1010201, 'Mulika'),
  (6, 'Winter barley', 2, 201, null, 'KWS Orwell'), (7, 'Spring barley', 2, 202, null, 'Laureate'),
  (8, 'Oats', 3, 301, null, 'Mascani')`

/** A planting for each field and year, under `bench_crops`, and each year's parcel in each of the barn's ten bays. */
async function makeCrops(db: Kysely<Tables>, organisationId: string, plantings: number): Promise<void> {
  await sql`create unlogged table bench_crops as
    select n.k, n.k % ${BAYS} as field, ${HARVEST - Math.ceil(plantings / BAYS) + 1} + n.k / ${BAYS} as year,
      ('01800002-0000-7000-8000-' || lpad(to_hex(n.k), 12, '0'))::uuid as id,
      ('01800003-0000-7000-8000-' || lpad(to_hex(n.k / ${BAYS} * 10 + n.k % 10), 12, '0'))::uuid as parcel_id
    from generate_series(0, ${plantings - 1}) n (k)`.execute(db)
  await sql`
    insert into records (id, keeper_id, owner_id, storage_id, bay_id, name, kind, source, commodity_id, type_id, grade_id,
      variety, harvest_year, segregation, area_hectares, remaining_area_hectares, expected_yield_grams_per_hectare, planted_on,
      planted_on_precision, created_by_name, created_at, updated_at)
    select c.id, ${organisationId}, ${organisationId}::text, b.storage_id, null, grain.name || ' ' || c.year, 'crop', 'planting',
      grain.commodity_id, grain.type_id, grain.grade_id, grain.variety, c.year::text, ${segregationOf([])}, 10,
      case when c.field % 5 = 0 and c.year = ${HARVEST} then 4 else 0 end, 8000000,
      make_date(c.year - 1, 10, 1), 'date', 'Office', make_date(c.year - 1, 10, 1), make_date(c.year - 1, 10, 1)
    from bench_crops c
    join bench_bays b on b.organisation_id = ${organisationId} and b.type = 'field' and b.number = c.field
    join (values ${grains}) as grain (n, name, commodity_id, type_id, grade_id, variety) on grain.n = c.k % 9
    order by c.k`.execute(db)
  await sql`
    insert into records (id, keeper_id, owner_id, storage_id, bay_id, name, kind, source, commodity_id, type_id, grade_id,
      variety, harvest_year, segregation, created_by_name, created_at, updated_at)
    select distinct on (c.parcel_id) c.parcel_id, ${organisationId}::uuid, ${organisationId}::text, b.storage_id, b.bay_id,
      'Grain ' || c.year, 'crop', 'movement', 1, 101, 1010106, 'Mixed', c.year::text, ${segregationOf([])}, 'Office', make_date(c.year, 8, 1), make_date(c.year, 8, 1)
    from bench_crops c
    join bench_bays b on b.organisation_id = ${organisationId} and b.type = 'bay' and b.number = c.k % 10`.execute(
    db,
  )
}

/** Everything that happens to the parcels and crops, in order of time, under `bench_facts`; and a plan that cannot be met. */
async function planLoads(db: Kysely<Tables>): Promise<void> {
  await sql`create unlogged table bench_facts as
    select row_number() over (order by at, record_id, n) as id, facts.* from (
      select 'intake' as type, n, starts_at + make_interval(days => n - 1, hours => 7, mins => bay % 60) as at, load_grams as grams,
        id as record_id, null::uuid as source_id, id as destination_id, null::uuid as planting_id, 'grower-' || bay % 40 as party
      from bench_parcels cross join generate_series(1, 8) n
      union all
      select 'internal', 9, p.starts_at + interval '12 days 9 hours', p.load_grams, p.id, p.id, next.id, null, null
      from bench_parcels p join bench_parcels next on next.k = p.k + 1 where p.bay % 2 = 0
      union all
      select 'count', 10, starts_at + interval '14 days 9 hours', 250000, id, id, null, null, null from bench_parcels
      union all
      select 'outbound', 10 + n, p.starts_at + make_interval(days => 15 + n, hours => 10, mins => p.bay % 60),
        case when n < outs then rest / outs else rest - rest / outs * (outs - 1) end, p.id, p.id, null, null, 'mill-' || n % 5
      from bench_parcels p
      left join bench_parcels before on before.k = p.k - 1
      cross join lateral (select case p.bay % 2 when 0 then 10 else 11 end as outs,
        case p.bay % 2 when 0 then p.load_grams * 7 else p.load_grams * 8 + before.load_grams end - 250000 as rest) p2
      cross join lateral generate_series(1, outs) n
      union all
      select 'internal', n, make_date(year, 8, 2) + make_interval(days => n, hours => 8, mins => field % 60), 18000000, id, id, parcel_id, id, null
      from bench_crops cross join generate_series(1, 4) n
      union all
      select 'outbound', 5, make_date(year + 1, 3, 1) + interval '9 hours', count(*) * 72000000, parcel_id, parcel_id, null, null, 'mill-1'
      from bench_crops group by parcel_id, year
      union all
      select 'outbound', 30, ${NOW}::timestamptz + interval '9 days', 900000000, id, id, null, null, 'mill-2'
      from bench_parcels where bay % 50 = 0 and k >= (select max(k) from bench_parcels) - ${BAYS}
    ) facts
    -- Of the parcels that lie there today every tenth has its loads planned already; of the others the past alone is known.
    where at <= ${NOW} or n = 30 or record_id in (
      select id from bench_parcels where bay % 10 = 0 and k >= (select max(k) from bench_parcels) - ${BAYS})`.execute(
    db,
  )
}
