-- Whoever signs in through an issuer sees by which identities, and takes one away by its id.
alter table external_identities add column id uuid not null default gen_random_uuid();
alter table external_identities alter column id drop default;
alter table external_identities add constraint external_identities_id unique (id);
