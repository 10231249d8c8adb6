-- Networks in CIDR notation that an API key works from; none: from everywhere. When it was last used, to the hour.
alter table api_keys
  add column allowed_addresses text[] not null default '{}',
  add column last_used_at timestamptz;
