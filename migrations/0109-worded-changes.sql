-- What an entry of a record's history says, as messages, so that each reader has it in their language; `message` has it in English.
-- What was written before has none, and stays in English.
alter table record_changes add column wording jsonb;
