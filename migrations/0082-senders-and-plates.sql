-- Whether what a partner brings without a contract is bought, or stored for it: asked once and remembered. Null where nobody has said.
alter table partners add column brings_owned boolean;

-- A registration as lorries are told apart by it. Blanks and hyphens do not count, but between two letters they do: they part the mark of the
-- district from the rest in some countries, and HH-A 12 is not H-HA 12.
create function plate_key(registration text) returns text
  language sql immutable parallel safe strict
  return lower(regexp_replace(
    regexp_replace(registration, '([[:alpha:]])[^[:alnum:]]+(?=[[:alpha:]])', '\1-', 'g'),
    '[^[:alnum:]-]|-(?![[:alpha:]])|(?<![[:alpha:]])-', '', 'g'));

drop index movements_vehicle;
drop index movements_tare;
create index movements_vehicle on movements (organisation_id, plate_key(vehicle_registration), effective_at desc, id desc)
  where vehicle_registration is not null and status <> 'deleted';
-- The newest weighing of an empty vehicle.
create index movements_tare on movements (organisation_id, plate_key(vehicle_registration), effective_at desc, empty_grams)
  where vehicle_registration is not null and empty_grams is not null and status <> 'deleted';
