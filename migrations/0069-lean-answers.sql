-- Kept answers are the most written table. What they are found by is sixteen bytes beside the organisation; what tells nobody anything new,
-- as what a movement answered, is kept as it is, and what may hold a secret stays sealed.
delete from idempotency_keys where request not like '2.%' or body not like '2.%';
alter table idempotency_keys
  add column organisation_id uuid,
  add column id bytea,
  add column sealed bytea;
update idempotency_keys set
  organisation_id = case when caller like 'public %' then '00000000-0000-0000-0000-000000000000' else split_part(caller, ' ', 1)::uuid end,
  id = substring(sha256(convert_to(caller || E'\n' || key_hash, 'UTF8')) for 16),
  sealed = decode(substr(body, 3), 'base64'),
  body = null;
alter table idempotency_keys
  drop constraint idempotency_keys_pkey,
  drop column caller,
  drop column key_hash,
  alter column organisation_id set not null,
  alter column id set not null,
  alter column status type smallint,
  alter column request type bytea using substring(decode(substr(request, 3), 'hex') for 16),
  add primary key (organisation_id, id);
