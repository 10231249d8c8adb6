-- Whoever is erased stands in audit entries by a pseudonym. The entry keeps its hash, on which the next one rests, and names the erasure, whose own
-- entry in the same chain vouches for what stands there now.
alter table audit_entries add column erasure_id uuid;
create index audit_entries_erasure on audit_entries (organisation_id, erasure_id) where erasure_id is not null;

alter table users add column erased_at timestamptz;

create or replace function refuse_rewriting_audit() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and current_setting('granary.audit_retention', true) = 'on' then return null; end if;
  if tg_op = 'UPDATE' and current_setting('granary.audit_erasure', true) = 'on' then return null; end if;
  raise exception 'audit_entries is append-only';
end $$;
