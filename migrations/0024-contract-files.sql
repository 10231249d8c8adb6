-- The files of a storage contract are both parties': from now on they are shared with the owner of the grain when they are attached, and
-- with this, those that were attached before.
update files f set organisations = f.organisations || c.owner_ids
from (
  select file_id, array_agg(distinct owner_id) as owner_ids
  from storage_contracts, unnest(file_ids) file_id join files f on f.id = file_id
  where f.organisation_id = storer_id and owner_id in (select id::text from organisations) and not owner_id = any(f.organisations)
  group by file_id
) c
where f.id = c.file_id;
