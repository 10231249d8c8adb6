-- Fields and stores, and the bays of stores (rules.md §3, §6).

create table storages (
  id uuid primary key,
  organisation_id uuid not null references organisations,
  name text not null check (name <> ''),
  type text not null check (type in ('field', 'store')),
  area_hectares numeric(12, 4) check (area_hectares >= 0),
  -- The documented Location; region and postcode are read out of it for filters. What is not known of a place is null: 0, 0 is a point in the
  -- Atlantic.
  location jsonb not null,
  region_iso text not null generated always as (coalesce(location -> 'address' ->> 'regionISO', '')) stored,
  tags text[] not null default '{}',
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- The field that a field was made out of: two splits may make parts of one name and size, and a file that is sent again means its own.
  -- Of fields that were split before this was kept, it is not known.
  split_from uuid references storages,
  -- The outline of a field, as a GeoJSON MultiPolygon in WGS 84. It is read with its field alone, never in lists.
  boundary jsonb,
  constraint storages_check check (boundary is null or type = 'field')
);
create index storages_organisation on storages (organisation_id, type, name, id);
create index storages_name on storages using gin (name gin_trgm_ops);
-- Imports find fields and stores by name.
create index storages_by_name on storages (organisation_id, type, lower(name));
-- Asked at each deletion of a field, so that no part of it is left without its whole.
create index storages_split_from on storages (split_from) where split_from is not null;

-- A part of a store that holds at most one record at a time: the documents call it a substorage.
create table bays (
  id bigint generated always as identity primary key,
  storage_id uuid not null references storages,
  name text not null check (name <> ''),
  created_at timestamptz not null,
  -- When stock that was said to come into an empty bay has written off what lay there of other harvest years; no clearing of the bay is later.
  last_cleared_at timestamptz,
  -- Its store's: a bay is of who keeps what lies in it.
  organisation_id uuid not null,
  unique (organisation_id, id)
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
