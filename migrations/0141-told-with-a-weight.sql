-- An owner hears of what is booked in its name when there is something to judge: a weight, a crop that stands, or a contract. A lorry that was
-- weighed once has nothing yet, and would use up the mail of the day.
alter table confirmations add column told_at timestamptz;
update confirmations set told_at = asked_at where status = 'pending';
-- What is looked through again and again: what waits for a weight.
create index confirmations_untold on confirmations (asked_at) where status = 'pending' and told_at is null;

-- Tells the owner of what one is asked, once, if there is something by now: by an event, and by mail those who give access there, one a day
-- for each storer, however much is asked.
create function tell_owner_of(asked confirmations, at timestamptz) returns void language plpgsql as $$
begin
  if asked.contract_id is null and not exists (
    select from records r where r.owner_id = asked.owner_id::text and r.keeper_id = asked.storer_id and r.commodity_id = asked.commodity_id
      and r.harvest_year = asked.harvest_year
      and (r.source in ('planting', 'trade') or exists (select from ledger_days d where d.storer_id = r.keeper_id and d.record_id = r.id)))
  then return; end if;
  update confirmations set told_at = at where owner_id = asked.owner_id and id = asked.id and status = 'pending' and told_at is null;
  if not found then return; end if;
  insert into events (organisation_id, type, subject, data, occurred_at, awaited)
  values (asked.owner_id, 'confirmation.asked', asked.id::text,
    jsonb_build_object('ids', jsonb_build_array(asked.id), 'storerId', asked.storer_id, 'ownerId', asked.owner_id), at,
    exists (select from webhooks where organisation_id = asked.owner_id));
  insert into jobs (id, kind, key, payload, due_at, created_at)
  select gen_random_uuid(), 'confirmation-mail', asked.owner_id || ' ' || asked.storer_id || ' ' || m.user_id,
    jsonb_build_object('ownerId', asked.owner_id, 'storerId', asked.storer_id, 'userId', m.user_id), at, at
  from memberships m where m.organisation_id = asked.owner_id and m.status = 'active' and m.role in ('owner', 'admin')
  on conflict (kind, key) do update set payload = excluded.payload, status = 'queued', attempts = 0, finished_at = null, last_problem = null,
    due_at = greatest(excluded.due_at, jobs.finished_at + interval '1 day'), created_at = excluded.created_at
    where jobs.status <> 'queued';
end $$;

drop trigger confirmation_asks on confirmations;
create or replace function tell_owner() returns trigger language plpgsql as $$
begin
  perform tell_owner_of(new, new.asked_at);
  return null;
end $$;
-- When all is stored: the row of the stock asks before its weight is there.
create constraint trigger confirmation_asks after insert on confirmations deferrable initially deferred for each row
  when (new.status = 'pending') execute function tell_owner();
