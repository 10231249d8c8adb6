-- The name of an owner is the organisation's own or that of the keeper's partner, and is looked up when it is shown. Until now each record and
-- contract had a copy of it: a new name of an organisation that owns 100,000 parcels in stores of others rewrote all of them.

-- Owners are named by text, since a partner may have any id.
create unique index organisations_id_text on organisations ((id::text));

-- Each owner that is no organisation is a partner since 0058. Whoever came from somewhere else becomes one, as it was called last.
insert into partners (organisation_id, id, name, name_key, created_at, updated_at)
select distinct on (keeper_id, owner_id) keeper_id, owner_id, owner_name,
  lower(btrim(regexp_replace(owner_name, '\s+', ' ', 'g'))), created_at, created_at
from (
  select keeper_id, owner_id, owner_name, created_at from records where elsewhere_owner_id is not null
  union all
  select storer_id, owner_id, owner_name, created_at from storage_contracts
) used
where owner_name <> '' and not exists (select from organisations o where o.id::text = used.owner_id)
order by keeper_id, owner_id, created_at desc
on conflict (organisation_id, id) do nothing;

drop trigger organisation_renamed on organisations;
drop function name_owner();
alter table records drop column owner_name;
alter table storage_contracts drop column owner_name;
