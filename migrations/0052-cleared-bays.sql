-- Stock that is said to come into an empty bay writes off what lies there of other harvest years: also what is entered later for
-- the time before it (rules.md §2). Of those of before it is known where something was written off.
alter table movements add column clears_other_years boolean not null default false;
update movements m set clears_other_years = true
where m.type = 'intake' and m.status <> 'deleted' and exists (
  select from ledger_counts c where c.fact_id = m.id and c.withdrawn_at is null and c.record_id <> m.destination_record_id);
-- No clearing of the bay is later.
alter table bays add column last_cleared_at timestamptz;
update bays set last_cleared_at = (
  select max(m.effective_at) from records r join movements m on m.destination_record_id = r.id
  where r.bay_id = bays.id and m.clears_other_years);
