-- What may not leave a bay or parcel, or come into it, since when and until when (docs/decisions/0136-holds.md).
create table holds (
  organisation_id uuid not null references organisations (id),
  id uuid not null,
  bay_id bigint not null,
  -- Of one parcel in the bay; null for the bay itself, whatever lies there.
  record_id uuid,
  reason text not null check (reason in
    ('awaiting_result', 'infestation', 'fumigation', 'residue', 'mycotoxin', 'dispute', 'contamination', 'authority', 'other')),
  blocks text not null check (blocks in ('out', 'in', 'both')),
  begins_at timestamptz not null,
  -- Null for one that stands until somebody releases it.
  ends_at timestamptz,
  note text not null default '',
  file_ids uuid[] not null default '{}',
  -- The hold whose grain went on to here.
  traced_from uuid,
  product text,
  dose text,
  aired_at timestamptz,
  withholding_days integer check (withholding_days >= 0),
  created_by uuid,
  created_by_name text not null,
  created_at timestamptz not null,
  released_at timestamptz,
  released_by_name text,
  release_note text,
  -- When it ends, or has ended.
  over_at timestamptz generated always as (least(ends_at, released_at)) stored,
  primary key (organisation_id, id),
  foreign key (organisation_id, bay_id) references bays (organisation_id, id),
  foreign key (organisation_id, record_id) references records (keeper_id, id),
  foreign key (organisation_id, traced_from) references holds (organisation_id, id),
  check (ends_at > begins_at),
  check ((reason = 'fumigation') = (product is not null)),
  check ((released_at is null) = (released_by_name is null))
);
create index holds_bay on holds (organisation_id, bay_id, begins_at);
create index holds_begin on holds (organisation_id, begins_at desc, id);
create index holds_files on holds using gin (file_ids) where file_ids <> '{}';

-- Until when a movement in the bay has to ask for holds: of those on the bay and on parcels in it. It is read with the bay's lock.
alter table bays add column held_until timestamptz;

create function note_held_bay() returns trigger language plpgsql as $$
declare
  held timestamptz := (
    select max(coalesce(over_at, '9999-12-31Z')) from holds where organisation_id = new.organisation_id and bay_id = new.bay_id);
begin
  update bays set held_until = held
  where organisation_id = new.organisation_id and id = new.bay_id and held_until is distinct from held;
  return null;
end
$$;
create trigger hold_changes after insert or update on holds for each row execute function note_held_bay();

-- Why a load went although its bay or parcel was on hold.
alter table movements add column hold_override text not null default '';
-- Loads that were entered before their time are looked at where a bay is on hold, and no others.
create index movements_ahead on movements (organisation_id, effective_at) where effective_at > recorded_at;
