-- Stock that is kept for a sale (docs/decisions/0162-what-may-still-be-sold.md). How much of it is used up is no column: it is summed from the sale's loads.
create table reservations (
  organisation_id uuid not null references organisations (id),
  id uuid not null,
  trade_id uuid not null,
  bay_id bigint not null,
  -- Of one parcel in the bay; null for the bay itself, whatever lies there.
  record_id uuid,
  -- Null for all that lies there.
  weight_grams bigint check (weight_grams > 0),
  begins_at timestamptz not null,
  -- Null for one that lasts as long as its contract.
  ends_at timestamptz,
  note text not null default '',
  created_by uuid,
  created_by_name text not null,
  created_at timestamptz not null,
  released_at timestamptz,
  released_by_name text,
  release_note text,
  -- When it ends, or has ended, whatever becomes of its contract.
  over_at timestamptz not null generated always as (coalesce(least(ends_at, released_at), '9999-12-31Z')) stored,
  primary key (organisation_id, id),
  foreign key (organisation_id, trade_id) references trades (organisation_id, id),
  foreign key (organisation_id, bay_id) references bays (organisation_id, id),
  foreign key (organisation_id, record_id) references records (keeper_id, id),
  check (ends_at > begins_at),
  check ((released_at is null) = (released_by_name is null))
);
create index reservations_bay on reservations (organisation_id, bay_id, over_at);
create index reservations_trade on reservations (organisation_id, trade_id, begins_at);
create index reservations_over on reservations (organisation_id, over_at);

-- Until when a load out of the bay has to ask for reservations. It is read with the bay's lock.
alter table bays add column reserved_until timestamptz;

create function note_reserved_bay() returns trigger language plpgsql as $$
declare
  reserved timestamptz := (
    select max(over_at) from reservations where organisation_id = new.organisation_id and bay_id = new.bay_id);
begin
  update bays set reserved_until = reserved
  where organisation_id = new.organisation_id and id = new.bay_id and reserved_until is distinct from reserved;
  return null;
end
$$;
create trigger reservation_changes after insert or update on reservations for each row execute function note_reserved_bay();

-- True where a load that would cut into what is reserved for another sale is refused; otherwise it is told.
alter table organisations add column refuses_reserved boolean not null default false;

-- The position reads contracts that run, and no others.
create index trades_open on trades (organisation_id, commodity_id) where status = 'confirmed';
