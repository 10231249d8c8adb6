-- What keeps searches of records as quick after twenty years as after one (docs/decisions/0024-search-speed.md). Processes keep what
-- searches go by in memory, and ask here what of it to read again.

-- Which records changed, for each organisation that sees them. Written in the transaction that changes something, so that no answer is
-- behind; only ever added to, so that nobody waits. Rows are forgotten after a day. They are numbered per organisation once they are
-- committed: transaction ids are of one server, are kept back by whoever writes in another database of it, and mean nothing in a copy. A
-- token tells one history from another: a replica that takes over gives numbers again that its forerunner had given.
create table search_changes (
  organisation_id text not null,
  record_id uuid not null,
  number bigint,
  token uuid,
  changed_at timestamptz not null default clock_timestamp()
);
create unique index search_changes_numbered on search_changes (organisation_id, number) where number is not null;
create index search_changes_unnumbered on search_changes (organisation_id) where number is null;

-- How far the numbers have come.
create table search_heads (
  organisation_id text primary key,
  number bigint not null,
  token uuid
);

-- The rows of a search as they were at a number, so that a process that has just started need not put them together.
create table kept_searches (
  organisation_id text not null,
  search text not null,
  shape text not null,
  number bigint not null,
  token uuid,
  rows bytea not null,
  primary key (organisation_id, search)
);

-- An owner that is no organisation here does not search: ids of organisations alone have 36 characters.
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
  from changed join records r on r.keeper_id = changed.storer_id and r.id = changed.record_id
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

-- Loads that have to be cleaned, and counts that may say that they were. By functions of their own: a trigger of a table in parts is told
-- the name of the part.
create function note_cleaning() returns trigger language plpgsql as $$
begin
  perform note_record_changes(array[new.destination_record_id]);
  if tg_op = 'UPDATE' then perform note_record_changes(array[old.destination_record_id]); end if;
  return null;
end $$;
create trigger movements_to_clean_added after insert on movements for each row
  when (new.uncleaned_share > 0) execute function note_cleaning();
create trigger movements_to_clean_changed after update on movements for each row
  when (new.uncleaned_share > 0 or old.uncleaned_share > 0) execute function note_cleaning();

create function note_adjustment() returns trigger language plpgsql as $$
begin
  perform note_record_changes(array[new.record_id]);
  return null;
end $$;
create trigger adjustments_noted after insert or update on adjustments for each row execute function note_adjustment();

-- A load that nobody has weighed yet is in no balance. While it is planned, the record that it comes to or leaves is not empty: the
-- search has to be told of it, and when it is moved to another day, weighed or taken back.
create function note_unweighed() returns trigger language plpgsql as $$
begin
  perform note_record_changes(array[new.source_record_id, new.destination_record_id]);
  if tg_op = 'UPDATE' then perform note_record_changes(array[old.source_record_id, old.destination_record_id]); end if;
  return null;
end $$;
create trigger movements_unweighed_added after insert on movements
  for each row when (new.weight_grams = 0) execute function note_unweighed();
create trigger movements_unweighed_changed after update on movements
  for each row when (new.weight_grams = 0 or old.weight_grams = 0) execute function note_unweighed();

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
