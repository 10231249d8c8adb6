-- Whom an organisation trades with, storage contracts (rules.md §5), harvest plans (rules.md §6), and varieties.

-- Whom an organisation trades with and who does not use this service, by the ids that its own programs have given them. Each owner of stock
-- that is no organisation here is one: their name is looked up when it is shown (docs/decisions/0066-names-from-one-place.md).
create table partners (
  organisation_id uuid not null references organisations on delete cascade,
  id text not null,
  name text not null,
  -- The name without what does not count in it: blanks around and several together, and case.
  name_key text not null,
  -- Somebody has said what it is called: what programs call it otherwise does not count.
  is_named boolean not null default false,
  -- Another id for this partner.
  merged_into text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (organisation_id, id),
  check (merged_into <> id),
  foreign key (organisation_id, merged_into) references partners deferrable initially deferred
);
create index partners_name on partners (organisation_id, name_key);
create index partners_merged on partners (organisation_id, merged_into) where merged_into is not null;

-- Who stores whose grain, on which terms, and drying at intake.
create table storage_contracts (
  id uuid primary key,
  -- Who stores: the organisation that entered the contract, and that alone changes it.
  storer_id uuid not null references organisations,
  -- Whose the grain is: an organisation here, or a trading partner known by the storer's own id for it.
  owner_id text not null check (owner_id <> ''),
  reference text not null,
  start_at timestamptz not null,
  end_at timestamptz not null,
  file_ids uuid[] not null default '{}',
  weight_grams bigint not null check (weight_grams > 0),
  kind text not null check (kind in ('crop', 'produce')),
  commodity_id integer not null,
  type_id integer not null,
  grade_id integer,
  varieties text[] not null default '{}',
  tag_ids integer[] not null default '{}',
  cleaning_agreed boolean not null,
  drying_agreed boolean not null,
  drying_level_percentage numeric(6, 3) check (drying_level_percentage >= 0 and drying_level_percentage < 100),
  -- What is lost at which measured moisture, as the documents show it: moistureMinPercentage, moistureMaxPercentage,
  -- weightLossPercentage, by moisture.
  drying_matrix jsonb not null default '[]',
  created_by uuid,
  created_by_name text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check (start_at <= end_at),
  check (not drying_agreed or drying_level_percentage is not null)
);
create index storage_contracts_storer on storage_contracts (storer_id, owner_id, commodity_id, type_id, start_at desc);
create index storage_contracts_owner on storage_contracts (owner_id, start_at desc);

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

-- Varieties that were imported, in place of those that are shipped with the grade.
create table variety_lists (
  country_iso text not null check (country_iso ~ '^[A-Z]{2}$'),
  grade_id integer not null,
  varieties text[] not null,
  imported_by uuid,
  imported_at timestamptz not null,
  primary key (country_iso, grade_id)
);
