-- What somebody, or a sensor, found in a bay (docs/decisions/0137-bay-checks.md).
create table bay_checks (
  organisation_id uuid not null references organisations (id),
  id uuid not null,
  storage_id uuid not null,
  bay_id bigint not null,
  checked_at timestamptz not null,
  -- By probe: [{"probe": "A1", "celsius": 14.5}].
  temperatures jsonb not null default '[]',
  hottest_celsius numeric(5, 2),
  moisture_percentage numeric(5, 2) check (moisture_percentage between 0 and 100),
  insects text check (insects in ('none', 'few', 'many')),
  smell text check (smell in ('sound', 'musty', 'sour', 'foreign')),
  rodents text check (rodents in ('none', 'traces', 'seen')),
  note text not null default '',
  file_ids uuid[] not null default '{}',
  created_by uuid,
  created_by_name text not null,
  created_at timestamptz not null,
  primary key (organisation_id, id),
  foreign key (organisation_id, storage_id) references storages (organisation_id, id),
  foreign key (organisation_id, bay_id) references bays (organisation_id, id)
);
create index bay_checks_bay on bay_checks (organisation_id, bay_id, checked_at desc, id);
create index bay_checks_storage on bay_checks (organisation_id, storage_id, checked_at desc, id);
create index bay_checks_files on bay_checks using gin (file_ids) where file_ids <> '{}';

-- How often the bays of a store are checked, and what is too much.
create table check_plans (
  organisation_id uuid not null references organisations (id),
  storage_id uuid not null,
  every_days integer check (every_days > 0),
  most_celsius numeric(5, 2),
  most_rise_celsius numeric(5, 2) check (most_rise_celsius > 0),
  most_moisture_percentage numeric(5, 2) check (most_moisture_percentage between 0 and 100),
  primary key (organisation_id, storage_id),
  foreign key (organisation_id, storage_id) references storages (organisation_id, id)
);
