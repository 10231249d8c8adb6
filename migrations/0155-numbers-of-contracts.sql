-- Files name contracts and orders by their number, ours or theirs, whatever its case.
create index trades_reference on trades (organisation_id, lower(reference)) where reference <> '';
create index trades_partner_reference on trades (organisation_id, lower(partner_reference)) where partner_reference <> '';
create index orders_reference on orders (organisation_id, lower(reference)) where reference <> '';
create index orders_partner_reference on orders (organisation_id, lower(partner_reference)) where partner_reference <> '';
