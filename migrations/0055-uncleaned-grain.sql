-- Grain that is still to be cleaned is followed as what it is called is: which share of a parcel, and of what each movement carries, is uncleaned
-- (rules.md §5). Cleaning was asked for only in the bay that a load was first tipped into.
alter table records add column uncleaned_share double precision not null default 0 check (uncleaned_share between 0 and 1);
alter table movements add column uncleaned_share double precision not null default 0 check (uncleaned_share between 0 and 1);
update movements set uncleaned_share = 1 where requires_cleaning;
-- Of what lies there, all counts as uncleaned until it is cleaned or gone: in which share it was is found when something is entered late.
update records r set uncleaned_share = 1 where exists (
  select from movements m
  where m.destination_record_id = r.id and m.requires_cleaning and m.status <> 'deleted' and m.effective_at <= now()
    and not exists (select from adjustments a where a.record_id = r.id and a.reason_id = 3 and a.effective_at >= m.effective_at));
-- A count for a cleaning loss says that its parcel is clean from then on.
insert into record_changes (record_id, type, effective_at, message, details, recorded_by, recorded_by_name, recorded_at)
select record_id, 'updated', effective_at, '', '{"description": {"uncleanedShare": 0}}', recorded_by, recorded_by_name, recorded_at
from adjustments where reason_id = 3;

drop index movements_to_clean;
create index movements_to_clean on movements (destination_record_id) where uncleaned_share > 0;
create index movements_cleaning on movements (source_record_id, effective_at) where adjustment_reason_id = 3;
drop trigger movements_to_clean_added on movements;
drop trigger movements_to_clean_changed on movements;
create trigger movements_to_clean_added after insert on movements for each row
  when (new.uncleaned_share > 0) execute function note_cleaning();
create trigger movements_to_clean_changed after update on movements for each row
  when (new.uncleaned_share > 0 or old.uncleaned_share > 0) execute function note_cleaning();
