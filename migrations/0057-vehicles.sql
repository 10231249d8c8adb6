-- A registration as it is compared: nobody writes its blanks the same way twice.
create function plate(registration text) returns text
  language sql immutable parallel safe strict
  return lower(regexp_replace(registration, '[^[:alnum:]]', '', 'g'));

-- From one vehicle to the next, each with its newest load: looked up without going through the loads of any.
create index movements_vehicle on movements (organisation_id, plate(vehicle_registration), effective_at desc, id desc)
  where vehicle_registration is not null and status <> 'deleted';

-- The newest weighing of an empty vehicle.
create index movements_tare on movements (organisation_id, plate(vehicle_registration), effective_at desc, empty_grams)
  where vehicle_registration is not null and empty_grams is not null and status <> 'deleted';
