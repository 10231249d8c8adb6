-- Fields and stores, and the bays of stores (domain.md §3, §6).

create table storages (
  id uuid primary key,
  organisation_id uuid not null references organisations,
  name text not null check (name <> ''),
  type text not null check (type in ('field', 'store')),
  area_hectares numeric(12, 4) check (area_hectares >= 0),
  -- The documented Location; region and postcode are read out of it for filters.
  location jsonb not null,
  region_iso text not null generated always as (coalesce(location -> 'address' ->> 'regionISO', '')) stored,
  tags text[] not null default '{}',
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index storages_organisation on storages (organisation_id, type, name, id);
create index storages_name on storages using gin (name gin_trgm_ops);

-- A part of a store that holds at most one record at a time: the documents call it a substorage.
create table bays (
  id bigint generated always as identity primary key,
  storage_id uuid not null references storages,
  name text not null check (name <> ''),
  created_at timestamptz not null
);
create index bays_storage on bays (storage_id, id);
create unique index bays_name on bays (storage_id, lower(name));

create table bay_capacities (
  bay_id bigint not null references bays,
  commodity_id integer not null,
  capacity_grams bigint not null check (capacity_grams >= 0),
  primary key (bay_id, commodity_id)
);

create table storage_business_units (
  storage_id uuid not null references storages,
  business_unit_id uuid not null references business_units,
  primary key (storage_id, business_unit_id)
);
create index storage_business_units_unit on storage_business_units (business_unit_id);

create table storage_notes (
  id uuid primary key,
  storage_id uuid not null references storages,
  bay_id bigint references bays,
  reason_id integer not null,
  note text not null,
  file_ids uuid[] not null default '{}',
  created_by uuid,
  created_by_name text not null,
  created_at timestamptz not null
);
create index storage_notes_storage on storage_notes (storage_id, bay_id, created_at desc, id);
