-- What a buyer says it received, line by line, beside the loads that left here (docs/decisions/0074-settlements.md).
create table settlements (
  organisation_id uuid not null references organisations (id) on delete cascade,
  id uuid not null,
  buyer_id text not null,
  -- As the buyer calls it.
  reference text not null,
  settled_on date not null,
  closed_at timestamptz,
  closed_by_name text,
  created_by uuid,
  created_by_name text not null,
  created_at timestamptz not null,
  primary key (organisation_id, id)
);
create index settlements_date on settlements (organisation_id, settled_on desc, id);
create index settlements_buyer on settlements (organisation_id, buyer_id, settled_on desc);
create index settlements_open on settlements (organisation_id, settled_on desc) where closed_at is null;

create table settlement_lines (
  organisation_id uuid not null,
  settlement_id uuid not null,
  -- Its place on the buyer's paper, from 1.
  line integer not null check (line > 0),
  reference text not null,
  delivered_on date not null,
  vehicle text not null,
  weight_grams bigint not null check (weight_grams > 0),
  -- The load: a movement, or the first part of a lorry in several parts.
  movement_id bigint,
  matched_by text check (matched_by in ('reference', 'weight', 'vehicle', 'hand')),
  -- Of the load, as it stood when the settlement was closed.
  closed_grams bigint,
  decision text check (decision in ('accepted', 'written_off', 'claimed')),
  reason_id integer,
  note text not null default '',
  decided_by_name text,
  decided_at timestamptz,
  primary key (organisation_id, settlement_id, line),
  foreign key (organisation_id, settlement_id) references settlements on delete cascade,
  check ((movement_id is null) = (matched_by is null)),
  check ((decision = 'written_off') = (reason_id is not null))
);
-- A load is on one line alone, of all settlements.
create unique index settlement_lines_movement on settlement_lines (organisation_id, movement_id) where movement_id is not null;

-- What left to one receiver within some days.
create index movements_receiver on movements (organisation_id, receiver_id, effective_at) where type = 'outbound';
