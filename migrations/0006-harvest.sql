-- Harvest plans and what is measured of their loads (domain.md §6), and what is sold of stock that is available to trade.

-- All plantings of one organisation's fields that are alike, and of one business unit: what they will bring is planned
-- together. Sums are never kept here; they are the ledger's.
create table harvest_plans (
  id uuid primary key,
  -- Whose fields they are.
  organisation_id uuid not null references organisations,
  harvest_year text not null,
  commodity_id integer not null,
  type_id integer not null,
  grade_id integer,
  variety text not null,
  tag_ids integer[] not null default '{}',
  -- Of the field; null where it belongs to none.
  business_unit_id uuid references business_units,
  created_at timestamptz not null
);
-- One plan a kind, however its variety is written.
create unique index harvest_plans_kind on harvest_plans
  (organisation_id, harvest_year, commodity_id, type_id, grade_id, lower(variety), tag_ids, business_unit_id)
  nulls not distinct;

alter table records
  -- The plan a planting belongs to.
  add column harvest_plan_id uuid references harvest_plans,
  -- What the owner says is sold of stock that is available to trade, moved or not.
  add column sold_ahead_grams bigint check (sold_ahead_grams >= 0);
create index records_harvest_plan on records (harvest_plan_id) where harvest_plan_id is not null;

-- A load off a field is a movement; this is what was measured of it on the way in.
alter table movements
  add column harvest_moisture_percentage numeric(6, 3) check (harvest_moisture_percentage between 0 and 100),
  add column harvest_temperature_celsius numeric(6, 2);

-- The business units of stock that lies in no place; that of other stock is its place's.
create table record_business_units (
  record_id uuid not null references records,
  business_unit_id uuid not null references business_units,
  primary key (record_id, business_unit_id)
);
create index record_business_units_unit on record_business_units (business_unit_id);
