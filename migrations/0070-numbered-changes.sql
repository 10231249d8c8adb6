-- What a search reads again is numbered per organisation once it is committed, no longer by transactions: those are of one server, are
-- kept back by whoever writes in another database of it, and mean nothing in a copy. A token tells one history from another: a replica
-- that takes over gives numbers again that its forerunner had given.
drop table search_changes_forgotten;
drop table search_changes;
create table search_changes (
  organisation_id text not null,
  record_id uuid not null,
  number bigint,
  token uuid,
  changed_at timestamptz not null default clock_timestamp()
);
create unique index search_changes_numbered on search_changes (organisation_id, number) where number is not null;
create index search_changes_unnumbered on search_changes (organisation_id) where number is null;

create table search_heads (
  organisation_id text primary key,
  number bigint not null,
  token uuid
);

-- The rows of a search as they were at a number, so that a process that has just started need not put them together.
create table kept_searches (
  organisation_id text not null,
  search text not null,
  shape text not null,
  number bigint not null,
  token uuid,
  rows bytea not null,
  primary key (organisation_id, search)
);
