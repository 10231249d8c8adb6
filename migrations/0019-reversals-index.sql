-- Few entries take another back. The constraint's index had all others in it as well: each movement wrote to it, and without
-- statistics the planner read the whole of it for those that take back nothing.
alter table ledger_entries drop constraint ledger_entries_reverses_key;
create unique index ledger_entries_reverses_key on ledger_entries (reverses) where reverses is not null;
