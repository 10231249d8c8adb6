-- The organisation that has begun a conversation with somebody it has no dealings with; null for all others. Only so many a day may be begun.
alter table conversations add column stranger_to uuid;
create index conversations_strangers on conversations (stranger_to, created_at) where stranger_to is not null;

-- What members have reported to whoever runs the service (docs/decisions/0150-strangers.md): with the messages of the other as they were
-- then, since nobody else reads a conversation.
create table conversation_reports (
  id uuid primary key,
  conversation_id uuid not null references conversations (id) on delete cascade,
  reported_by uuid not null,
  reported_by_name text not null,
  organisation_id uuid not null references organisations (id) on delete cascade,
  against uuid not null,
  against_name text not null,
  against_organisation_id uuid,
  reason text not null,
  messages jsonb not null,
  reported_at timestamptz not null,
  unique (conversation_id, reported_by)
);
create index conversation_reports_at on conversation_reports (reported_at desc, id);
