-- The grain of what was cut before a field was split stays with the source, while the cut area is shared out. What separates the
-- two is kept, so that no yield is measured over the wrong land: more on the source, less on the parts (docs/decisions/0022).
alter table records add column yield_area_offset_hectares numeric(12, 4) not null default 0;

-- What was measured on a load goes with it when the load is edited or taken back.
create index samples_of_movement on samples (movement_id) where movement_id is not null;
