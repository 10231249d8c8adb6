-- Postcodes, where whoever runs the installation has loaded a table of them (granary places import). The gazetteer of towns and
-- villages is no table: it comes with the program and is searched in memory.

create table postcodes (
  country_iso text not null check (country_iso ~ '^[A-Z]{2}$'),
  -- Capital letters and digits alone, so that "al5 2jq" finds "AL5 2JQ".
  key text collate "C" not null check (key ~ '^[A-Z0-9]+$'),
  postcode text not null,
  -- What it is the postcode of, where the table says so: in some countries several places share one.
  place text not null,
  region text not null,
  latitude double precision not null check (latitude between -90 and 90),
  longitude double precision not null check (longitude between -180 and 180),
  -- The hundredth of a degree it lies in, south to north and west to east: what is near is in this cell or one beside it.
  cell integer not null generated always as
    (floor((latitude + 90) * 100)::integer * 36001 + floor((longitude + 180) * 100)::integer) stored,
  primary key (country_iso, key, place)
);
-- The beginning of a postcode, in whichever country.
create index postcodes_key on postcodes (key);
create index postcodes_cell on postcodes (cell);
