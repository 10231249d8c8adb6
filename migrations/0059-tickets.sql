-- What a weighbridge showed of one lorry whose load is several movements: what they weigh adds up to its net.
create table tickets (
  id uuid primary key,
  organisation_id uuid not null references organisations (id) on delete cascade,
  reference text,
  empty_grams bigint check (empty_grams >= 0),
  full_grams bigint check (full_grams > 0),
  file_id uuid references files (id),
  created_at timestamptz not null,
  check (full_grams > empty_grams)
);
create index tickets_organisation on tickets (organisation_id);

alter table movements
  add column ticket_id uuid references tickets (id) deferrable initially deferred,
  -- Its place among the parts, from 1.
  add column ticket_part integer,
  -- How much of the net it has, in millionths of what the parts' shares are counted in; null where its weight was given.
  add column ticket_share bigint check (ticket_share > 0),
  add check ((ticket_id is null) = (ticket_part is null)),
  add check (ticket_share is null or ticket_id is not null);
create index movements_ticket on movements (ticket_id, id) where ticket_id is not null;

-- Lorries that were tipped into several bays so far were weighed "between" them: what one bay left was full for the next.
create temporary table lorries on commit drop as
select gen_random_uuid() as id, organisation_id, max(load_reference) as reference, min(empty_grams) as empty_grams,
  max(full_grams) as full_grams, (array_agg(weighbridge_file_id))[1] as file_id, recorded_at, array_agg(id order by id) as parts
from movements
where type = 'intake' and status <> 'deleted' and empty_grams is not null and full_grams is not null and full_grams - empty_grams = weight_grams
group by organisation_id, recorded_at, effective_at, sender_id, driver_name, vehicle_registration, load_reference, recorded_by
having count(*) > 1 and max(full_grams) - min(empty_grams) = sum(weight_grams) and count(distinct full_grams) = count(*);

insert into tickets select id, organisation_id, reference, empty_grams, full_grams, file_id, recorded_at from lorries;

update movements m set ticket_id = lorries.id, ticket_part = array_position(lorries.parts, m.id),
  empty_grams = lorries.empty_grams, full_grams = lorries.full_grams
from lorries where m.id = any(lorries.parts);
