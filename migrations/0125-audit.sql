-- The audit log (docs/decisions/0145-audit-log.md): who did what, chained by hashes. Organisations are not referenced: what was done outlives them, and
-- what nobody's organisation did, such as a failed sign-in, stands under the nil id.

-- What was done, in the transaction that did it, until it is chained: one index, since each movement writes a row.
create table audit_pending (
  organisation_id uuid not null,
  id bigint generated always as identity,
  entry text not null,
  primary key (organisation_id, id)
);
alter table audit_pending set (autovacuum_vacuum_scale_factor = 0.05, autovacuum_vacuum_threshold = 500);

-- The chain of each organisation. Its row is the lock under which entries are chained. What is older than it is kept ends at `kept_after`.
create table audit_chains (
  organisation_id uuid primary key,
  last_sequence bigint not null default 0,
  last_hash bytea not null default '\x0000000000000000000000000000000000000000000000000000000000000000',
  kept_after bigint not null default 0,
  kept_after_hash bytea not null default '\x0000000000000000000000000000000000000000000000000000000000000000'
);

-- The words by which entries are found, with the end of the organisation's id before each: of what others have done nothing is read.
create function audit_words(organisation uuid, texts text, marks text[]) returns tsvector immutable parallel safe language sql as $$
  select array_to_tsvector(array_agg(right(organisation::text, 8) || '/' || left(word, 200)))
  from unnest(regexp_split_to_array(lower(texts), '[\s,;:/()"''@<>|]+') || marks) word where word <> '' $$;

create table audit_entries (
  organisation_id uuid not null,
  sequence bigint not null,
  -- To the millisecond: nothing of it is outside the hash.
  at timestamptz(3) not null,
  actor text not null check (actor in ('person', 'key', 'operator', 'nobody')),
  actor_id uuid,
  actor_name text not null,
  address text not null,
  user_agent text not null,
  request_id text not null,
  category text not null,
  deed text not null,
  subject_kind text not null,
  subject_id text not null,
  outcome text not null check (outcome in ('done', 'refused')),
  before jsonb,
  after jsonb,
  hash bytea not null,
  words tsvector not null generated always as (audit_words(
    organisation_id,
    actor_name || ' ' || address || ' ' || request_id || ' ' || deed || ' ' || subject_id || ' ' || coalesce(before ->> 'name', '') || ' '
      || coalesce(after ->> 'name', '') || ' ' || coalesce(after ->> 'email', ''),
    array['=category:' || category, '=deed:' || deed, '=kind:' || subject_kind, '=outcome:' || outcome, '=actor:' || coalesce(actor_id::text, '')]
  )) stored,
  primary key (organisation_id, sequence)
);
create index audit_entries_at on audit_entries (organisation_id, at, sequence);
create index audit_entries_words on audit_entries using gin (words);

-- Up to which entry each destination outside has been sent a chain.
create table audit_deliveries (
  destination text not null,
  organisation_id uuid not null,
  sequence bigint not null,
  primary key (destination, organisation_id)
);

-- Entries are added, and nothing else but for retention, which says that it is at work.
create function refuse_rewriting_audit() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and current_setting('granary.audit_retention', true) = 'on' then return null; end if;
  raise exception 'audit_entries is append-only';
end $$;
create trigger audit_entries_append_only before update or delete or truncate on audit_entries
  for each statement execute function refuse_rewriting_audit();

create function refuse_rewriting_pending() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and current_setting('granary.audit_chaining', true) = 'on' then return null; end if;
  raise exception 'audit_pending is append-only';
end $$;
create trigger audit_pending_append_only before update or delete or truncate on audit_pending
  for each statement execute function refuse_rewriting_pending();

-- Years for which an organisation keeps its audit log.
alter table organisations add column audit_years integer not null default 7 check (audit_years between 1 and 30);
-- The head of the audit log at a closing and at the approval of a stock-take; empty of what was closed before.
alter table periods add column audit_head text not null default '';
alter table stocktakes add column audit_head text not null default '';
