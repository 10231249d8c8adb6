-- kind: expand
-- What is known of a partner besides its name: numbers, its lorries, and by what it is assured (docs/decisions/0163-assured-partners.md).
alter table partners
  add column tax_number text not null default '',
  add column ngr_number text not null default '',
  -- Registrations of its lorries, by which it is known as a haulier.
  add column vehicles text[] not null default '{}',
  -- [{"scheme", "number", "covers", "untilISO"}], and [{"name", "dayISO", "untilISO"}], as the API has them.
  add column assurances jsonb not null default '[]',
  add column declarations jsonb not null default '[]',
  -- The first last day of what holds by these; null where nothing ends. A load asks for those that end soon, with its locks.
  add column first_expiry date;

-- step: index
create index concurrently partners_expiring on partners (organisation_id, first_expiry) where first_expiry is not null;
-- step: index
create index concurrently partners_with_vehicles on partners (organisation_id) where vehicles <> '{}';
