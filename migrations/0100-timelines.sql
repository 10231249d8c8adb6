-- A timeline is shown from its end, and says how long it is: both from indexes alone, which have what an entry is ordered by.
create index movements_corrected on movements (source_record_id, effective_at, id)
  where adjustment_grams <> 0 and adjustment_reason_id is not null;
create index record_changes_told on record_changes (
  record_id, (case when type = 'created' and not details ? 'grams' then '-infinity' else effective_at end), id
) where message <> '' and not details ? 'sourceMovementId';
create index record_changes_created on record_changes (record_id) where type = 'created';

drop index adjustments_record;
create index adjustments_record on adjustments (record_id, effective_at, id);
drop index ledger_counts_live;
create index ledger_counts_live on ledger_counts (record_id, effective_at, fact_id) where withdrawn_at is null;
create index ledger_counts_withdrawn on ledger_counts (record_id) where withdrawn_at is not null;

-- When a sample is told: when its load came, while it lies where the load came to; that of no load, when it was taken.
alter table samples add column told_at timestamptz;

update samples s set told_at = case when s.movement_id is null then s.recorded_at else (
  select m.effective_at from movements m
  where m.organisation_id = s.storer_id and m.id = s.movement_id and m.status <> 'deleted' and m.destination_record_id = s.record_id) end;

create index samples_told on samples (record_id, told_at, id) where told_at is not null;

-- A sample of a load lies where the load lies, and is told with it.
create function move_samples() returns trigger language plpgsql as $$
begin
  update samples set record_id = coalesce(new.destination_record_id, record_id),
    told_at = case when new.status <> 'deleted' and new.destination_record_id is not null then new.effective_at end
  where storer_id = new.organisation_id and movement_id = new.id;
  return null;
end $$;
create trigger movements_moved after update of status, destination_record_id, effective_at on movements for each row
  when ((old.status = 'deleted') <> (new.status = 'deleted') or old.effective_at <> new.effective_at
    or old.destination_record_id is distinct from new.destination_record_id)
  execute function move_samples();
