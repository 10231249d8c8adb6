-- A long import waits for its turn before its first step, and says so (docs/decisions/0095-long-files-in-turn.md).
alter table imports add column began_at timestamptz;
update imports set began_at = created_at;
