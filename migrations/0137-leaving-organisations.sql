-- What an organisation takes with it: archives that wait to be downloaded, and the wish to be deleted.
create table organisation_exports (
  organisation_id uuid not null references organisations (id) on delete cascade,
  id uuid not null,
  status text not null default 'queued' check (status in ('queued', 'done', 'failed')),
  asked_by uuid references users (id) on delete set null,
  asked_by_name text not null,
  asked_at timestamptz not null,
  finished_at timestamptz,
  -- From then on the file is gone.
  expires_at timestamptz,
  storage_key text,
  size_bytes bigint,
  sha256 bytea,
  missing_files integer,
  problem jsonb,
  primary key (organisation_id, id)
);
-- One at a time.
create unique index organisation_exports_queued on organisation_exports (organisation_id) where status = 'queued';
create index organisation_exports_expire on organisation_exports (expires_at) where storage_key is not null;

create table organisation_deletions (
  organisation_id uuid primary key references organisations (id) on delete cascade,
  asked_by uuid references users (id) on delete set null,
  asked_by_name text not null,
  asked_at timestamptz not null,
  due_at timestamptz not null,
  -- When it was last tried and not done, because stock lay where it must not.
  tried_at timestamptz
);
create index organisation_deletions_due on organisation_deletions (due_at);
