import { sql, type Kysely } from 'kysely'
import type { Tables } from '../src/db/tables.ts'

/** Writes what `bench_facts` says into movements, adjustments and the ledger, with the figures that the ledger keeps at `now`. */
export async function fillLedger(db: Kysely<Tables>, now: Date): Promise<void> {
  await fillMovements(db, now)
  await fillEntries(db, now)
  await fillCounts(db)
  await fillFigures(db, now)
  await sql`select setval('fact_ids', (select max(id) from bench_facts))`.execute(db)
}

async function fillMovements(db: Kysely<Tables>, now: Date): Promise<void> {
  await sql`
    insert into movements (id, organisation_id, type, status, effective_at, record_id, source_record_id, destination_record_id,
      sender_id, sender_name, receiver_id, receiver_name, weight_grams, commodity_id, type_id, grade_id, variety, tag_ids,
      driver_name, empty_grams, full_grams, sold, completed_at, recorded_by_name, recorded_at, harvest_moisture_percentage)
    select f.id, r.keeper_id, f.type, 'complete', f.at, f.record_id, f.source_id, f.destination_id,
      case f.type when 'intake' then f.party end, case f.type when 'intake' then initcap(f.party) end,
      case f.type when 'outbound' then f.party end, case f.type when 'outbound' then initcap(f.party) end,
      f.grams, r.commodity_id, r.type_id, r.grade_id, r.variety, r.tag_ids,
      case when f.type <> 'internal' then 'Driver ' || f.id % 30 end,
      case when f.type <> 'internal' then 15000000 end, case when f.type <> 'internal' then 15000000 + f.grams end,
      f.type = 'outbound' and f.n % 3 <> 0, f.at, 'Office', least(f.at, ${now}),
      case when f.planting_id is not null then 14 + f.id % 4 end
    from bench_facts f join records r on r.id = f.record_id
    where f.type <> 'count' order by f.id`.execute(db)
}

async function fillEntries(db: Kysely<Tables>, now: Date): Promise<void> {
  await sql`
    insert into ledger_entries (storer_id, fact_id, effective_at, recorded_at, source_record_id, source_outside, destination_record_id,
      destination_outside, grams, planting_id, sold, is_count)
    select r.keeper_id, f.id, f.at, least(f.at, ${now}), case when f.planting_id is null then f.source_id end,
      case when f.planting_id is not null then 'harvest' when f.type = 'intake' then 'sender:' || f.party end,
      f.destination_id, case f.type when 'outbound' then 'receiver:' || f.party when 'count' then 'loss:1' end,
      f.grams, f.planting_id, f.type = 'outbound' and f.n % 3 <> 0, f.type = 'count'
    from bench_facts f join records r on r.id = f.record_id order by f.id`.execute(db)
}

/** Each count found 250 kg less than the books said. */
async function fillCounts(db: Kysely<Tables>): Promise<void> {
  const counted = sql`
    select f.id, f.record_id, f.at, (
      select sum(case when before.destination_id = f.record_id then before.grams else -before.grams end)
      from bench_facts before
      where f.record_id in (before.source_id, before.destination_id) and (before.at, before.id) <= (f.at, f.id)
    ) as grams
    from bench_facts f where f.type = 'count'`
  await sql`create index on bench_facts (source_id)`.execute(db)
  await sql`create index on bench_facts (destination_id)`.execute(db)
  await sql`analyze bench_facts`.execute(db)
  await sql`
    insert into adjustments (storer_id, id, record_id, effective_at, counted_grams, reason_id, recorded_by_name, recorded_at)
    select r.keeper_id, counted.id, r.id, at, grams, 1, 'Office', at
    from (${counted}) counted join records r on r.id = counted.record_id order by counted.id`.execute(db)
  await sql`
    insert into ledger_counts (storer_id, fact_id, record_id, effective_at, counted_grams, reason)
    select storer_id, id, record_id, effective_at, counted_grams, '1' from adjustments`.execute(db)
}

async function fillFigures(db: Kysely<Tables>, now: Date): Promise<void> {
  const sides = sql`
    select storer_id, destination_record_id as record_id, effective_at as at, fact_id, grams, source_outside as outside, sold, planting_id
    from ledger_entries where destination_record_id is not null
    union all
    select storer_id, source_record_id, effective_at, fact_id, -grams, destination_outside, sold, null
    from ledger_entries where source_record_id is not null`
  await sql`
    insert into ledger_days (storer_id, record_id, day, closing_grams, low_grams)
    select storer_id, record_id, day, (array_agg(balance order by at desc, fact_id desc))[1], min(balance)
    from (
      select storer_id, record_id, (at at time zone 'UTC')::date as day, at, fact_id,
        sum(grams) over (partition by record_id order by at, fact_id) as balance
      from (${sides}) sides
    ) running group by storer_id, record_id, day`.execute(db)
  await sql`
    insert into ledger_balances (storer_id, record_id, balance_grams, received_grams, harvested_grams, loss_grams, sold_grams, settled_to, next_due_at)
    select r.keeper_id, r.id, coalesce(sum(grams) filter (where is_past), 0), coalesce(sum(grams) filter (where is_past and grams > 0), 0),
      coalesce(sum(grams) filter (where is_past and outside = 'harvest'), 0),
      coalesce(-sum(grams) filter (where is_past and outside = 'loss:1'), 0),
      coalesce(-sum(grams) filter (where is_past and sold), 0),
      coalesce(max(at) filter (where is_past), r.created_at), min(at) filter (where not is_past)
    from records r
    left join lateral (select *, at <= ${now} as is_past from (
      ${sides}
      union all select storer_id, planting_id, effective_at, fact_id, 0, null, false, null from ledger_entries where planting_id is not null
    ) s) s on s.record_id = r.id
    group by r.keeper_id, r.id`.execute(db)
  await sql`
    update ledger_balances b set harvested_grams = taken.grams
    from (
      select storer_id, planting_id, sum(grams) as grams from ledger_entries where planting_id is not null group by storer_id, planting_id
    ) taken
    where b.storer_id = taken.storer_id and b.record_id = taken.planting_id`.execute(db)
}
