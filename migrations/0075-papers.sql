-- Papers that were printed, as they were printed: what stood on the first print of each issue, and how often it was printed since.
create table papers (
  organisation_id uuid not null references organisations (id) on delete cascade,
  id bigint not null generated always as identity,
  kind text not null check (kind in ('ticket', 'passport', 'recall', 'statement', 'stock')),
  -- What it is about, such as movement:1204.
  subject text not null,
  -- From 1; another one where what it says was corrected since.
  issue integer not null check (issue > 0),
  -- What its code for a camera leads to. Long enough that nobody guesses it, so that nothing has to hold two apart.
  token text not null,
  facts jsonb not null,
  -- Of what makes a correction: not of names, which change without one.
  digest bytea not null,
  prints integer not null default 1 check (prints > 0),
  printed_by_name text not null,
  printed_at timestamptz not null,
  primary key (organisation_id, id),
  unique (organisation_id, kind, subject, issue)
);
create index papers_token on papers (token);
