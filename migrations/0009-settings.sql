-- What is set while the service runs, and how processes on one database hear of it.

-- How much is logged, for the whole program (system) and for the inventory alone. No row: as the program was started.
create table logging_settings (
  service text primary key check (service in ('system', 'inventory')),
  level text not null,
  filter text not null,
  changed_by uuid,
  changed_at timestamptz not null
);

-- What every process has to hear of soon: that a setting has changed, or what its cache has to forget. Written in the
-- transaction of what it is about, read by every process each second, and deleted within two hours.
create table notices (
  id bigint generated always as identity primary key,
  topic text not null,
  data jsonb not null,
  -- The database's own clock, since processes compare it.
  told_at timestamptz not null default clock_timestamp()
);
create index notices_age on notices (told_at);
