-- What was taken back stays in the timelines, with who did it. Until now the note in the timeline was all that said so.
alter table movements add column deleted_by uuid, add column deleted_by_name text;

update movements m set deleted_by = note.recorded_by, deleted_by_name = note.recorded_by_name
from (
  select distinct on (m.id) m.id, c.recorded_by, c.recorded_by_name
  from movements m
  join record_changes c on c.record_id = coalesce(m.source_record_id, m.destination_record_id)
    and c.recorded_at = m.deleted_at and c.type = 'updated'
  where m.status = 'deleted'
  order by m.id, c.id
) note
where note.id = m.id;
