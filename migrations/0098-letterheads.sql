-- What stands at the head and the foot of papers. Each change is another row, so that a paper which was printed goes on saying what it said.
create table letterheads (
  organisation_id uuid not null references organisations (id) on delete cascade,
  -- From 1; the highest is the one that is printed now.
  version integer not null check (version > 0),
  -- Address, telephone, numbers and the line at the foot.
  said jsonb not null,
  -- PNG, drawn anew from what was sent.
  logo bytea,
  made_at timestamptz not null,
  primary key (organisation_id, version)
);
