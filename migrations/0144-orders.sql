-- Orders: what of a contract, or without one, is to move when (docs/decisions/0160-orders.md). What has moved on one is no column: it is summed from its loads.
create table orders (
  organisation_id uuid not null references organisations (id),
  id uuid not null,
  -- Under a contract, which says with whom, of what and which way; an order alone says so itself.
  trade_id uuid,
  kind text check (kind in ('purchase', 'sale')),
  -- An organisation here, or the organisation's own id for a trading partner.
  partner_id text,
  commodity_id integer,
  -- Null where any may move.
  type_id integer,
  status text not null check (status in ('open', 'done', 'cancelled')),
  reference text not null default '',
  partner_reference text not null default '',
  weight_grams bigint check (weight_grams > 0),
  load_count integer check (load_count > 0),
  -- In the organisation's time zone, both included; null is any day.
  first_day date,
  last_day date,
  haulier text not null default '',
  vehicles text[] not null default '{}',
  -- Of ours, and the bays suggested; the other end is told in words.
  storage_id uuid,
  bay_ids bigint[] not null default '{}',
  place text not null default '',
  opening_hours text not null default '',
  instructions text not null default '',
  -- By which a driver reads the order without signing in; null where nobody has been given it.
  driver_token text unique,
  created_by uuid,
  created_by_name text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (organisation_id, id),
  foreign key (organisation_id, trade_id) references trades (organisation_id, id),
  foreign key (organisation_id, storage_id) references storages (organisation_id, id),
  check (weight_grams is not null or load_count is not null),
  check (first_day <= last_day),
  check ((trade_id is null) = (kind is not null)),
  check ((trade_id is null) = (partner_id is not null)),
  check ((trade_id is null) = (commodity_id is not null))
);
create index orders_latest on orders (organisation_id, created_at desc, id);
create index orders_open on orders (organisation_id, created_at desc, id) where status = 'open';
create index orders_trade on orders (organisation_id, trade_id) where trade_id is not null;
create index orders_partner on orders (organisation_id, partner_id) where partner_id is not null;

create table order_changes (
  organisation_id uuid not null,
  order_id uuid not null,
  id bigint generated always as identity,
  -- Null where the status stayed.
  status text,
  changed jsonb not null default '[]',
  reason text not null default '',
  recorded_by uuid,
  recorded_by_name text not null,
  recorded_at timestamptz not null,
  primary key (organisation_id, order_id, id),
  foreign key (organisation_id, order_id) references orders (organisation_id, id) on delete cascade
);

-- A load on an order under a contract is on that contract as well.
alter table movements add column order_id uuid,
  add foreign key (organisation_id, order_id) references orders (organisation_id, id);
create index movements_order on movements (organisation_id, order_id, effective_at, id) where order_id is not null;
