-- Whom an organisation trades with and who does not use this service, by the ids that its own programs have given them.
create table partners (
  organisation_id uuid not null references organisations (id) on delete cascade,
  id text not null,
  name text not null,
  -- The name without what does not count in it: blanks around and several together, and case.
  name_key text not null,
  -- Somebody has said what it is called: what programs call it otherwise does not count.
  is_named boolean not null default false,
  -- Another id for this partner.
  merged_into text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (organisation_id, id),
  check (merged_into <> id),
  foreign key (organisation_id, merged_into) references partners (organisation_id, id) deferrable initially deferred
);
create index partners_name on partners (organisation_id, name_key);
create index partners_merged on partners (organisation_id, merged_into) where merged_into is not null;

-- The loads of a partner: nothing comes from one and goes to another.
create index movements_partner on movements (organisation_id, coalesce(sender_id, receiver_id))
  where coalesce(sender_id, receiver_id) is not null;

-- Those that programs have named so far, each as it was called last. Of several ids with one name the one that owns stock stays, else the one
-- used last. Several that own stock stay apart, since whose stock lies in a bay decides what may join it: somebody may merge them.
with used as (
  select organisation_id, coalesce(sender_id, receiver_id) as id, coalesce(sender_name, receiver_name) as name, recorded_at, false as owns
  from movements where coalesce(sender_id, receiver_id) is not null
  union all select keeper_id, owner_id, owner_name, created_at, true from records where owner_id <> keeper_id::text
  union all select storer_id, owner_id, owner_name, created_at, true from storage_contracts
), known as (
  select organisation_id, id, (array_agg(name order by recorded_at desc))[1] as name, min(recorded_at) as created_at,
    max(recorded_at) as updated_at, bool_or(owns) as owns
  from used where coalesce(name, '') <> '' and not exists (select from organisations o where o.id::text = used.id)
  group by organisation_id, id
), keyed as (
  select *, lower(btrim(regexp_replace(name, '\s+', ' ', 'g'))) as name_key from known
), ranked as (
  select *, first_value(id) over (partition by organisation_id, name_key order by owns desc, updated_at desc, id) as first_id from keyed
)
insert into partners (organisation_id, id, name, name_key, merged_into, created_at, updated_at)
select organisation_id, id, name, name_key, case when not owns and id <> first_id then first_id end, created_at, updated_at from ranked;
