-- Who changed, deleted and restored a movement, when and why, and what it said before (docs/decisions/0086-corrections.md).

create table movement_changes (
  organisation_id uuid not null,
  movement_id bigint not null,
  id bigint generated always as identity,
  kind text not null check (kind in ('changed', 'deleted', 'restored')),
  -- Empty where nobody said why.
  reason text not null default '',
  -- What it says otherwise from then on: [{"what": "full", "before": 42660, "after": 42560}], weights in kilograms.
  changed jsonb not null default '[]',
  recorded_by uuid,
  recorded_by_name text not null,
  recorded_at timestamptz not null,
  primary key (organisation_id, movement_id, id),
  foreign key (organisation_id, movement_id) references movements (organisation_id, id)
);

-- Of what was deleted before, its row alone knew by whom.
insert into movement_changes (organisation_id, movement_id, kind, recorded_by, recorded_by_name, recorded_at)
select organisation_id, id, 'deleted', deleted_by, coalesce(deleted_by_name, ''), deleted_at
from movements where status = 'deleted' and deleted_at is not null;

-- Whether a correction or a deletion of a movement needs a reason.
alter table organisations add column requires_reason boolean not null default false;
