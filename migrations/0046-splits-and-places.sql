-- A split shares out what was cut of a field by guess, while the grain stays with the source. Until the guess is corrected, nobody can say
-- which part gave what, so the plantings that a split made of one another are one field when yields are measured (docs/decisions/0022).
alter table records add column split_group_id uuid;
create index records_split_group on records (split_group_id) where split_group_id is not null;

update records r set split_group_id = origin.id
from (
  with recursive line (field_id, id, split_from) as (
    select id, id, split_from from storages where type = 'field'
    union all
    select line.field_id, s.id, s.split_from from line join storages s on s.id = line.split_from
  )
  select field_id, id from line where split_from is null
) origin
where r.source = 'planting' and r.storage_id = origin.field_id and r.yield_area_offset_hectares <> 0;

-- What is not known of a place is null: 0, 0 is a point in the Atlantic.
update storages set location = jsonb_set(location, '{coordinates}', 'null')
where (location #>> '{coordinates,lat}')::numeric = 0 and (location #>> '{coordinates,lon}')::numeric = 0;
