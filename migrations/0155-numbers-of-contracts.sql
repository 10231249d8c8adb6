-- kind: expand
-- Files name contracts and orders by their number, ours or theirs, whatever its case.
-- step: index
create index concurrently trades_reference on trades (organisation_id, lower(reference)) where reference <> '';
-- step: index
create index concurrently trades_partner_reference on trades (organisation_id, lower(partner_reference)) where partner_reference <> '';
-- step: index
create index concurrently orders_reference on orders (organisation_id, lower(reference)) where reference <> '';
-- step: index
create index concurrently orders_partner_reference on orders (organisation_id, lower(partner_reference)) where partner_reference <> '';
