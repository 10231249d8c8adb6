-- Short links: /s/<code> leads to an address of the installation's own.

create table short_links (
  code text primary key check (code ~ '^[1-9A-HJ-NP-Za-km-z]{11}$'),
  -- Where it leads, with everything that is counted by in it.
  target text not null,
  template text not null,
  source text not null,
  campaign text not null,
  -- A hash of where the request came from, for the limit; forgotten after a day.
  made_from bytea,
  hits bigint not null default 0,
  created_at timestamptz not null,
  last_hit_at timestamptz
);
create index short_links_limit on short_links (made_from, created_at) where made_from is not null;
create index short_links_age on short_links (coalesce(last_hit_at, created_at));
