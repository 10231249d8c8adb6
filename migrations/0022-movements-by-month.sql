-- How many movements an organisation has, by month and by what they are mostly searched for: a search that asks for no more than
-- that knows how many it finds, and in which months they are, without looking at all there ever were (docs/decisions/0024).
drop trigger movements_added on movements;
drop trigger movements_changed on movements;
drop function count_movements_added();
drop function count_movements_changed();
drop table movement_counts;

create table movement_counts (
  organisation_id uuid not null,
  -- The first day of the month of effective_at, in UTC.
  month date not null,
  type text not null,
  status text not null,
  commodity_id integer not null,
  type_id integer not null,
  grade_id integer,
  has_contract boolean not null,
  counted bigint not null,
  unique nulls not distinct (organisation_id, month, type, status, commodity_id, type_id, grade_id, has_contract)
);

-- What each statement added to them: totals that are changed in place would make everybody wait for everybody. A job adds them up
-- now and then; the sum of both tables stays what it is.
create table movement_count_steps (like movement_counts);
create index movement_count_steps_organisation on movement_count_steps (organisation_id);

insert into movement_counts
select organisation_id, date_trunc('month', effective_at at time zone 'UTC')::date, type, status, commodity_id, type_id, grade_id,
  coalesce(contract_id, '') <> '' or storage_contract_id is not null, count(*)
from movements group by 1, 2, 3, 4, 5, 6, 7, 8;

create function count_movements_added() returns trigger language plpgsql as $$
begin
  insert into movement_count_steps
  select organisation_id, date_trunc('month', effective_at at time zone 'UTC')::date, type, status, commodity_id, type_id, grade_id,
    coalesce(contract_id, '') <> '' or storage_contract_id is not null, count(*)
  from added group by 1, 2, 3, 4, 5, 6, 7, 8;
  return null;
end $$;
create trigger movements_added after insert on movements
  referencing new table as added for each statement execute function count_movements_added();

create function count_movements_changed() returns trigger language plpgsql as $$
begin
  insert into movement_count_steps
  select organisation_id, date_trunc('month', effective_at at time zone 'UTC')::date, type, status, commodity_id, type_id, grade_id,
    coalesce(contract_id, '') <> '' or storage_contract_id is not null, sum(step)
  from (select *, 1 as step from after union all select *, -1 from before) steps
  group by 1, 2, 3, 4, 5, 6, 7, 8 having sum(step) <> 0;
  return null;
end $$;
create trigger movements_changed after update on movements
  referencing old table as before new table as after for each statement execute function count_movements_changed();
