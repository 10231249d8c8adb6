-- An organisation that is deleted is a name alone, where others wrote with its people.
create table deleted_organisations (
  id uuid primary key,
  name text not null,
  deleted_at timestamptz not null
);

-- Whose id stands in a conversation may be deleted by then.
alter table conversation_messages drop constraint conversation_messages_organisation_id_fkey;
alter table conversations drop constraint conversations_first_organisation_id_fkey;
alter table conversations drop constraint conversations_second_organisation_id_fkey;

-- The books of an organisation go whole, with it, or not at all.
create or replace function refuse_rewriting() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and current_setting('granary.organisation_deletion', true) = 'on' then return null; end if;
  raise exception 'ledger_entries is append-only';
end $$;

create or replace function refuse_rewriting_audit() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and current_setting('granary.audit_retention', true) = 'on' then return null; end if;
  if tg_op = 'DELETE' and current_setting('granary.organisation_deletion', true) = 'on' then return null; end if;
  if tg_op = 'UPDATE' and current_setting('granary.audit_erasure', true) = 'on' then return null; end if;
  raise exception 'audit_entries is append-only';
end $$;

create or replace function refuse_rewriting_pending() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and current_setting('granary.audit_chaining', true) = 'on' then return null; end if;
  if tg_op = 'DELETE' and current_setting('granary.organisation_deletion', true) = 'on' then return null; end if;
  raise exception 'audit_pending is append-only';
end $$;
