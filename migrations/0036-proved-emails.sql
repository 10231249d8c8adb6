-- Since when it is known that whoever holds an account reads the mail of its address. An account that came from an invitation whose token was
-- handed over proves nothing: whoever invited may have kept it. Nobody gets into another organisation by such an account.
alter table users add column email_proved_at timestamptz;
alter table invitations add column is_mailed boolean not null default false;

-- Whether an invitation was mailed is known by its job, as long as that is kept.
update invitations i set is_mailed = true where exists (select from jobs j where j.kind = 'invitation' and j.key = i.id::text);
-- An account that no invitation made was made by whoever runs the service.
update users u set email_proved_at = u.created_at where not exists (
  select from invitations i where i.email = u.email and i.accepted_at = u.created_at and not i.is_mailed
);

-- A code with which somebody sets a new password, mailed or given by whoever runs the service. For an address without an account there is a
-- row as well, so that asking for one takes as long. `asked_for` is a hash of the address, and `asked_from` of the network.
create table password_resets (
  id uuid primary key,
  user_id uuid references users,
  asked_for bytea not null,
  asked_from bytea,
  token_hash bytea not null unique,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index password_resets_asked_for on password_resets (asked_for, created_at);
create index password_resets_asked_from on password_resets (asked_from, created_at);
create index password_resets_age on password_resets (created_at);
create index password_resets_user on password_resets (user_id);

-- The owner of stored grain reads its tickets, and not only their names.
update files f set organisations = array(select distinct unnest(f.organisations || shown.owners))
from (
  select m.weighbridge_file_id as file_id, m.organisation_id, array_agg(distinct o.id::text) as owners
  from movements m
  join records r on r.id in (m.source_record_id, m.destination_record_id)
  join organisations o on o.id::text = r.elsewhere_owner_id
  where m.weighbridge_file_id is not null and m.status <> 'deleted' and r.keeper_id = m.organisation_id
  group by m.weighbridge_file_id, m.organisation_id
) shown
where f.id = shown.file_id and f.organisation_id = shown.organisation_id and f.content_type not like 'video/%'
  and not f.organisations @> shown.owners;
