-- Stock and contracts keep the name of their owner, since a trading partner has no other; an organisation on this server is called by
-- its own (docs/decisions/0003). After it was renamed they went on with the name it had when they were entered.
create function name_owner() returns trigger language plpgsql as $$
begin
  update records set owner_name = new.name where owner_id = new.id::text and owner_name <> new.name;
  update storage_contracts set owner_name = new.name where owner_id = new.id::text and owner_name <> new.name;
  return null;
end $$;

create trigger organisation_renamed after update of name on organisations
  for each row when (old.name <> new.name) execute function name_owner();

update records set owner_name = o.name from organisations o where owner_id = o.id::text and owner_name <> o.name;
update storage_contracts set owner_name = o.name from organisations o where owner_id = o.id::text and owner_name <> o.name;
