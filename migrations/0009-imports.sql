-- Imports of files: what became of the rows, for whoever has to put the bad ones right or takes them all back, and what must not be
-- entered twice (docs/decisions/0023-imports.md, 0059-imports-undone.md).

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
  finished_at timestamptz,
  -- Rows that were there before, which `success` does not count, rows that changed what was there, and sums and print beside the table.
  unchanged integer not null default 0,
  changed integer not null default 0,
  left_out integer not null default 0,
  -- How the file was read, its sums and its first rows: what the import answered, without the rows that are in import_faults.
  report jsonb not null default '{}',
  undone_at timestamptz,
  undone_by_name text,
  -- Of the request that brought the file: whoever has lost its answer finds the import by it. SHA-256 of the Idempotency-Key.
  key_hash bytea
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

-- What an organisation calls things of its own, beside their names here, as files have it: kept from the mappings that were sent
-- (docs/decisions/0055-words-of-their-own.md).
create table import_aliases (
  id uuid primary key,
  organisation_id uuid not null references organisations,
  -- What the word names: a commodity, a store, a field, … or a column of an import.
  what text not null check (what <> ''),
  -- The import whose column it is; empty for a word in cells, which means the same in every import.
  kind text not null,
  word text not null,
  -- The word without its case and its blanks.
  word_key text not null check (word_key <> ''),
  -- The id of what is meant, or of a commodity its name.
  means text not null,
  made_by_name text not null,
  made_at timestamptz not null,
  unique (organisation_id, what, kind, word_key)
);

-- Rows of stock that were entered: stock has no name of its own by which a second sending could be known.
create table imported_stock (
  organisation_id uuid not null references organisations,
  -- Of all that the row says.
  fingerprint bytea not null,
  record_id uuid not null,
  -- What it is known again by besides: all but its weight, and its reference. Old rows have none of these.
  alike bytea,
  reference_key text,
  -- The number of the entry tells what to correct.
  posting_id bigint,
  grams bigint,
  import_id uuid,
  sha256 bytea,
  primary key (organisation_id, fingerprint),
  foreign key (organisation_id, record_id) references records
);
create index imported_stock_alike on imported_stock (organisation_id, alike) where alike is not null;
create index imported_stock_reference on imported_stock (organisation_id, reference_key) where reference_key is not null;
create index imported_stock_record on imported_stock (organisation_id, record_id);
