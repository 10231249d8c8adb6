-- What happened and who hears of it, answers that are kept for repeated requests, and what is done beside the requests.

-- What happened, in the transaction in which it happened. It gets a number of its organisation once it is committed, from whoever wants to
-- read it first: nobody else's transaction can hold that up, and the numbers are the same in a copy of the database
-- (docs/decisions/0063-events-numbered.md).
create table events (
  -- In the order in which they were entered, and not that in which they are told.
  id bigint generated always as identity,
  -- Only events from before they were numbered have one. It tells what was heard by a listener that comes back with a cursor of that time.
  transaction_id xid8,
  organisation_id uuid not null references organisations,
  type text not null,
  subject text not null,
  data jsonb not null,
  user_id uuid,
  occurred_at timestamptz not null,
  -- Its place among the events of its organisation; null until somebody wants to read it.
  number bigint,
  -- The organisation had a webhook when it happened.
  awaited boolean not null default false,
  primary key (organisation_id, id)
);
create index events_unnumbered on events (organisation_id, id) where number is null;
create index events_awaited on events (organisation_id) where awaited and number is null;
create unique index events_number on events (organisation_id, number) where number is not null;
-- What has grown old is found by when it happened, with an entry for many and not for each.
create index events_age on events using brin (occurred_at) with (pages_per_range = 32);

-- How far the numbers have come.
create table event_streams (
  -- An organisation, or a person for what is told to them alone.
  owner_id uuid primary key,
  last_number bigint not null default 0,
  -- Events that webhooks wait for were numbered, and its idle webhooks do not know yet.
  has_news boolean not null default false
);
create index event_streams_news on event_streams (owner_id) where has_news;

-- Events that one person hears and their organisation does not. Numbered together with the others, so that a listener
-- has one order of both; kept apart from them, so that whatever reads an organisation's events cannot come upon them.
create table personal_events (
  id bigint primary key default nextval('events_id_seq'),
  transaction_id xid8,
  -- Who hears it.
  recipient_id uuid not null references users,
  -- For whom acted who caused it.
  organisation_id uuid not null references organisations,
  type text not null,
  subject text not null,
  data jsonb not null,
  user_id uuid,
  occurred_at timestamptz not null,
  -- Its place among what is told to its recipient alone.
  number bigint
);
create index personal_events_age on personal_events (occurred_at);
create index personal_events_unnumbered on personal_events (recipient_id, id) where number is null;
create unique index personal_events_number on personal_events (recipient_id, number) where number is not null;

-- Where organisations want their events sent (docs/decisions/0064-webhooks-due.md).
create table webhooks (
  id uuid not null,
  organisation_id uuid not null references organisations,
  url text not null,
  description text not null,
  -- What the types of the wanted events begin with; all events when empty.
  types text[] not null default '{}',
  -- Sealed. Signs every delivery, so it is needed as it is.
  secret text not null,
  -- After a rotation both sign, until the receiver has had time to change over.
  previous_secret text,
  previous_secret_until timestamptz,
  status text not null default 'active' check (status in ('active', 'paused')),
  paused_at timestamptz,
  pause_reason text not null default '',
  -- Attempts in a row that failed, all at the event that comes next.
  failures integer not null default 0,
  -- Not before. Whoever delivers moves this to the end of its lease; see jobs. Null while there is nothing to be sent: an idle one is never
  -- looked at.
  due_at timestamptz,
  lease_id uuid,
  created_by uuid not null,
  created_by_name text not null,
  created_at timestamptz not null,
  -- Its place among the events: everything up to here was delivered, given up, or not wanted.
  cursor_number bigint not null,
  primary key (organisation_id, id),
  check ((previous_secret is null) = (previous_secret_until is null)),
  check ((status = 'paused') = (paused_at is not null))
);
create index webhooks_id on webhooks (id);
create index webhooks_organisation on webhooks (organisation_id, created_at);
create index webhooks_due on webhooks (due_at, id) where status = 'active' and due_at is not null;

-- The log: one row for each event that was tried, with the outcome so far.
create table webhook_deliveries (
  id uuid not null,
  webhook_id uuid not null,
  event_id bigint not null,
  event_type text not null,
  status text not null check (status in ('retrying', 'delivered', 'failed')),
  attempts integer not null,
  -- What the receiver answered last; null when it did not.
  response_status integer,
  last_problem text not null,
  first_attempt_at timestamptz not null,
  last_attempt_at timestamptz not null,
  next_attempt_at timestamptz,
  event_number bigint not null,
  organisation_id uuid not null,
  primary key (organisation_id, id),
  constraint webhook_deliveries_event unique (organisation_id, webhook_id, event_id),
  foreign key (organisation_id, webhook_id) references webhooks on delete cascade,
  check ((status = 'retrying') = (next_attempt_at is not null))
);
create index webhook_deliveries_id on webhook_deliveries (id);
create index webhook_deliveries_log on webhook_deliveries (webhook_id, last_attempt_at desc, id);
create index webhook_deliveries_age on webhook_deliveries (last_attempt_at);

-- The answers to requests with an Idempotency-Key: the most written table. What tells nobody anything new, as what a movement answered, is kept
-- as it is (`body`); what may hold a secret is sealed with the caller's own key, of which only a hash is kept (`sealed`).
create table idempotency_keys (
  request bytea not null,
  status smallint,
  location text,
  etag text,
  body text,
  created_at timestamptz not null,
  -- All zeros for whoever has not signed in.
  organisation_id uuid not null,
  -- Sixteen bytes of a hash of the caller and the key.
  id bytea not null,
  sealed bytea,
  primary key (organisation_id, id)
);
-- They lie in the order of their age, which needs an entry for many and not for each.
create index idempotency_keys_age on idempotency_keys using brin (created_at);

-- A job is entered by the transaction that wants it done, and done by whichever process takes it.
create table jobs (
  id uuid primary key,
  kind text not null,
  -- What is asked for twice under one key is done once.
  key text not null,
  -- What the work needs; emptied once it is done.
  payload jsonb not null,
  status text not null default 'queued' check (status in ('queued', 'done', 'failed')),
  -- Counted when an attempt begins, so that work which ends the process comes to an end as well.
  attempts integer not null default 0,
  -- Not before. Whoever takes a job moves this to the end of its lease: when the process dies, it is due again then.
  due_at timestamptz not null,
  -- The attempt that holds the job; only that one may say what became of it.
  lease_id uuid,
  last_problem text not null default '',
  created_at timestamptz not null,
  finished_at timestamptz,
  constraint jobs_key unique (kind, key),
  check ((status = 'queued') = (finished_at is null))
);
create index jobs_due on jobs (due_at, id) where status = 'queued';
create index jobs_failed on jobs (created_at) where status = 'failed';
create index jobs_finished on jobs (finished_at) where status <> 'queued';

-- Processes take turns at chores: who finds one due puts off when it is due again.
create table chore_turns (
  name text primary key,
  due_at timestamptz not null
);

-- How much is logged, for the whole program (system) and for the inventory alone. No row: as the program was started.
create table logging_settings (
  service text primary key check (service in ('system', 'inventory')),
  level text not null,
  filter text not null,
  changed_by uuid,
  changed_at timestamptz not null
);

-- What every process has to hear of soon: that a setting has changed, or what its cache has to forget. Written in the
-- transaction of what it is about, read by every process each second, and deleted within two hours.
create table notices (
  id bigint generated always as identity primary key,
  topic text not null,
  data jsonb not null,
  -- The database's own clock, since processes compare it.
  told_at timestamptz not null default clock_timestamp()
);
create index notices_age on notices (told_at);
