-- Records: parcels of stock, and standing crops, and what happens to them (rules.md §2). Their balances are the ledger's.
-- Each row names who keeps the stock, and keys and references begin with it: a database that is spread over machines by the
-- organisation can check them on one machine (docs/decisions/0057-the-tenant-first.md).

create table records (
  id uuid not null,
  -- Who holds the stock: the organisation whose place it lies in, and which enters what happens to it. It never changes.
  keeper_id uuid not null references organisations,
  -- Who owns it: an organisation here, or a trading partner known by the keeper's own id for it.
  owner_id text not null check (owner_id <> ''),
  storage_id uuid references storages,
  bay_id bigint,
  name text not null,
  kind text not null check (kind in ('crop', 'produce')),
  source text not null check (source in ('planting', 'intake', 'existing', 'movement', 'trade')),
  commodity_id integer not null,
  type_id integer not null,
  grade_id integer,
  variety text not null,
  tag_ids integer[] not null default '{}',
  -- In its country's one form: 2026, or in Australia and New Zealand 2026/27 (rules.md §1).
  harvest_year text not null,
  -- The canonical key of the segregation tags: what differs in it never joins (rules.md §3).
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
  -- The plan a planting belongs to.
  harvest_plan_id uuid references harvest_plans,
  -- What the owner says is sold of stock that is available to trade, moved or not.
  sold_ahead_grams bigint check (sold_ahead_grams >= 0),
  -- The owner of stock that lies in somebody else's store.
  elsewhere_owner_id text generated always as (case when owner_id <> keeper_id::text then owner_id end) stored,
  -- The grain of what was cut before a field was split stays with the source, while the cut area is shared out. What separates the
  -- two is kept, so that no yield is measured over the wrong land: more on the source, less on the parts (docs/decisions/0022-harvest.md).
  yield_area_offset_hectares numeric(12, 4) not null default 0,
  -- When somebody last said what it is: what is entered before it later changes nothing of it.
  stated_at timestamptz,
  -- A split shares out what was cut of a field by guess. Until the guess is corrected, nobody can say which part gave what, so the plantings
  -- that a split made of one another are one field when yields are measured (docs/decisions/0022-harvest.md).
  split_group_id uuid,
  -- Which share of it is still to be cleaned (rules.md §5). It is followed as what stock is called is.
  uncleaned_share double precision not null default 0 check (uncleaned_share between 0 and 1),
  primary key (keeper_id, id),
  foreign key (keeper_id, bay_id) references bays (organisation_id, id),
  check (bay_id is null or storage_id is not null)
);
-- Few have much elsewhere; without being told so, the planner takes the average of all owners, and reads everything.
alter table records alter column elsewhere_owner_id set (n_distinct = -1);
-- By its id alone, for whoever does not know yet whose it is.
create index records_id on records (id);
create index records_keeper on records (keeper_id, created_at desc, id);
create index records_owner on records (owner_id, created_at desc, id);
create index records_elsewhere on records (elsewhere_owner_id, keeper_id) include (id) where elsewhere_owner_id is not null;
create index records_storage on records (storage_id);
-- The fields in which a crop still stands.
create index records_standing on records (storage_id) where remaining_area_hectares > 0;
-- A bay knows one parcel of each kind that may not be mixed; which of them lies there is a question of balances.
create unique index records_parcel on records (keeper_id, bay_id, owner_id, commodity_id, harvest_year, segregation)
  where bay_id is not null;
create index records_harvest_plan on records (harvest_plan_id) where harvest_plan_id is not null;
create index records_split_group on records (split_group_id) where split_group_id is not null;

-- The business units of stock that lies in no place; that of other stock is its place's.
create table record_business_units (
  record_id uuid not null,
  business_unit_id uuid not null references business_units,
  storer_id uuid not null,
  primary key (storer_id, record_id, business_unit_id),
  foreign key (storer_id, record_id) references records
);
create index record_business_units_unit on record_business_units (business_unit_id);

-- What a weighbridge showed of one lorry whose load is several movements: what they weigh adds up to its net
-- (docs/decisions/0052-tickets-in-parts.md).
create table tickets (
  id uuid primary key,
  organisation_id uuid not null references organisations on delete cascade,
  reference text,
  empty_grams bigint check (empty_grams >= 0),
  full_grams bigint check (full_grams > 0),
  file_id uuid references files,
  created_at timestamptz not null,
  check (full_grams > empty_grams)
);
create index tickets_organisation on tickets (organisation_id);

-- A registration as it is compared: nobody writes its blanks the same way twice.
create function plate(registration text) returns text
  language sql immutable parallel safe strict
  return lower(regexp_replace(registration, '[^[:alnum:]]', '', 'g'));

-- One order for all facts about stock: a movement's, an adjustment's or a count's number is its place in time
-- among those of the same instant.
create sequence fact_ids;

create table movements (
  id bigint not null default nextval('fact_ids'),
  -- Who keeps the stock.
  organisation_id uuid not null references organisations,
  type text not null check (type in ('internal', 'intake', 'outbound')),
  status text not null check (status in ('incomplete', 'complete', 'deleted')),
  effective_at timestamptz not null,
  -- The record the movement is known by: what it takes from, or, for an intake, what it makes. One of the two below, which are references.
  record_id uuid not null,
  source_record_id uuid,
  destination_record_id uuid,
  sender_id text,
  sender_name text,
  receiver_id text,
  receiver_name text,
  weight_grams bigint not null check (weight_grams >= 0),
  -- What lay on the lorry, by what is known of its stock now; see `entered`.
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
  storage_contract_id uuid references storage_contracts,
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
  -- What was dried at intake, on the terms of that moment: a contract that changes later changes later intakes alone.
  requires_cleaning boolean not null default false,
  -- The measured moisture and the level it is dried to, where the load was above it; null where nothing is dried.
  drying_moisture_percentage numeric(6, 3),
  drying_level_percentage numeric(6, 3),
  -- What the contract's matrix says is lost; null where it is computed by dry matter.
  drying_loss_percentage numeric(6, 3),
  -- Of the weight, what drying takes away.
  shrink_grams bigint not null default 0,
  -- Of a load off a field: what was measured of it on the way in.
  harvest_moisture_percentage numeric(6, 3) check (harvest_moisture_percentage between 0 and 100),
  harvest_temperature_celsius numeric(6, 2),
  -- What it was called when it was entered, as its ticket says: typeId, gradeId, variety, tagIds, quality (docs/decisions/0005-description-of-blends.md).
  -- Empty where that is the same; null where nobody has looked yet, which there is in databases of before.
  entered jsonb default '{}',
  -- A plan that a correction has set apart from the stock it was to join: true from the correction on, until the two are alike again.
  is_unlike boolean not null default false,
  -- What was taken back stays in the timelines, with who did it.
  deleted_by uuid,
  deleted_by_name text,
  -- Stock that is said to come into an empty bay writes off what lies there of other harvest years: also what is entered later for
  -- the time before it (rules.md §2).
  clears_other_years boolean not null default false,
  -- Which share of what it carries is still to be cleaned (rules.md §5).
  uncleaned_share double precision not null default 0 check (uncleaned_share between 0 and 1),
  ticket_id uuid references tickets deferrable initially deferred,
  -- Its place among the parts, from 1.
  ticket_part integer,
  -- How much of the net it has, in millionths of what the parts' shares are counted in; null where its weight was given.
  ticket_share bigint check (ticket_share > 0),
  primary key (organisation_id, id),
  foreign key (organisation_id, source_record_id) references records,
  foreign key (organisation_id, destination_record_id) references records,
  constraint movements_record_check check (
    record_id = coalesce(source_record_id, destination_record_id) or record_id = coalesce(destination_record_id, source_record_id)
  ),
  check (full_grams > empty_grams),
  check (shrink_grams between 0 and weight_grams),
  check ((drying_moisture_percentage is null) = (drying_level_percentage is null)),
  check ((ticket_id is null) = (ticket_part is null)),
  check (ticket_share is null or ticket_id is not null)
);
-- What a list of movements is sorted by: when they were, when they were entered, and how heavy they are.
create index movements_organisation on movements (organisation_id, effective_at desc, id desc);
create index movements_recorded on movements (organisation_id, recorded_at desc, id desc);
create index movements_weight on movements (organisation_id, weight_grams desc, id desc);
create index movements_record on movements (record_id);
-- By record and time: departures before a moment, and all that came and went since.
create index movements_source on movements (source_record_id, effective_at, id) where source_record_id is not null;
create index movements_destination on movements (destination_record_id, effective_at, id) where destination_record_id is not null;
-- The last sale of a record, which every list of records tells.
create index movements_last_sale on movements (source_record_id, effective_at desc, id desc)
  where sold and type = 'outbound' and status <> 'deleted';
create index movements_open on movements (organisation_id, effective_at) where status = 'incomplete';
create index movements_to_join on movements (effective_at) where not is_joined;
create index movements_untold on movements (destination_record_id) where entered is null and source_record_id is not null;
create index movements_unlike on movements (destination_record_id) where is_unlike;
create index movements_to_clean on movements (destination_record_id) where uncleaned_share > 0;
create index movements_cleaning on movements (source_record_id, effective_at) where adjustment_reason_id = 3;
-- Movements without a weight are in no day summary, so that nothing else says which of them are planned.
create index movements_weightless on movements (organisation_id, effective_at) where weight_grams = 0;
-- What is on its way into a bay, or lies there, without a weight is judged by kind like any other load (rules.md §3).
create index movements_unweighed on movements (organisation_id) where weight_grams = 0 and status <> 'deleted';
create index movements_storage_contract on movements (storage_contract_id, effective_at, id) where storage_contract_id is not null;
-- The loads of a partner: nothing comes from one and goes to another.
create index movements_partner on movements (organisation_id, coalesce(sender_id, receiver_id))
  where coalesce(sender_id, receiver_id) is not null;
create index movements_ticket on movements (ticket_id, id) where ticket_id is not null;
-- Each row of a load sheet asks for its ticket, so that none is entered twice.
create index movements_load_reference on movements (organisation_id, lower(load_reference)) where load_reference is not null;
-- From one vehicle to the next, each with its newest load: looked up without going through the loads of any.
create index movements_vehicle on movements (organisation_id, plate(vehicle_registration), effective_at desc, id desc)
  where vehicle_registration is not null and status <> 'deleted';
-- The newest weighing of an empty vehicle.
create index movements_tare on movements (organisation_id, plate(vehicle_registration), effective_at desc, empty_grams)
  where vehicle_registration is not null and empty_grams is not null and status <> 'deleted';

-- "There were so many kilograms at that moment", with a reason (rules.md §2).
create table adjustments (
  id bigint not null default nextval('fact_ids'),
  record_id uuid not null,
  effective_at timestamptz not null,
  counted_grams bigint not null check (counted_grams >= 0),
  reason_id integer,
  file_ids uuid[] not null default '{}',
  recorded_by uuid,
  recorded_by_name text not null,
  recorded_at timestamptz not null,
  storer_id uuid not null,
  primary key (storer_id, id),
  foreign key (storer_id, record_id) references records
);
create index adjustments_record on adjustments (record_id, effective_at);

create table samples (
  id bigint not null default nextval('fact_ids'),
  record_id uuid not null,
  movement_id bigint,
  fields jsonb not null,
  file_ids uuid[] not null default '{}',
  grade_id integer,
  recorded_by uuid,
  recorded_by_name text not null,
  recorded_at timestamptz not null,
  storer_id uuid not null,
  primary key (storer_id, id),
  foreign key (storer_id, record_id) references records,
  foreign key (storer_id, movement_id) references movements
);
create index samples_record on samples (record_id);
-- What was measured on a load goes with it when the load is edited or taken back.
create index samples_of_movement on samples (movement_id) where movement_id is not null;

-- What else happened to a record: created, updated, merged, regraded. Together with movements, adjustments and
-- samples it is the record's timeline. Where it says how the stock is described from then on, `details` has
-- `description`, and the description of a record can be told again from these and its movements.
create table record_changes (
  id bigint not null default nextval('fact_ids'),
  record_id uuid not null,
  type text not null check (type in ('created', 'updated', 'merge')),
  effective_at timestamptz not null,
  message text not null,
  details jsonb not null default '{}',
  recorded_by uuid,
  recorded_by_name text not null,
  recorded_at timestamptz not null,
  storer_id uuid not null,
  primary key (storer_id, id),
  foreign key (storer_id, record_id) references records
);
create index record_changes_record on record_changes (record_id, id);
-- Most changes say nothing of what the stock is called: that a load was weighed, or its driver. What is asked for those that do, whenever
-- something is entered late, must not go through all of them: a silo has tens of thousands.
create index record_changes_described on record_changes (record_id, effective_at) where details ? 'description';

-- How many movements an organisation has, by month and by what they are mostly searched for: a search that asks for no more than
-- that knows how many it finds, and in which months they are, without looking at all there ever were (docs/decisions/0024-search-speed.md).
create table movement_counts (
  organisation_id uuid not null,
  -- The first day of the month of effective_at, in UTC.
  month date not null,
  type text not null,
  status text not null,
  commodity_id integer not null,
  type_id integer not null,
  grade_id integer,
  has_contract boolean not null,
  counted bigint not null,
  unique nulls not distinct (organisation_id, month, type, status, commodity_id, type_id, grade_id, has_contract)
);

-- What each statement added to them: totals that are changed in place would make everybody wait for everybody. A chore adds them up
-- now and then; the sum of both tables stays what it is.
create table movement_count_steps (like movement_counts);
create index movement_count_steps_organisation on movement_count_steps (organisation_id);

create function count_movements_added() returns trigger language plpgsql as $$
begin
  insert into movement_count_steps
  select organisation_id, date_trunc('month', effective_at at time zone 'UTC')::date, type, status, commodity_id, type_id, grade_id,
    coalesce(contract_id, '') <> '' or storage_contract_id is not null, count(*)
  from added group by 1, 2, 3, 4, 5, 6, 7, 8;
  return null;
end $$;
create trigger movements_added after insert on movements
  referencing new table as added for each statement execute function count_movements_added();

create function count_movements_changed() returns trigger language plpgsql as $$
begin
  insert into movement_count_steps
  select organisation_id, date_trunc('month', effective_at at time zone 'UTC')::date, type, status, commodity_id, type_id, grade_id,
    coalesce(contract_id, '') <> '' or storage_contract_id is not null, sum(step)
  from (select *, 1 as step from after union all select *, -1 from before) steps
  group by 1, 2, 3, 4, 5, 6, 7, 8 having sum(step) <> 0;
  return null;
end $$;
create trigger movements_changed after update on movements
  referencing old table as before new table as after for each statement execute function count_movements_changed();
