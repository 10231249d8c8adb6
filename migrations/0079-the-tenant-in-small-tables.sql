-- The organisation first in the keys of the small tables of stock, too, and in all that refers to them, as in the large ones
-- (docs/decisions/0057-the-tenant-first.md). What is looked up by its number alone has an index for that, which is no key.

alter table bay_capacities drop constraint bay_capacities_bay_id_fkey;
alter table bays drop constraint bays_storage_id_fkey;
alter table harvest_plans drop constraint harvest_plans_business_unit_id_fkey;
alter table import_faults drop constraint import_faults_import_id_fkey;
alter table import_made drop constraint import_made_import_id_fkey;
alter table movements
  drop constraint movements_storage_contract_id_fkey,
  drop constraint movements_ticket_id_fkey,
  drop constraint movements_weighbridge_file_id_fkey;
alter table record_business_units drop constraint record_business_units_business_unit_id_fkey;
alter table records
  drop constraint records_harvest_plan_id_fkey,
  drop constraint records_keeper_id_bay_id_fkey,
  drop constraint records_storage_id_fkey;
alter table storage_business_units
  drop constraint storage_business_units_business_unit_id_fkey,
  drop constraint storage_business_units_storage_id_fkey;
alter table storage_notes
  drop constraint storage_notes_bay_id_fkey,
  drop constraint storage_notes_storage_id_fkey;
alter table storages drop constraint storages_split_from_fkey;
alter table tickets drop constraint tickets_file_id_fkey;

-- Whose they are was known by what they belong to.
alter table bay_capacities add column organisation_id uuid;
update bay_capacities own set organisation_id = b.organisation_id from bays b where b.id = own.bay_id;
alter table bay_capacities alter column organisation_id set not null;
alter table import_faults add column organisation_id uuid;
update import_faults own set organisation_id = i.organisation_id from imports i where i.id = own.import_id;
alter table import_faults alter column organisation_id set not null;
alter table import_made add column organisation_id uuid;
update import_made own set organisation_id = i.organisation_id from imports i where i.id = own.import_id;
alter table import_made alter column organisation_id set not null;
alter table storage_business_units add column organisation_id uuid;
update storage_business_units own set organisation_id = s.organisation_id from storages s where s.id = own.storage_id;
alter table storage_business_units alter column organisation_id set not null;
alter table storage_notes add column organisation_id uuid;
update storage_notes own set organisation_id = s.organisation_id from storages s where s.id = own.storage_id;
alter table storage_notes alter column organisation_id set not null;

alter table bay_capacities drop constraint bay_capacities_pkey, add primary key (organisation_id, bay_id, commodity_id);
alter table bays drop constraint bays_pkey, drop constraint bays_organisation_id_id_key, add primary key (organisation_id, id);
alter table business_units drop constraint business_units_pkey, add primary key (organisation_id, id);
alter table expert_questions drop constraint expert_questions_pkey, add primary key (organisation_id, id);
alter table files drop constraint files_pkey, add primary key (organisation_id, id);
alter table harvest_plans drop constraint harvest_plans_pkey, add primary key (organisation_id, id);
alter table import_aliases drop constraint import_aliases_pkey, add primary key (organisation_id, id);
alter table import_faults drop constraint import_faults_pkey, add primary key (organisation_id, import_id, row_number);
alter table import_made drop constraint import_made_pkey, add primary key (organisation_id, import_id, row_number, place);
alter table imports drop constraint imports_pkey, add primary key (organisation_id, id);
alter table storage_business_units
  drop constraint storage_business_units_pkey, add primary key (organisation_id, storage_id, business_unit_id);
alter table storage_contracts drop constraint storage_contracts_pkey, add primary key (storer_id, id);
alter table storage_notes drop constraint storage_notes_pkey, add primary key (organisation_id, id);
alter table storages drop constraint storages_pkey, add primary key (organisation_id, id);
alter table tickets drop constraint tickets_pkey, add primary key (organisation_id, id);

drop index files_storage_key;

create index bay_capacities_bay on bay_capacities (bay_id);
create index bays_id on bays (id);
create index business_units_id on business_units (id);
create index expert_questions_id on expert_questions (id);
create index files_id on files (id);
create index files_storage_key on files (storage_key);
create index harvest_plans_id on harvest_plans (id);
create index imports_id on imports (id);
create index storage_business_units_storage on storage_business_units (storage_id);
create index storage_contracts_id on storage_contracts (id);
create index storages_id on storages (id);
create index tickets_id on tickets (id);

drop index bays_name;
create unique index bays_name on bays (organisation_id, storage_id, lower(name));

alter table bay_capacities add foreign key (organisation_id, bay_id) references bays (organisation_id, id);
alter table bays add foreign key (organisation_id, storage_id) references storages (organisation_id, id);
alter table harvest_plans
  add foreign key (organisation_id, business_unit_id) references business_units (organisation_id, id);
alter table import_faults
  add foreign key (organisation_id, import_id) references imports (organisation_id, id) on delete cascade;
alter table import_made
  add foreign key (organisation_id, import_id) references imports (organisation_id, id) on delete cascade;
-- Its contract may be with another store, which nothing can check over several machines; contracts are never deleted.
alter table movements
  add foreign key (organisation_id, ticket_id) references tickets (organisation_id, id) deferrable initially deferred,
  add foreign key (organisation_id, weighbridge_file_id) references files (organisation_id, id);
alter table record_business_units
  add foreign key (storer_id, business_unit_id) references business_units (organisation_id, id);
alter table records
  add foreign key (keeper_id, bay_id) references bays (organisation_id, id),
  add foreign key (keeper_id, harvest_plan_id) references harvest_plans (organisation_id, id),
  add foreign key (keeper_id, storage_id) references storages (organisation_id, id);
alter table storage_business_units
  add foreign key (organisation_id, business_unit_id) references business_units (organisation_id, id),
  add foreign key (organisation_id, storage_id) references storages (organisation_id, id);
alter table storage_notes
  add foreign key (organisation_id, bay_id) references bays (organisation_id, id),
  add foreign key (organisation_id, storage_id) references storages (organisation_id, id);
alter table storages add foreign key (organisation_id, split_from) references storages (organisation_id, id);
alter table tickets add foreign key (organisation_id, file_id) references files (organisation_id, id);
