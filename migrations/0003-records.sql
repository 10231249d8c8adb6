-- Records: parcels of stock, and standing crops (domain.md §2). Their balances are the ledger's.

create table records (
  id uuid primary key,
  -- Who holds the stock: the organisation whose place it lies in, and which enters what happens to it.
  keeper_id uuid not null references organisations,
  -- Who owns it: an organisation here, or a trading partner known by the keeper's own id for it.
  owner_id text not null check (owner_id <> ''),
  owner_name text not null,
  storage_id uuid references storages,
  bay_id bigint references bays,
  name text not null,
  kind text not null check (kind in ('crop', 'produce')),
  source text not null check (source in ('planting', 'intake', 'existing', 'movement', 'trade')),
  commodity_id integer not null,
  type_id integer not null,
  grade_id integer,
  variety text not null,
  tag_ids integer[] not null default '{}',
  harvest_year text not null,
  -- The canonical key of the segregation tags: what differs in it never joins.
  segregation text not null,
  tags text[] not null default '{}',
  -- What samples say of it: {"Moisture": {"value": 14.5, "metric": "%"}}; of a blend, the weighted mean.
  quality jsonb not null default '{}',
  -- A planting's own: a standing crop in a field.
  area_hectares numeric(12, 4) check (area_hectares >= 0),
  remaining_area_hectares numeric(12, 4) check (remaining_area_hectares >= 0),
  expected_yield_grams_per_hectare bigint check (expected_yield_grams_per_hectare >= 0),
  planted_on date,
  planted_on_precision text check (planted_on_precision in ('date', 'month')),
  created_by uuid,
  created_by_name text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check (bay_id is null or storage_id is not null)
);
create index records_keeper on records (keeper_id, created_at desc, id);
create index records_owner on records (owner_id, created_at desc, id);
create index records_storage on records (storage_id);
-- A bay knows one parcel of each kind that may not be mixed; which of them lies there is a question of balances.
create unique index records_parcel on records (bay_id, owner_id, commodity_id, harvest_year, segregation)
  where bay_id is not null;

-- One order for all facts about stock: a movement's, an adjustment's or a count's number is its place in time
-- among those of the same instant.
create sequence fact_ids;

create table movements (
  id bigint primary key default nextval('fact_ids'),
  organisation_id uuid not null references organisations,
  type text not null check (type in ('internal', 'intake', 'outbound')),
  status text not null check (status in ('incomplete', 'complete', 'deleted')),
  effective_at timestamptz not null,
  -- The record the movement is known by: what it takes from, or, for an intake, what it makes.
  record_id uuid not null references records,
  source_record_id uuid references records,
  destination_record_id uuid references records,
  sender_id text,
  sender_name text,
  receiver_id text,
  receiver_name text,
  weight_grams bigint not null check (weight_grams >= 0),
  -- What lay on the lorry, as the source was described when it was entered.
  commodity_id integer not null,
  type_id integer not null,
  grade_id integer,
  variety text not null,
  tag_ids integer[] not null,
  quality jsonb not null default '{}',
  driver_name text,
  vehicle_registration text,
  load_reference text,
  empty_grams bigint check (empty_grams >= 0),
  full_grams bigint check (full_grams > 0),
  weighbridge_file_id uuid references files,
  contract_id text,
  contract_reference text,
  storage_contract_id uuid,
  sold boolean not null default false,
  adjust_to_zero boolean not null default false,
  -- False while it is a plan whose stock is not yet part of what the destination is described as.
  is_joined boolean not null default true,
  adjustment_grams bigint,
  adjustment_reason_id integer,
  adjustment_notes text,
  completed_at timestamptz,
  recorded_by uuid,
  recorded_by_name text not null,
  recorded_at timestamptz not null,
  deleted_at timestamptz,
  check (full_grams > empty_grams)
);
create index movements_organisation on movements (organisation_id, effective_at desc, id desc);
create index movements_record on movements (record_id);
create index movements_source on movements (source_record_id);
create index movements_destination on movements (destination_record_id);
create index movements_to_join on movements (effective_at) where not is_joined;
create index movements_open on movements (organisation_id, effective_at) where status = 'incomplete';

-- "There were so many kilograms at that moment", with a reason (domain.md §2).
create table adjustments (
  id bigint primary key default nextval('fact_ids'),
  record_id uuid not null references records,
  effective_at timestamptz not null,
  counted_grams bigint not null check (counted_grams >= 0),
  reason_id integer,
  file_ids uuid[] not null default '{}',
  recorded_by uuid,
  recorded_by_name text not null,
  recorded_at timestamptz not null
);
create index adjustments_record on adjustments (record_id, effective_at);

create table samples (
  id bigint primary key default nextval('fact_ids'),
  record_id uuid not null references records,
  movement_id bigint references movements,
  fields jsonb not null,
  file_ids uuid[] not null default '{}',
  grade_id integer,
  recorded_by uuid,
  recorded_by_name text not null,
  recorded_at timestamptz not null
);
create index samples_record on samples (record_id);

-- What else happened to a record: created, updated, merged, regraded. Together with movements, adjustments and
-- samples it is the record's timeline. Where it says how the stock is described from then on, `details` has
-- `description`, and the description of a record can be told again from these and its movements.
create table record_changes (
  id bigint primary key default nextval('fact_ids'),
  record_id uuid not null references records,
  type text not null check (type in ('created', 'updated', 'merge')),
  effective_at timestamptz not null,
  message text not null,
  details jsonb not null default '{}',
  recorded_by uuid,
  recorded_by_name text not null,
  recorded_at timestamptz not null
);
create index record_changes_record on record_changes (record_id, id);
