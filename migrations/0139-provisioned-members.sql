-- Members as their organisation's directory knows them (SCIM; docs/operations.md, "People from your directory").
alter table memberships
  -- The userName of the directory, which need not be the address of the account.
  add column user_name text,
  add column external_id text,
  -- Suspended by the directory, which may let them in again; whom an admin has suspended, an admin lets in.
  add column is_suspended_by_directory boolean not null default false;
create unique index memberships_user_name on memberships (organisation_id, lower(user_name)) where user_name is not null;
create unique index memberships_external_id on memberships (organisation_id, external_id) where external_id is not null;
