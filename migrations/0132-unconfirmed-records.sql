-- What an owner has yet to accept, or has declined, is found without going through all that its storer keeps.
create index records_unconfirmed on records (owner_id, keeper_id) where confirmation is not null;
