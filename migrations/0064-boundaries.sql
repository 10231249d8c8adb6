-- The outline of a field, as a GeoJSON MultiPolygon in WGS 84. It is read with its field alone, never in lists.
alter table storages add column boundary jsonb check (boundary is null or type = 'field');
