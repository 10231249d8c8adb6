-- What a map shows of a place is kept beside it, made by the database from its boundary or its position: no writer can forget it
-- (docs/decisions/0071-fields-on-a-map.md).

-- The corners of a place: of the boundary, or, without one, its position.
create function extent_of(boundary jsonb, location jsonb) returns box immutable language sql as $$
  select case
    when boundary is not null then (
      select box(point(max(lon), max(lat)), point(min(lon), min(lat)))
      from jsonb_array_elements(boundary -> 'coordinates') part
      cross join jsonb_array_elements(part -> 0) position
      cross join lateral (select (position ->> 0)::float8 as lon, (position ->> 1)::float8 as lat) degrees
    )
    when location #>> '{coordinates,lat}' is not null then box(
      point((location #>> '{coordinates,lon}')::float8, (location #>> '{coordinates,lat}')::float8),
      point((location #>> '{coordinates,lon}')::float8, (location #>> '{coordinates,lat}')::float8)
    )
  end
$$;

-- A boundary in whole numbers of 1/100,000 degree, about a metre: each ring the longitude and latitude of its first point, then the steps
-- from each point to the next, without the one that closes it. A fifth as long as the boundary itself.
create function outline_of(boundary jsonb) returns json immutable language sql as $$
  select json_agg(rings order by part) from (
    select part, json_agg(steps order by ring) as rings from (
      select part, ring, json_agg(step order by place, axis) as steps from (
        select part, ring, place, axis,
          value - coalesce(lag(value) over (partition by part, ring, axis order by place), 0) as step
        from (
          select p.ordinality as part, r.ordinality as ring, c.ordinality as place, axis,
            round((c.value ->> axis)::numeric * 100000)::int as value
          from jsonb_array_elements(boundary -> 'coordinates') with ordinality p
          cross join jsonb_array_elements(p.value) with ordinality r
          cross join jsonb_array_elements(r.value) with ordinality c
          cross join (values (0), (1)) axes (axis)
          where c.ordinality < jsonb_array_length(r.value)
        ) points
      ) steps
      group by part, ring
    ) rings
    group by part
  ) parts
$$;

alter table storages
  add column extent box generated always as (extent_of(boundary, location)) stored,
  add column outline json generated always as (outline_of(boundary)) stored;

create index storages_extent on storages using gist (extent) where type = 'field';
