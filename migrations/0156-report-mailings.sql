-- kind: expand
-- Reports that are mailed by themselves (docs/decisions/0166-reports-that-are-mailed.md).
create table report_mailings (
  organisation_id uuid not null references organisations (id),
  id uuid not null,
  name text not null,
  -- As `GET /reports` has it, without days that stand still.
  query jsonb not null,
  every text not null check (every in ('day', 'week', 'month')),
  -- Of the week, from Monday, or of the month.
  day smallint,
  -- On the organisation's clock.
  hour smallint not null check (hour between 0 and 23),
  attachment text not null check (attachment in ('pdf', 'xlsx', 'none')),
  next_due_at timestamptz not null,
  created_by uuid,
  created_by_name text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (organisation_id, id),
  check (case every when 'day' then day is null when 'week' then day between 1 and 7 else day between 1 and 31 end)
);
create index report_mailings_due on report_mailings (next_due_at);

-- Whoever leaves the organisation gets no more of them.
create table report_mailing_recipients (
  organisation_id uuid not null,
  mailing_id uuid not null,
  user_id uuid not null,
  -- The last one that was due, and what became of it.
  due_at timestamptz,
  status text check (status in ('queued', 'sent', 'failed')),
  problem jsonb,
  settled_at timestamptz,
  primary key (organisation_id, mailing_id, user_id),
  foreign key (organisation_id, mailing_id) references report_mailings (organisation_id, id) on delete cascade,
  foreign key (user_id, organisation_id) references memberships (user_id, organisation_id) on delete cascade
);
create index report_mailing_recipients_user on report_mailing_recipients (user_id, organisation_id);
