-- What an organisation calls things of its own, beside their names here, as files have it: kept from the mappings that were sent.
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

-- Of the request that brought the file: whoever has lost its answer finds the import by it. SHA-256 of the Idempotency-Key.
alter table imports add column key_hash bytea;
