-- Loads that nobody has weighed yet are looked for in the parcels that have some, and not in all that ever lay in a bay.
alter table records add column has_unweighed boolean not null default false;
update records r set has_unweighed = true
where exists (select from movements m where m.organisation_id = r.keeper_id and m.destination_record_id = r.id and m.weight_grams = 0 and m.status <> 'deleted');
create index records_unweighed on records (keeper_id, bay_id) where has_unweighed;

create function note_unweighed_parcel() returns trigger language plpgsql as $$
begin
  update records r set has_unweighed = not r.has_unweighed
  where r.keeper_id = new.organisation_id
    and (r.id = new.destination_record_id or (tg_op = 'UPDATE' and r.id = old.destination_record_id))
    and r.has_unweighed <> exists (
      select from movements m
      where m.organisation_id = r.keeper_id and m.destination_record_id = r.id and m.weight_grams = 0 and m.status <> 'deleted');
  return null;
end
$$;
create trigger unweighed_comes after insert on movements for each row
  when (new.weight_grams = 0 and new.destination_record_id is not null) execute function note_unweighed_parcel();
create trigger unweighed_changes after update of weight_grams, status, destination_record_id on movements for each row
  when ((old.weight_grams = 0 or new.weight_grams = 0)
    and (old.weight_grams, old.status, old.destination_record_id) is distinct from (new.weight_grams, new.status, new.destination_record_id))
  execute function note_unweighed_parcel();
