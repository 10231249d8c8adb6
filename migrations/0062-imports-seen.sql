-- Imports that show what they read, and can be taken back.

alter table imports
  -- Rows that were there before, which `success` counts no longer, rows that changed what was there, and sums and print beside the table.
  add column unchanged integer not null default 0,
  add column changed integer not null default 0,
  add column left_out integer not null default 0,
  -- How the file was read, its sums and its first rows: what the import answered, without the rows that are in import_faults.
  add column report jsonb not null default '{}',
  add column undone_at timestamptz,
  add column undone_by_name text;

-- What each row made, in the order in which it was made: it is undone from the last to the first.
create table import_made (
  import_id uuid not null references imports on delete cascade,
  row_number integer not null check (row_number > 0),
  place integer not null check (place >= 0),
  -- What it is: a storage, a bay, an opening of stock, a planting, …
  kind text not null check (kind <> ''),
  subject text not null,
  -- What is needed to undo it, such as what was there before.
  details jsonb not null default '{}',
  undone_at timestamptz,
  primary key (import_id, row_number, place)
);

-- How an organisation's files are read, by their header rows.
create table import_mappings (
  organisation_id uuid not null references organisations,
  kind text not null check (kind <> ''),
  fingerprint bytea not null,
  header text[] not null,
  mapping jsonb not null,
  used_by_name text not null,
  used_at timestamptz not null,
  primary key (organisation_id, kind, fingerprint)
);

-- What a row of stock is known again by besides all of it: all but its weight, and its reference. The number of the entry tells what to
-- correct. Rows from before have none of these, and are known by all that they say alone.
alter table imported_stock
  add column alike bytea,
  add column reference_key text,
  add column posting_id bigint,
  add column grams bigint,
  add column import_id uuid,
  add column sha256 bytea;
create index imported_stock_alike on imported_stock (organisation_id, alike) where alike is not null;
create index imported_stock_reference on imported_stock (organisation_id, reference_key) where reference_key is not null;
create index imported_stock_record on imported_stock (record_id);

-- Asked at each deletion of a field, so that no part of it is left without its whole.
create index storages_split_from on storages (split_from) where split_from is not null;
