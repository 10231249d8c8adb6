-- Stock and contracts that somebody else books in an organisation's name (docs/decisions/0149-confirmed-by-its-owner.md): in the storer's
-- book at once, in the owner's when the owner has accepted them.

-- What an organisation has decided about another for good. Without a row it is asked each time.
create table counterparties (
  organisation_id uuid not null references organisations (id) on delete cascade,
  other_id uuid not null references organisations (id) on delete cascade,
  stance text not null check (stance in ('accepted', 'blocked')),
  decided_by uuid,
  decided_by_name text not null,
  decided_at timestamptz not null,
  primary key (organisation_id, other_id),
  check (organisation_id <> other_id)
);

-- What an owner is asked to confirm: stock of one commodity and harvest year that one storer keeps, which are never mixed with others, or a
-- contract.
create table confirmations (
  owner_id uuid not null references organisations (id) on delete cascade,
  id uuid not null,
  storer_id uuid not null references organisations (id) on delete cascade,
  commodity_id integer not null,
  -- Of stock; null for a contract.
  harvest_year text,
  -- Null for stock. A contract asks in the statement that stores it, so there is nothing to refer to yet.
  contract_id uuid,
  status text not null check (status in ('pending', 'accepted', 'declined')),
  asked_at timestamptz not null,
  decided_by uuid,
  -- Empty where a standing acceptance or a block has decided.
  decided_by_name text not null default '',
  decided_at timestamptz,
  primary key (owner_id, id),
  check ((harvest_year is null) = (contract_id is not null)),
  check ((status = 'pending') = (decided_at is null))
);
create unique index confirmations_stock on confirmations (owner_id, storer_id, commodity_id, harvest_year) where contract_id is null;
create unique index confirmations_contract on confirmations (owner_id, contract_id) where contract_id is not null;
create index confirmations_asked on confirmations (owner_id, asked_at desc, id);
create index confirmations_storer on confirmations (storer_id, asked_at desc, id);

-- Null where it counts for its owner: it was accepted, or there is nobody to ask.
alter table records add column confirmation text check (confirmation in ('pending', 'declined'));
alter table storage_contracts add column confirmation text check (confirmation in ('pending', 'declined'));

-- What was booked before anybody was asked is accepted, as it was seen until now.
insert into confirmations (owner_id, id, storer_id, commodity_id, harvest_year, status, asked_at, decided_at)
select o.id, gen_random_uuid(), r.keeper_id, r.commodity_id, r.harvest_year, 'accepted', min(r.created_at), min(r.created_at)
from records r join organisations o on o.id::text = r.owner_id
where r.elsewhere_owner_id is not null group by o.id, r.keeper_id, r.commodity_id, r.harvest_year;
insert into confirmations (owner_id, id, storer_id, commodity_id, contract_id, status, asked_at, decided_at)
select o.id, gen_random_uuid(), c.storer_id, c.commodity_id, c.id, 'accepted', c.created_at, c.created_at
from storage_contracts c join organisations o on o.id::text = c.owner_id where c.owner_id <> c.storer_id::text;

-- The owner elsewhere for whom it counts, and nobody else sees it as theirs. All that an owner reads goes by this column and by the spans.
alter table records drop column elsewhere_owner_id;
alter table records add column elsewhere_owner_id text generated always as
  (case when owner_id <> keeper_id::text and confirmation is null then owner_id end) stored;
alter table records alter column elsewhere_owner_id set (n_distinct = -1);
create index records_elsewhere on records (elsewhere_owner_id, keeper_id) include (id) where elsewhere_owner_id is not null;

-- The state of what an owner is asked, asked now if it is new: by standing acceptance or block, or what it was called before (`known`), or else
-- pending. Null for an owner who does not use this service. The row stays as it is until the transaction ends, so that nothing is booked
-- past a decision.
create function ask_owner(owner text, storer uuid, commodity integer, year text, contract uuid, known text, at timestamptz)
returns text language plpgsql as $$
declare
  organisation uuid := case when owner ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then owner::uuid end;
  standing text;
  found_status text;
begin
  if organisation is null or organisation = storer or not exists (select from organisations where id = organisation) then return null; end if;
  select status into found_status from confirmations
  where owner_id = organisation and storer_id = storer and case when contract is null
    then contract_id is null and commodity_id = commodity and harvest_year = year else contract_id = contract end
  for share;
  if found_status is not null then return nullif(found_status, 'accepted'); end if;
  select stance into standing from counterparties where organisation_id = organisation and other_id = storer;
  found_status := coalesce(known, case standing when 'accepted' then 'accepted' when 'blocked' then 'declined' end, 'pending');
  insert into confirmations (owner_id, id, storer_id, commodity_id, harvest_year, contract_id, status, asked_at, decided_at)
  values (organisation, gen_random_uuid(), storer, commodity, case when contract is null then year end, contract, found_status, at,
    case when found_status <> 'pending' then at end)
  on conflict do nothing;
  -- Of two who ask at once, the other may have been first.
  select status into found_status from confirmations
  where owner_id = organisation and storer_id = storer and case when contract is null
    then contract_id is null and commodity_id = commodity and harvest_year = year else contract_id = contract end
  for share;
  return nullif(found_status, 'accepted');
end $$;

create function ask_owner_of_record() returns trigger language plpgsql as $$
begin
  new.confirmation := ask_owner(new.owner_id, new.keeper_id, new.commodity_id, new.harvest_year, null,
    case when tg_op = 'UPDATE' then case when old.owner_id = new.owner_id then coalesce(old.confirmation, 'accepted') end end, new.updated_at);
  return new;
end $$;
create trigger record_asks before insert on records for each row
  when (new.owner_id <> new.keeper_id::text) execute function ask_owner_of_record();
create trigger record_asks_again before update of owner_id, commodity_id, harvest_year on records for each row
  when ((old.owner_id, old.commodity_id, old.harvest_year) is distinct from (new.owner_id, new.commodity_id, new.harvest_year)
    and (old.owner_id <> old.keeper_id::text or new.owner_id <> new.keeper_id::text))
  execute function ask_owner_of_record();

create function ask_owner_of_contract() returns trigger language plpgsql as $$
begin
  new.confirmation := ask_owner(new.owner_id, new.storer_id, new.commodity_id, null, new.id, null, new.updated_at);
  return new;
end $$;
create trigger contract_asks before insert on storage_contracts for each row execute function ask_owner_of_contract();
create trigger contract_asks_again before update of owner_id on storage_contracts for each row
  when (old.owner_id is distinct from new.owner_id) execute function ask_owner_of_contract();

-- The owner hears of it at once, and those who give access there by mail: one a day for each storer, however much is asked.
create function tell_owner() returns trigger language plpgsql as $$
begin
  insert into events (organisation_id, type, subject, data, occurred_at, awaited)
  values (new.owner_id, 'confirmation.asked', new.id::text,
    jsonb_build_object('ids', jsonb_build_array(new.id), 'storerId', new.storer_id, 'ownerId', new.owner_id), new.asked_at,
    exists (select from webhooks where organisation_id = new.owner_id));
  insert into jobs (id, kind, key, payload, due_at, created_at)
  select gen_random_uuid(), 'confirmation-mail', new.owner_id || ' ' || new.storer_id || ' ' || m.user_id,
    jsonb_build_object('ownerId', new.owner_id, 'storerId', new.storer_id, 'userId', m.user_id), new.asked_at, new.asked_at
  from memberships m where m.organisation_id = new.owner_id and m.status = 'active' and m.role in ('owner', 'admin')
  on conflict (kind, key) do update set payload = excluded.payload, status = 'queued', attempts = 0, finished_at = null, last_problem = null,
    due_at = greatest(excluded.due_at, jobs.finished_at + interval '1 day'), created_at = excluded.created_at
    where jobs.status <> 'queued';
  return null;
end $$;
create trigger confirmation_asks after insert on confirmations for each row
  when (new.status = 'pending') execute function tell_owner();

-- The span of a parcel is its owner's while it counts for them, and until then the keeper's own.
create or replace function keep_ledger_spans() returns trigger language plpgsql as $$
begin
  -- An upsert fires both triggers, one of them for nothing.
  if not exists (select from changed_days) then return null; end if;
  insert into ledger_spans as kept (record_id, keeper_id, owner_id, storage_id, bay_id, first_day, last_day)
  select r.id, r.keeper_id, coalesce(r.elsewhere_owner_id, r.keeper_id::text), r.storage_id, r.bay_id, first.day,
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
create or replace function move_ledger_spans() returns trigger language plpgsql as $$
begin
  update ledger_spans set owner_id = coalesce(new.elsewhere_owner_id, new.keeper_id::text), storage_id = new.storage_id, bay_id = new.bay_id
    where keeper_id = new.keeper_id and record_id = new.id;
  return null;
end $$;
drop trigger records_moved on records;
create trigger records_moved after update of owner_id, storage_id, bay_id, confirmation, commodity_id, harvest_year on records for each row
  when (old.elsewhere_owner_id is distinct from new.elsewhere_owner_id or old.storage_id is distinct from new.storage_id
    or old.bay_id is distinct from new.bay_id)
  execute function move_ledger_spans();
