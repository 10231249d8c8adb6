-- Every process did every chore, however many there were. Now they take turns: who finds one due puts off when it is due again.
create table chore_turns (
  name text primary key,
  due_at timestamptz not null
);
