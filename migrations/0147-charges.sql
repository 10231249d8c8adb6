-- Statements of charges (docs/decisions/0161-charges.md). Lines of a draft are reckoned when it is read; those of a closed one stay.
create table charge_statements (
  organisation_id uuid not null references organisations (id),
  id uuid not null,
  -- Whose grain it was: an organisation here, or the organisation's own id for a trading partner.
  owner_id text not null,
  -- First days of the first and the last month.
  first_month date not null check (extract(day from first_month) = 1),
  last_month date not null check (extract(day from last_month) = 1),
  number text,
  lines jsonb,
  totals jsonb,
  ledger_hash text,
  paper_id bigint,
  created_by uuid,
  created_by_name text not null,
  created_at timestamptz not null,
  closed_by uuid,
  closed_by_name text,
  closed_at timestamptz,
  primary key (organisation_id, id),
  check (first_month <= last_month),
  check ((closed_at is null) = (lines is null) and (closed_at is null) = (number is null))
);
create index charge_statements_latest on charge_statements (organisation_id, created_at desc, id);
create index charge_statements_owner on charge_statements (organisation_id, owner_id, first_month);

-- They have numbers of their own.
alter table number_series drop constraint number_series_kind_check;
alter table number_series add constraint number_series_kind_check
  check (kind in ('ticket-in', 'ticket-out', 'transfer', 'passport', 'count', 'statement', 'charges'));
create or replace function begin_number_series() returns trigger language plpgsql as $$
begin
  insert into number_series (organisation_id, kind)
  select new.id, kind from unnest(array['ticket-in', 'ticket-out', 'transfer', 'passport', 'count', 'statement', 'charges']) each (kind);
  return null;
end $$;
insert into number_series (organisation_id, kind) select id, 'charges' from organisations on conflict do nothing;
