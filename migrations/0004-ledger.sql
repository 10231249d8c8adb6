-- The stock ledger (domain.md §2). src/inventory/ledger alone writes these tables.

-- An entry moves grams from one side to the other, so mass is conserved by its very shape. A side is a record or a
-- named outside: harvest, sender:<org>, receiver:<org>, loss:<reason>, gain:<reason>. Entries are only ever added.
create table ledger_entries (
  id bigint generated always as identity primary key,
  -- The movement, adjustment or count that posted it. Order is (effective_at, fact_id).
  fact_id bigint not null,
  effective_at timestamptz not null,
  recorded_at timestamptz not null,
  source_record_id uuid references records,
  source_outside text,
  destination_record_id uuid references records,
  destination_outside text,
  grams bigint not null check (grams > 0),
  -- The standing crop that grain from `harvest` was taken off.
  planting_id uuid references records,
  -- Outbound grain that was sold; unsold grain may come back.
  sold boolean not null default false,
  -- A count's own gain or loss.
  is_count boolean not null default false,
  -- The entry this one takes back: the same grams between the same sides, the other way. Once at most.
  reverses bigint unique references ledger_entries,
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
create index ledger_entries_fact on ledger_entries (fact_id);
create index ledger_entries_planting on ledger_entries (planting_id, effective_at) include (grams, source_outside)
  where planting_id is not null;

create function refuse_rewriting() returns trigger language plpgsql as $$
begin
  raise exception 'ledger_entries is append-only';
end $$;
create trigger ledger_entries_append_only before update or delete or truncate on ledger_entries
  for each statement execute function refuse_rewriting();

-- Counts: what lay there at that moment, whatever is entered before it later.
create table ledger_counts (
  fact_id bigint not null,
  record_id uuid not null references records,
  effective_at timestamptz not null,
  counted_grams bigint not null check (counted_grams >= 0),
  reason text not null,
  withdrawn_at timestamptz,
  primary key (record_id, fact_id, effective_at)
);
create index ledger_counts_live on ledger_counts (record_id, effective_at) where withdrawn_at is null;

-- A summary of each day on which a record had entries: a cache that `granary doctor` recomputes. Days are UTC days:
-- they only cut the history into pieces and are never shown.
create table ledger_days (
  record_id uuid not null references records,
  day date not null,
  closing_grams bigint not null,
  -- The lowest balance after any fact of the day.
  low_grams bigint not null,
  primary key (record_id, day)
);

-- One row a record: the lock that a command takes, and the balance and totals up to `settled_to`: a cache as well.
create table ledger_balances (
  record_id uuid primary key references records,
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
  next_due_at timestamptz
);
create index ledger_balances_due on ledger_balances (next_due_at) where next_due_at is not null;

-- A record's balance at any instant, past or future: the closing balance of that day or the last one before it, less
-- what the day brought after the instant.
create function ledger_balance_at(record uuid, instant timestamptz) returns bigint language sql stable as $$
  select coalesce((
      select closing_grams from ledger_days
      where record_id = record and day <= (instant at time zone 'UTC')::date
      order by day desc limit 1
    ), 0)
    - coalesce((
      select sum(grams)::bigint from ledger_entries
      where destination_record_id = record
        and effective_at > instant and effective_at < date_trunc('day', instant, 'UTC') + interval '1 day'
    ), 0)
    + coalesce((
      select sum(grams)::bigint from ledger_entries
      where source_record_id = record
        and effective_at > instant and effective_at < date_trunc('day', instant, 'UTC') + interval '1 day'
    ), 0)
$$;

-- The balance by the kept figure where it is up to date, which it nearly always is.
create function ledger_balance_now(balance ledger_balances, instant timestamptz) returns bigint language sql stable as $$
  select case
    when balance.settled_to <= instant and (balance.next_due_at is null or balance.next_due_at > instant)
      then balance.balance_grams
    else ledger_balance_at(balance.record_id, instant)
  end
$$;
