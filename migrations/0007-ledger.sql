-- The stock ledger (rules.md §2). src/inventory/ledger alone writes these tables.

-- An entry moves grams from one side to the other, so mass is conserved by its very shape. A side is a record or a
-- named outside: harvest, sender:<org>, receiver:<org>, loss:<reason>, gain:<reason>. Entries are only ever added.
create table ledger_entries (
  id bigint generated always as identity,
  -- The movement, adjustment or count that posted it. Order is (effective_at, fact_id).
  fact_id bigint not null,
  effective_at timestamptz not null,
  recorded_at timestamptz not null,
  source_record_id uuid,
  source_outside text,
  destination_record_id uuid,
  destination_outside text,
  grams bigint not null check (grams > 0),
  -- The standing crop that grain from `harvest` was taken off.
  planting_id uuid,
  -- Outbound grain that was sold; unsold grain may come back.
  sold boolean not null default false,
  -- A count's own gain or loss.
  is_count boolean not null default false,
  -- The entry this one takes back: the same grams between the same sides, the other way. Once at most.
  reverses bigint,
  -- Who keeps the stock.
  storer_id uuid not null,
  -- An entry is found by its fact, and what takes it back is of the same fact: one index does for both.
  primary key (storer_id, fact_id, id),
  foreign key (storer_id, source_record_id) references records,
  foreign key (storer_id, destination_record_id) references records,
  foreign key (storer_id, planting_id) references records,
  foreign key (storer_id, fact_id, reverses) references ledger_entries,
  check (num_nonnulls(source_record_id, source_outside) = 1),
  check (num_nonnulls(destination_record_id, destination_outside) = 1),
  -- Grain that is sold off the field never lies in a record.
  check (num_nonnulls(source_record_id, destination_record_id, planting_id) > 0),
  check (source_record_id <> destination_record_id)
);
create index ledger_entries_source on ledger_entries (source_record_id, effective_at, fact_id)
  include (grams) where source_record_id is not null;
create index ledger_entries_destination on ledger_entries (destination_record_id, effective_at, fact_id)
  include (grams) where destination_record_id is not null;
create index ledger_entries_planting on ledger_entries (planting_id, effective_at) include (grams, source_outside)
  where planting_id is not null;
-- Few entries take another back: an index with all others in it would be written to by each movement.
create unique index ledger_entries_reverses_key on ledger_entries (storer_id, reverses) where reverses is not null;

create function refuse_rewriting() returns trigger language plpgsql as $$
begin
  raise exception 'ledger_entries is append-only';
end $$;
create trigger ledger_entries_append_only before update or delete or truncate on ledger_entries
  for each statement execute function refuse_rewriting();

-- Counts: what lay there at that moment, whatever is entered before it later.
create table ledger_counts (
  fact_id bigint not null,
  record_id uuid not null,
  effective_at timestamptz not null,
  counted_grams bigint not null check (counted_grams >= 0),
  reason text not null,
  withdrawn_at timestamptz,
  -- The most that a count may gain, when it has a limit: an entry before it may not raise the gain past it either.
  max_gain_grams bigint check (max_gain_grams >= 0),
  storer_id uuid not null,
  primary key (storer_id, record_id, fact_id, effective_at),
  foreign key (storer_id, record_id) references records
);
create index ledger_counts_live on ledger_counts (record_id, effective_at) where withdrawn_at is null;
-- What a movement that is edited or deleted has counted. Facts are numbered over all organisations; with one before it the planner takes
-- that for enough.
create index ledger_counts_fact on ledger_counts (fact_id) where withdrawn_at is null;

-- A summary of each day on which a record had entries: a cache that `granary doctor` recomputes. Days are UTC days:
-- they only cut the history into pieces and are never shown (docs/decisions/0018-balances-by-day.md).
create table ledger_days (
  record_id uuid not null,
  day date not null,
  closing_grams bigint not null,
  -- The lowest balance after any fact of the day.
  low_grams bigint not null,
  storer_id uuid not null,
  primary key (storer_id, record_id, day),
  foreign key (storer_id, record_id) references records
);

-- One row a record: the lock that a command takes, and the balance and totals up to `settled_to`: a cache as well.
create table ledger_balances (
  record_id uuid not null,
  balance_grams bigint not null default 0,
  -- Everything brought in from outside and from other records, less what came back by reversal.
  received_grams bigint not null default 0,
  -- Of it, or for a planting off it, grain from the field.
  harvested_grams bigint not null default 0,
  -- Written off, dried or cleaned away, net of gains.
  loss_grams bigint not null default 0,
  sold_grams bigint not null default 0,
  settled_to timestamptz not null,
  -- The earliest entry after settled_to; from then on the figures above are behind.
  next_due_at timestamptz,
  storer_id uuid not null,
  primary key (storer_id, record_id),
  foreign key (storer_id, record_id) references records
);
create index ledger_balances_due on ledger_balances (next_due_at) where next_due_at is not null;

-- A record's balance at any instant, past or future: the closing balance of that day or the last one before it, less
-- what the day brought after the instant.
create function ledger_balance_at(storer uuid, record uuid, instant timestamptz) returns bigint
language sql stable as $$
  select coalesce((
      select closing_grams from ledger_days
      where storer_id = storer and record_id = record and day <= (instant at time zone 'UTC')::date
      order by day desc limit 1
    ), 0)
    - coalesce((
      select sum(grams)::bigint from ledger_entries
      where storer_id = storer and destination_record_id = record
        and effective_at > instant and effective_at < date_trunc('day', instant, 'UTC') + interval '1 day'
    ), 0)
    + coalesce((
      select sum(grams)::bigint from ledger_entries
      where storer_id = storer and source_record_id = record
        and effective_at > instant and effective_at < date_trunc('day', instant, 'UTC') + interval '1 day'
    ), 0)
$$;

-- The balance by the kept figure where it is up to date, which it nearly always is.
create function ledger_balance_now(balance ledger_balances, instant timestamptz) returns bigint
language sql stable as $$
  select case
    when balance.settled_to <= instant and (balance.next_due_at is null or balance.next_due_at > instant)
      then balance.balance_grams
    else ledger_balance_at(balance.storer_id, balance.record_id, instant)
  end
$$;

-- From which (UTC) day to which a record had stock: the days before and after need not be asked about. Follows from
-- `ledger_days`, is written by the triggers below, and recomputed by `granary doctor`.
create table ledger_spans (
  record_id uuid not null,
  -- As the record says.
  keeper_id uuid not null,
  owner_id text not null,
  storage_id uuid,
  bay_id bigint,
  first_day date not null,
  -- The last day with an entry, after which nothing was left; infinity while something is left, or will be.
  last_day date not null,
  -- A span of this class is shorter than 2^class days, so that those around a day begin not long before it. 32 has no end.
  length_class integer not null generated always as (
    case when last_day = 'infinity' then 32 else width_bucket(last_day - first_day,
      array[1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096, 8192, 16384, 32768, 65536, 131072, 262144]) end
  ) stored,
  primary key (keeper_id, record_id),
  foreign key (keeper_id, record_id) references records,
  check (first_day <= last_day)
);
create index ledger_spans_keeper on ledger_spans (keeper_id, length_class, first_day) include (last_day);
create index ledger_spans_owner on ledger_spans (owner_id, length_class, first_day) include (last_day)
  where owner_id <> keeper_id::text;
create index ledger_spans_storage on ledger_spans (storage_id, last_day);
create index ledger_spans_bay on ledger_spans (bay_id, last_day) where bay_id is not null;

create function keep_ledger_spans() returns trigger language plpgsql as $$
begin
  -- An upsert fires both triggers, one of them for nothing.
  if not exists (select from changed_days) then return null; end if;
  insert into ledger_spans as kept (record_id, keeper_id, owner_id, storage_id, bay_id, first_day, last_day)
  select r.id, r.keeper_id, r.owner_id, r.storage_id, r.bay_id, first.day,
    case when last.closing_grams = 0 then last.day else 'infinity' end
  from (select distinct storer_id, record_id from changed_days) changed
  join records r on r.keeper_id = changed.storer_id and r.id = changed.record_id
  cross join lateral (
    select d.day from ledger_days d where d.storer_id = r.keeper_id and d.record_id = r.id order by d.day limit 1
  ) first
  cross join lateral (
    select d.day, d.closing_grams from ledger_days d where d.storer_id = r.keeper_id and d.record_id = r.id
    order by d.day desc limit 1
  ) last
  on conflict (keeper_id, record_id) do update set first_day = excluded.first_day, last_day = excluded.last_day
    where kept.first_day <> excluded.first_day or kept.last_day <> excluded.last_day;
  return null;
end $$;
create trigger ledger_days_added after insert on ledger_days
  referencing new table as changed_days for each statement execute function keep_ledger_spans();

-- Nearly every movement changes days that are there, and hardly ever where a span begins or ends: asking each time cost more
-- than storing the day (docs/decisions/0032-the-hot-path.md). Days are never taken away, so what is left of a span is its end: the
-- last day, once nothing remains of it.
create function end_ledger_span() returns trigger language plpgsql as $$
begin
  update ledger_spans set last_day = case when new.closing_grams = 0 then new.day else 'infinity' end
  where keeper_id = new.storer_id and record_id = new.record_id
    and not exists (
      select from ledger_days later
      where later.storer_id = new.storer_id and later.record_id = new.record_id and later.day > new.day);
  return null;
end $$;
create trigger ledger_days_changed after update on ledger_days for each row
  when ((old.closing_grams = 0) <> (new.closing_grams = 0)) execute function end_ledger_span();

create function move_ledger_spans() returns trigger language plpgsql as $$
begin
  update ledger_spans set owner_id = new.owner_id, storage_id = new.storage_id, bay_id = new.bay_id
    where keeper_id = new.keeper_id and record_id = new.id;
  return null;
end $$;
create trigger records_moved after update of owner_id, storage_id, bay_id on records for each row
  when (old.owner_id is distinct from new.owner_id or old.storage_id is distinct from new.storage_id or old.bay_id is distinct from new.bay_id)
  execute function move_ledger_spans();
