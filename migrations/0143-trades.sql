-- Contracts to buy and to sell (docs/decisions/0159-contracts-to-buy-and-sell.md). What has moved under one is no column: it is summed from its loads.
create table trades (
  organisation_id uuid not null references organisations (id),
  id uuid not null,
  kind text not null check (kind in ('purchase', 'sale')),
  status text not null check (status in ('draft', 'confirmed', 'fulfilled', 'closed_short', 'cancelled')),
  reference text not null default '',
  partner_reference text not null default '',
  -- An organisation here, or the organisation's own id for a trading partner.
  partner_id text not null,
  commodity_id integer not null,
  -- Null where any may move.
  type_id integer,
  grade_id integer,
  varieties text[] not null default '{}',
  tag_ids integer[] not null default '{}',
  harvest_year text,
  weight_grams bigint not null check (weight_grams > 0),
  tolerance_percentage numeric(6, 3) not null default 0 check (tolerance_percentage between 0 and 100),
  tolerance_option text check (tolerance_option in ('buyer', 'seller')),
  delivery text check (delivery in ('ex_store', 'delivered')),
  -- Of ours; where nothing is said, any.
  storage_id uuid,
  weight_final text check (weight_final in ('loading', 'unloading')),
  quality_final text check (quality_final in ('loading', 'unloading')),
  limits jsonb not null default '[]',
  allowances jsonb not null default '[]',
  price jsonb,
  notes text not null default '',
  file_ids uuid[] not null default '{}',
  created_by uuid,
  created_by_name text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (organisation_id, id),
  foreign key (organisation_id, storage_id) references storages (organisation_id, id)
);
create index trades_latest on trades (organisation_id, created_at desc, id);
create index trades_partner on trades (organisation_id, partner_id, commodity_id);
create index trades_files on trades using gin (file_ids) where file_ids <> '{}';

-- When how much is to move; days in the organisation's time zone, both included.
create table trade_windows (
  organisation_id uuid not null,
  trade_id uuid not null,
  number integer not null check (number > 0),
  first_day date not null,
  last_day date not null,
  weight_grams bigint not null check (weight_grams > 0),
  primary key (organisation_id, trade_id, number),
  foreign key (organisation_id, trade_id) references trades (organisation_id, id) on delete cascade,
  check (first_day <= last_day)
);

create table trade_changes (
  organisation_id uuid not null,
  trade_id uuid not null,
  id bigint generated always as identity,
  -- Null where the status stayed.
  status text,
  changed jsonb not null default '[]',
  reason text not null default '',
  recorded_by uuid,
  recorded_by_name text not null,
  recorded_at timestamptz not null,
  primary key (organisation_id, trade_id, id),
  foreign key (organisation_id, trade_id) references trades (organisation_id, id) on delete cascade
);

-- A load moves under one contract, in the window of its day unless it names another.
alter table movements add column trade_id uuid, add column trade_window integer,
  add foreign key (organisation_id, trade_id) references trades (organisation_id, id),
  add check (trade_window is null or trade_id is not null);
create index movements_trade on movements (organisation_id, trade_id, effective_at, id) where trade_id is not null;
