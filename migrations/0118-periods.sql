-- Books that are closed up to a day (docs/rules.md §14). No figure changes that is of a moment before this one; null where nothing is closed.
alter table organisations add column closed_before timestamptz;

-- Each closing, with its statement as it was signed. The newest that was not reopened says up to when the books are closed.
create table periods (
  organisation_id uuid not null references organisations (id) on delete cascade,
  id uuid not null,
  -- The first day is null where it begins with the books.
  first_day date,
  last_day date not null,
  closed_before timestamptz not null,
  note text not null default '',
  -- Kilograms, and names as they were, like the facts of papers.
  statement jsonb not null,
  ledger_hash text not null,
  paper_id bigint,
  closed_by uuid,
  closed_by_name text not null,
  closed_at timestamptz not null,
  reopened_by uuid,
  reopened_by_name text,
  reopened_at timestamptz,
  reopened_reason text,
  primary key (organisation_id, id),
  check ((reopened_at is null) = (reopened_reason is null)),
  check (first_day is null or first_day <= last_day)
);
-- One closing of a day stands at a time.
create unique index periods_standing on periods (organisation_id, last_day) where reopened_at is null;

-- Who may change figures of closed periods, until when, and why.
create table period_exceptions (
  organisation_id uuid not null references organisations (id) on delete cascade,
  id uuid not null,
  user_id uuid not null,
  user_name text not null,
  until timestamptz not null,
  reason text not null,
  granted_by uuid,
  granted_by_name text not null,
  granted_at timestamptz not null,
  ended_by_name text,
  ended_at timestamptz,
  primary key (organisation_id, id)
);
create index period_exceptions_user on period_exceptions (organisation_id, user_id, until);

-- The true day of a load that was entered late, in the period that is open (docs/rules.md §14).
alter table movements add column happened_at timestamptz;
alter table movements add constraint movements_happened_before check (happened_at < effective_at);
create index movements_belated on movements (organisation_id, effective_at) where happened_at is not null;
