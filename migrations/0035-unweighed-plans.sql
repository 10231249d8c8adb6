-- A load that nobody has weighed yet is in no balance. While it is planned, the record that it comes to or leaves is not empty: the
-- search has to be told of it, and when it is moved to another day, weighed or taken back.
create function note_unweighed() returns trigger language plpgsql as $$
begin
  perform note_record_changes(array[new.source_record_id, new.destination_record_id]);
  if tg_op = 'UPDATE' then perform note_record_changes(array[old.source_record_id, old.destination_record_id]); end if;
  return null;
end $$;
create trigger movements_unweighed_added after insert on movements
  for each row when (new.weight_grams = 0) execute function note_unweighed();
create trigger movements_unweighed_changed after update on movements
  for each row when (new.weight_grams = 0 or old.weight_grams = 0) execute function note_unweighed();
