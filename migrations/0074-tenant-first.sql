-- Each row of the big tables names the organisation that it belongs to, and so does every key, unique index and reference of them: of stock,
-- that is who keeps it. A database that is spread over machines by the organisation can check them on one machine
-- (docs/decisions/0057-the-tenant-first.md).

create function storer_of(record uuid) returns uuid language plpgsql stable as $$
begin
  return (select keeper_id from records where id = record);
end $$;

-- References first, since they hold the keys.
alter table adjustments drop constraint adjustments_record_id_fkey;
alter table imported_stock drop constraint imported_stock_record_id_fkey;
alter table ledger_balances drop constraint ledger_balances_record_id_fkey;
alter table ledger_counts drop constraint ledger_counts_record_id_fkey;
alter table ledger_days drop constraint ledger_days_record_id_fkey;
alter table ledger_entries
  drop constraint ledger_entries_destination_record_id_fkey,
  drop constraint ledger_entries_planting_id_fkey,
  drop constraint ledger_entries_reverses_fkey,
  drop constraint ledger_entries_source_record_id_fkey;
alter table ledger_spans drop constraint ledger_spans_record_id_fkey;
alter table movements
  drop constraint movements_destination_record_id_fkey,
  drop constraint movements_source_record_id_fkey;
alter table record_business_units drop constraint record_business_units_record_id_fkey;
alter table record_changes drop constraint record_changes_record_id_fkey;
alter table samples
  drop constraint samples_movement_id_fkey,
  drop constraint samples_record_id_fkey;
alter table webhook_deliveries drop constraint webhook_deliveries_webhook_id_fkey;

-- A record stays with who keeps it. It is looked up by its id alone by whoever does not know yet whose it is.
alter table records drop constraint records_pkey, add primary key (keeper_id, id);
create index records_id on records (id);
drop index records_parcel;
drop index records_elsewhere;
create index records_elsewhere on records (elsewhere_owner_id, keeper_id) include (id) where elsewhere_owner_id is not null;
create unique index records_parcel on records (keeper_id, bay_id, owner_id, commodity_id, harvest_year, segregation)
  where bay_id is not null;

-- A bay is of who keeps what lies in it.
alter table bays add column organisation_id uuid;
update bays b set organisation_id = s.organisation_id from storages s where s.id = b.storage_id;
alter table bays alter column organisation_id set not null, add unique (organisation_id, id);
alter table records
  drop constraint records_bay_id_fkey,
  add foreign key (keeper_id, bay_id) references bays (organisation_id, id);

alter table movements
  drop constraint movements_pkey,
  add primary key (organisation_id, id),
  add foreign key (organisation_id, source_record_id) references records (keeper_id, id),
  add foreign key (organisation_id, destination_record_id) references records (keeper_id, id);

-- An entry is found by its fact, and what takes it back is of the same fact: one index does for both.
alter table ledger_entries add column storer_id uuid;
drop index ledger_entries_fact;
drop index ledger_entries_reverses_key;
alter table ledger_entries
  drop constraint ledger_entries_pkey,
  alter column storer_id type uuid using storer_of(coalesce(source_record_id, destination_record_id, planting_id)),
  alter column storer_id set not null;
create unique index ledger_entries_reverses_key on ledger_entries (storer_id, reverses) where reverses is not null;
alter table ledger_entries
  add primary key (storer_id, fact_id, id),
  add foreign key (storer_id, source_record_id) references records (keeper_id, id),
  add foreign key (storer_id, destination_record_id) references records (keeper_id, id),
  add foreign key (storer_id, planting_id) references records (keeper_id, id),
  add foreign key (storer_id, fact_id, reverses) references ledger_entries (storer_id, fact_id, id);

alter table ledger_balances add column storer_id uuid;
alter table ledger_balances
  drop constraint ledger_balances_pkey,
  alter column storer_id type uuid using storer_of(record_id),
  alter column storer_id set not null;
alter table ledger_balances
  add primary key (storer_id, record_id),
  add foreign key (storer_id, record_id) references records (keeper_id, id);

alter table ledger_counts add column storer_id uuid;
drop index ledger_counts_fact;
alter table ledger_counts
  drop constraint ledger_counts_pkey,
  alter column storer_id type uuid using storer_of(record_id),
  alter column storer_id set not null;
create index ledger_counts_fact on ledger_counts (fact_id) where withdrawn_at is null;
alter table ledger_counts
  add primary key (storer_id, record_id, fact_id, effective_at),
  add foreign key (storer_id, record_id) references records (keeper_id, id);

alter table ledger_days add column storer_id uuid;
alter table ledger_days
  drop constraint ledger_days_pkey,
  alter column storer_id type uuid using storer_of(record_id),
  alter column storer_id set not null;
alter table ledger_days
  add primary key (storer_id, record_id, day),
  add foreign key (storer_id, record_id) references records (keeper_id, id);

alter table ledger_spans
  drop constraint ledger_spans_pkey,
  add primary key (keeper_id, record_id),
  add foreign key (keeper_id, record_id) references records (keeper_id, id);

alter table adjustments add column storer_id uuid;
alter table adjustments
  drop constraint adjustments_pkey,
  alter column storer_id type uuid using storer_of(record_id),
  alter column storer_id set not null;
alter table adjustments
  add primary key (storer_id, id),
  add foreign key (storer_id, record_id) references records (keeper_id, id);

alter table record_changes add column storer_id uuid;
alter table record_changes
  drop constraint record_changes_pkey,
  alter column storer_id type uuid using storer_of(record_id),
  alter column storer_id set not null;
alter table record_changes
  add primary key (storer_id, id),
  add foreign key (storer_id, record_id) references records (keeper_id, id);

alter table samples add column storer_id uuid;
alter table samples
  drop constraint samples_pkey,
  alter column storer_id type uuid using storer_of(record_id),
  alter column storer_id set not null;
alter table samples
  add primary key (storer_id, id),
  add foreign key (storer_id, record_id) references records (keeper_id, id),
  add foreign key (storer_id, movement_id) references movements (organisation_id, id);

alter table record_business_units add column storer_id uuid;
alter table record_business_units
  drop constraint record_business_units_pkey,
  alter column storer_id type uuid using storer_of(record_id),
  alter column storer_id set not null;
alter table record_business_units
  add primary key (storer_id, record_id, business_unit_id),
  add foreign key (storer_id, record_id) references records (keeper_id, id);

drop index imported_stock_record;
create index imported_stock_record on imported_stock (organisation_id, record_id);
alter table imported_stock add foreign key (organisation_id, record_id) references records (keeper_id, id);

drop function storer_of(uuid);

-- What has grown old is found by when it happened, with an entry for many and not for each.
alter table events drop constraint events_pkey, add primary key (organisation_id, id);
create index events_age on events using brin (occurred_at) with (pages_per_range = 32);

alter table webhooks drop constraint webhooks_pkey, add primary key (organisation_id, id);
create index webhooks_id on webhooks (id);
alter table webhook_deliveries add column organisation_id uuid;
update webhook_deliveries d set organisation_id = w.organisation_id from webhooks w where w.id = d.webhook_id;
alter table webhook_deliveries
  drop constraint webhook_deliveries_pkey,
  drop constraint webhook_deliveries_event,
  alter column organisation_id set not null,
  add primary key (organisation_id, id),
  add constraint webhook_deliveries_event unique (organisation_id, webhook_id, event_id),
  add foreign key (organisation_id, webhook_id) references webhooks (organisation_id, id) on delete cascade;
create index webhook_deliveries_id on webhook_deliveries (id);

drop function ledger_balance_at(uuid, timestamptz);
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

create or replace function ledger_balance_now(balance ledger_balances, instant timestamptz) returns bigint
language sql stable as $$
  select case
    when balance.settled_to <= instant and (balance.next_due_at is null or balance.next_due_at > instant)
      then balance.balance_grams
    else ledger_balance_at(balance.storer_id, balance.record_id, instant)
  end
$$;

create or replace function keep_ledger_spans() returns trigger language plpgsql as $$
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

create or replace function end_ledger_span() returns trigger language plpgsql as $$
begin
  update ledger_spans set last_day = case when new.closing_grams = 0 then new.day else 'infinity' end
  where keeper_id = new.storer_id and record_id = new.record_id
    and not exists (
      select from ledger_days later
      where later.storer_id = new.storer_id and later.record_id = new.record_id and later.day > new.day);
  return null;
end $$;

drop trigger records_moved on records;
create or replace function move_ledger_spans() returns trigger language plpgsql as $$
begin
  update ledger_spans set owner_id = new.owner_id, storage_id = new.storage_id, bay_id = new.bay_id
    where keeper_id = new.keeper_id and record_id = new.id;
  return null;
end $$;
create trigger records_moved after update of owner_id, storage_id, bay_id on records for each row
  when (old.owner_id is distinct from new.owner_id or old.storage_id is distinct from new.storage_id or old.bay_id is distinct from new.bay_id)
  execute function move_ledger_spans();

create or replace function note_balances() returns trigger language plpgsql as $$
begin
  insert into search_changes (organisation_id, record_id)
  select seen.organisation_id, r.id
  from changed join records r on r.keeper_id = changed.storer_id and r.id = changed.record_id
  cross join lateral (
    values (r.keeper_id::text), (case when r.owner_id <> r.keeper_id::text and length(r.owner_id) = 36 then r.owner_id end)
  ) seen (organisation_id)
  where seen.organisation_id is not null;
  return null;
end $$;

-- By functions of their own: a trigger of a table in parts is told the name of the part.
create function note_adjustment() returns trigger language plpgsql as $$
begin
  perform note_record_changes(array[new.record_id]);
  return null;
end $$;
drop trigger adjustments_noted on adjustments;
create trigger adjustments_noted after insert or update on adjustments for each row execute function note_adjustment();
create or replace function note_cleaning() returns trigger language plpgsql as $$
begin
  perform note_record_changes(array[new.destination_record_id]);
  if tg_op = 'UPDATE' then perform note_record_changes(array[old.destination_record_id]); end if;
  return null;
end $$;
