-- kind: expand
-- Backups and drills (restores that are tried and thrown away), as they were asked for and as they ended.
create table backup_runs (
  id uuid primary key,
  kind text not null check (kind in ('backup', 'drill')),
  -- A command at the machine writes its backup to a file of its own, outside the place that the settings name.
  origin text not null check (origin in ('schedule', 'person', 'command')),
  status text not null default 'queued' check (status in ('queued', 'done', 'failed')),
  asked_by_name text not null default '',
  asked_at timestamptz not null,
  finished_at timestamptz,
  file text,
  size_bytes bigint,
  row_count bigint,
  ledger_hash text,
  is_encrypted boolean,
  -- When retention took it out of its place.
  removed_at timestamptz,
  problem jsonb
);
-- One of each at a time.
create unique index backup_runs_queued on backup_runs (kind) where status = 'queued';
create index backup_runs_latest on backup_runs (kind, asked_at);
