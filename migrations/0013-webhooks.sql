-- Where organisations want their events sent.

create table webhooks (
  id uuid primary key,
  organisation_id uuid not null references organisations,
  url text not null,
  description text not null,
  -- What the types of the wanted events begin with; all events when empty.
  types text[] not null default '{}',
  -- Signs every delivery, so it is needed as it is.
  secret text not null,
  -- After a rotation both sign, until the receiver has had time to change over.
  previous_secret text,
  previous_secret_until timestamptz,
  status text not null default 'active' check (status in ('active', 'paused')),
  paused_at timestamptz,
  pause_reason text not null default '',
  -- Its place among the events: everything up to here was delivered, given up, or not wanted.
  cursor_transaction xid8 not null,
  cursor_event bigint not null,
  -- Attempts in a row that failed, all at the event that comes next.
  failures integer not null default 0,
  -- Not before. Whoever delivers moves this to the end of its lease; see jobs.
  due_at timestamptz not null,
  lease_id uuid,
  created_by uuid not null,
  created_by_name text not null,
  created_at timestamptz not null,
  check ((previous_secret is null) = (previous_secret_until is null)),
  check ((status = 'paused') = (paused_at is not null))
);
create index webhooks_organisation on webhooks (organisation_id, created_at);
create index webhooks_due on webhooks (due_at) where status = 'active';

-- The log: one row for each event that was tried, with the outcome so far.
create table webhook_deliveries (
  id uuid primary key,
  webhook_id uuid not null references webhooks on delete cascade,
  event_id bigint not null,
  event_transaction xid8 not null,
  event_type text not null,
  status text not null check (status in ('retrying', 'delivered', 'failed')),
  attempts integer not null,
  -- What the receiver answered last; null when it did not.
  response_status integer,
  last_problem text not null,
  first_attempt_at timestamptz not null,
  last_attempt_at timestamptz not null,
  next_attempt_at timestamptz,
  constraint webhook_deliveries_event unique (webhook_id, event_id),
  check ((status = 'retrying') = (next_attempt_at is not null))
);
create index webhook_deliveries_log on webhook_deliveries (webhook_id, last_attempt_at desc, id);
create index webhook_deliveries_age on webhook_deliveries (last_attempt_at);
