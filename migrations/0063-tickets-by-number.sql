-- Each row of a load sheet asks for its ticket, so that none is entered twice.
create index movements_load_reference on movements (organisation_id, lower(load_reference)) where load_reference is not null;
