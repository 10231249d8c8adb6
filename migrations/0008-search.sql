-- What keeps searches, and looks into the past, as quick after twenty years as after one (docs/decisions/0024).

-- From which (UTC) day to which a record had stock: the days before and after need not be asked about. Follows from
-- `ledger_days`, is written by the trigger below, and recomputed by `granary doctor`.
create table ledger_spans (
  record_id uuid primary key references records,
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
  from (select distinct record_id from changed_days) changed
  join records r on r.id = changed.record_id
  cross join lateral (select d.day from ledger_days d where d.record_id = r.id order by d.day limit 1) first
  cross join lateral (
    select d.day, d.closing_grams from ledger_days d where d.record_id = r.id order by d.day desc limit 1
  ) last
  on conflict (record_id) do update set first_day = excluded.first_day, last_day = excluded.last_day
    where kept.first_day <> excluded.first_day or kept.last_day <> excluded.last_day;
  return null;
end $$;
create trigger ledger_days_added after insert on ledger_days
  referencing new table as changed_days for each statement execute function keep_ledger_spans();
create trigger ledger_days_changed after update on ledger_days
  referencing new table as changed_days for each statement execute function keep_ledger_spans();

create function move_ledger_spans() returns trigger language plpgsql as $$
begin
  update ledger_spans set keeper_id = new.keeper_id, owner_id = new.owner_id, storage_id = new.storage_id, bay_id = new.bay_id
    where record_id = new.id;
  return null;
end $$;
create trigger records_moved after update of keeper_id, owner_id, storage_id, bay_id on records for each row
  when ((old.keeper_id, old.owner_id, old.storage_id, old.bay_id)
    is distinct from (new.keeper_id, new.owner_id, new.storage_id, new.bay_id))
  execute function move_ledger_spans();

insert into ledger_spans (record_id, keeper_id, owner_id, storage_id, bay_id, first_day, last_day)
select r.id, r.keeper_id, r.owner_id, r.storage_id, r.bay_id, d.first_day,
  case when d.closing_grams = 0 then d.last_day else 'infinity' end
from (
  select record_id, min(day) as first_day, max(day) as last_day, (array_agg(closing_grams order by day desc))[1] as closing_grams
  from ledger_days group by record_id
) d join records r on r.id = d.record_id;

-- The fields in which a crop still stands.
create index records_standing on records (storage_id) where remaining_area_hectares > 0;

-- Which records changed, for each organisation that sees them: processes keep what searches go by in memory, and ask
-- here what of it to read again. Written in the transaction that changes something, so that no answer is behind; only ever
-- added to, so that nobody waits. Rows are forgotten after a day.
create table search_changes (
  organisation_id text not null,
  transaction_id xid8 not null default pg_current_xact_id(),
  record_id uuid not null,
  changed_at timestamptz not null default clock_timestamp()
);
create index search_changes_read on search_changes (organisation_id, transaction_id);

-- The latest transaction of which something was forgotten. Who has not seen it has to read everything again.
create table search_changes_forgotten (
  transaction_id xid8 not null
);
insert into search_changes_forgotten values ('0');

-- An owner that is no organisation here does not search.
create function note_record_changes(changed uuid[]) returns void language plpgsql as $$
begin
  insert into search_changes (organisation_id, record_id)
  select keeper_id::text, id from records where id = any(changed)
  union all
  select owner_id, id from records where id = any(changed) and owner_id <> keeper_id::text and length(owner_id) = 36;
end $$;

create function note_records_added() returns trigger language plpgsql as $$
begin
  insert into search_changes (organisation_id, record_id)
  select keeper_id::text, id from added
  union all
  select owner_id, id from added where owner_id <> keeper_id::text and length(owner_id) = 36;
  return null;
end $$;
create trigger records_added after insert on records
  referencing new table as added for each statement execute function note_records_added();

-- Who owned it before does not see it any more.
create function note_records_changed() returns trigger language plpgsql as $$
begin
  insert into search_changes (organisation_id, record_id)
  select keeper_id::text, id from after
  union all
  select owner_id, id from after where owner_id <> keeper_id::text and length(owner_id) = 36
  union all
  select old_owner.organisation_id, a.id from before b join after a on a.id = b.id
    cross join lateral (values (b.owner_id), (b.keeper_id::text)) old_owner (organisation_id)
  where (b.owner_id, b.keeper_id) is distinct from (a.owner_id, a.keeper_id) and length(old_owner.organisation_id) = 36;
  return null;
end $$;
create trigger records_changed after update on records
  referencing old table as before new table as after for each statement execute function note_records_changed();

create function note_balances() returns trigger language plpgsql as $$
begin
  insert into search_changes (organisation_id, record_id)
  select seen.organisation_id, r.id
  from changed join records r on r.id = changed.record_id
  cross join lateral (
    values (r.keeper_id::text), (case when r.owner_id <> r.keeper_id::text and length(r.owner_id) = 36 then r.owner_id end)
  ) seen (organisation_id)
  where seen.organisation_id is not null;
  return null;
end $$;
create trigger ledger_balances_added after insert on ledger_balances
  referencing new table as changed for each statement execute function note_balances();
create trigger ledger_balances_changed after update on ledger_balances
  referencing new table as changed for each statement execute function note_balances();

-- Loads that have to be cleaned, and counts that may say that they were.
create function note_cleaning() returns trigger language plpgsql as $$
begin
  if tg_table_name = 'adjustments' then
    perform note_record_changes(array[new.record_id]);
  else
    perform note_record_changes(array[new.destination_record_id]);
    if tg_op = 'UPDATE' then perform note_record_changes(array[old.destination_record_id]); end if;
  end if;
  return null;
end $$;
create trigger movements_to_clean_added after insert on movements for each row
  when (new.requires_cleaning) execute function note_cleaning();
create trigger movements_to_clean_changed after update on movements for each row
  when (new.requires_cleaning or old.requires_cleaning) execute function note_cleaning();
create trigger adjustments_noted after insert or update on adjustments for each row execute function note_cleaning();

-- What records are found by that belongs to their place.
create function note_places() returns trigger language plpgsql as $$
begin
  perform note_record_changes(array(
    select r.id from before b join after a on a.id = b.id join records r on r.storage_id = a.id
    where (b.organisation_id, b.name, b.type, b.location, b.tags) is distinct from (a.organisation_id, a.name, a.type, a.location, a.tags)));
  return null;
end $$;
create trigger storages_changed after update on storages
  referencing old table as before new table as after for each statement execute function note_places();

create function note_units_of_places() returns trigger language plpgsql as $$
begin
  perform note_record_changes(array(
    select r.id from changed join records r on r.storage_id = changed.storage_id));
  return null;
end $$;
create trigger storage_business_units_added after insert on storage_business_units
  referencing new table as changed for each statement execute function note_units_of_places();
create trigger storage_business_units_removed after delete on storage_business_units
  referencing old table as changed for each statement execute function note_units_of_places();

create function note_units_of_records() returns trigger language plpgsql as $$
begin
  perform note_record_changes(array(select record_id from changed));
  return null;
end $$;
create trigger record_business_units_added after insert on record_business_units
  referencing new table as changed for each statement execute function note_units_of_records();
create trigger record_business_units_removed after delete on record_business_units
  referencing old table as changed for each statement execute function note_units_of_records();

create function note_unit_types() returns trigger language plpgsql as $$
begin
  perform note_record_changes(array(
    select r.id from storage_business_units su join records r on r.storage_id = su.storage_id where su.business_unit_id = new.id));
  return null;
end $$;
create trigger business_units_changed after update of type on business_units for each row
  when (old.type is distinct from new.type) execute function note_unit_types();

-- How many movements an organisation has that are not deleted, as what each statement added to it: a total that is changed
-- in place would make everybody wait for everybody. A job adds the lines up now and then; their sum stays what it is.
create table movement_counts (
  organisation_id uuid not null,
  counted bigint not null
);
create index movement_counts_organisation on movement_counts (organisation_id) include (counted);
insert into movement_counts
select organisation_id, count(*) from movements where status <> 'deleted' group by organisation_id;

create function count_movements_added() returns trigger language plpgsql as $$
begin
  insert into movement_counts
  select organisation_id, count(*) from added where status <> 'deleted' group by organisation_id;
  return null;
end $$;
create trigger movements_added after insert on movements
  referencing new table as added for each statement execute function count_movements_added();

create function count_movements_changed() returns trigger language plpgsql as $$
begin
  insert into movement_counts
  select organisation_id, sum(step) from (
    select organisation_id, 1 as step from after where status <> 'deleted'
    union all
    select organisation_id, -1 from before where status <> 'deleted'
  ) steps group by organisation_id having sum(step) <> 0;
  return null;
end $$;
create trigger movements_changed after update on movements
  referencing old table as before new table as after for each statement execute function count_movements_changed();

-- The owner of stock that lies in somebody else's store. Few have much there; without being told so, the planner takes the
-- average of all owners, and reads everything.
alter table records
  add column elsewhere_owner_id text generated always as (case when owner_id <> keeper_id::text then owner_id end) stored;
alter table records alter column elsewhere_owner_id set (n_distinct = -1);
create index records_elsewhere on records (elsewhere_owner_id) include (id) where elsewhere_owner_id is not null;

-- Movements without a weight are in no day summary, so that nothing else says which of them are planned.
create index movements_weightless on movements (organisation_id, effective_at) where weight_grams = 0;
