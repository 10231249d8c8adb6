-- Conversations between two people, and events that are for one person alone.

create table conversations (
  id uuid primary key,
  -- The two of them, in the order of their ids, so that one pair is one key.
  first_member_id uuid not null references users,
  second_member_id uuid not null references users,
  -- What they talk about, where it is a listing. Its id is the trading system's own.
  listing_id text check (listing_id <> ''),
  listing_type text check (listing_type in ('livestock', 'crop')),
  title text not null,
  created_by uuid not null references users,
  created_at timestamptz not null,
  last_message_at timestamptz not null,
  message_count integer not null,
  check (first_member_id < second_member_id),
  check ((listing_id is null) = (listing_type is null))
);
create unique index conversations_listing on conversations (first_member_id, second_member_id, listing_id)
  where listing_id is not null;
create index conversations_first_member on conversations (first_member_id, last_message_at);
create index conversations_second_member on conversations (second_member_id, last_message_at);

create table conversation_messages (
  id bigint generated always as identity primary key,
  conversation_id uuid not null references conversations,
  -- Its number within the conversation, from 1.
  number integer not null,
  sent_by uuid not null references users,
  -- As they were called, and for whom they acted, when they sent it.
  sent_by_name text not null,
  organisation_id uuid not null references organisations,
  message text not null check (message <> ''),
  sent_at timestamptz not null
);
create unique index conversation_messages_number on conversation_messages (conversation_id, number);

-- Events that one person hears and their organisation does not. Numbered together with the others, so that a listener
-- has one order of both; kept apart from them, so that whatever reads an organisation's events cannot come upon them.
create table personal_events (
  id bigint primary key default nextval('events_id_seq'),
  transaction_id xid8 not null default pg_current_xact_id(),
  -- Who hears it.
  recipient_id uuid not null references users,
  -- For whom acted who caused it.
  organisation_id uuid not null references organisations,
  type text not null,
  subject text not null,
  data jsonb not null,
  user_id uuid,
  occurred_at timestamptz not null
);
create index personal_events_stream on personal_events (recipient_id, transaction_id, id);
create index personal_events_age on personal_events (occurred_at);
