-- Imports of CSV files: what became of the rows, for whoever has to put the bad ones right, and what must not be entered twice.

create table imports (
  id uuid primary key,
  organisation_id uuid not null references organisations,
  -- What the rows were to become: fields, stores, …
  kind text not null check (kind <> ''),
  -- Of the file as it was sent.
  sha256 bytea not null,
  -- The file's own header, so that the bad rows can be handed back as they came.
  header text[] not null,
  total_rows integer not null check (total_rows >= 0),
  -- How far it has come. Rows are stored in steps; each step counts what it stored.
  rows_done integer not null default 0 check (rows_done >= 0),
  success integer not null default 0,
  validation integer not null default 0,
  errors integer not null default 0,
  created_by uuid,
  created_by_name text not null,
  created_at timestamptz not null,
  -- Null while it runs, and for ever where the server stopped half-way: then the same file sent again goes on.
  finished_at timestamptz
);
create index imports_organisation on imports (organisation_id, created_at desc, id);
create index imports_created on imports (created_at);

-- The rows that were not stored, as they came, and why.
create table import_faults (
  import_id uuid not null references imports on delete cascade,
  row_number integer not null check (row_number > 0),
  status text not null check (status in ('validation', 'error')),
  cells text[] not null,
  -- What the row is about, for people.
  reference text not null,
  messages text[] not null,
  -- [{"column", "value", "reason"}, …]
  problems jsonb not null,
  primary key (import_id, row_number)
);

-- Rows of stock that were entered, by all that they say: stock has no name of its own by which a second sending could be known.
create table imported_stock (
  organisation_id uuid not null references organisations,
  fingerprint bytea not null,
  record_id uuid not null references records,
  primary key (organisation_id, fingerprint)
);

-- Fields and stores are found by name.
create index storages_by_name on storages (organisation_id, type, lower(name));

-- Varieties that were imported, in place of those that are shipped with the grade.
create table variety_lists (
  country_iso text not null check (country_iso ~ '^[A-Z]{2}$'),
  grade_id integer not null,
  varieties text[] not null,
  imported_by uuid,
  imported_at timestamptz not null,
  primary key (country_iso, grade_id)
);
