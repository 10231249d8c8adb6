-- Events get a number of their organisation once they are committed, from whoever wants to read them first. Nobody else's transaction can
-- hold that up, and the numbers are the same in a copy of the database.
create table event_streams (
  -- An organisation, or a person for what is told to them alone.
  owner_id uuid primary key,
  last_number bigint not null default 0,
  -- Events that webhooks wait for were numbered, and its idle webhooks do not know yet.
  has_news boolean not null default false
);
create index event_streams_news on event_streams (owner_id) where has_news;

alter table events
  -- Its place among the events of its organisation; null until somebody wants to read it.
  add column number bigint,
  -- The organisation had a webhook when it happened.
  add column awaited boolean not null default false,
  -- Only events of before have one. It tells what was heard by a listener that comes back with a cursor of that time.
  alter column transaction_id drop not null,
  alter column transaction_id drop default;
create index events_unnumbered on events (organisation_id, id) where number is null;
create index events_awaited on events (organisation_id) where awaited and number is null;
create unique index events_number on events (organisation_id, number) where number is not null;

alter table personal_events
  -- Its place among what is told to its recipient alone.
  add column number bigint,
  alter column transaction_id drop not null,
  alter column transaction_id drop default;
drop index personal_events_stream;
create index personal_events_unnumbered on personal_events (recipient_id, id) where number is null;
create unique index personal_events_number on personal_events (recipient_id, number) where number is not null;
