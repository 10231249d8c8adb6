-- Organisations, their people and their machines (domain.md §8).

create extension if not exists pg_trgm;
create extension if not exists unaccent;

create table organisations (
  id uuid primary key,
  name text not null check (name <> ''),
  country_iso text not null check (country_iso ~ '^[A-Z]{2}$'),
  time_zone text not null,
  locale text not null,
  status text not null default 'active' check (status in ('active', 'suspended')),
  created_at timestamptz not null
);

create table business_units (
  id uuid primary key,
  organisation_id uuid not null references organisations,
  name text not null check (name <> ''),
  type text not null,
  archived_at timestamptz,
  created_at timestamptz not null
);
create unique index business_units_name on business_units (organisation_id, lower(name)) where archived_at is null;

create table users (
  id uuid primary key,
  email text not null check (email = lower(email)),
  given_name text not null,
  family_name text not null,
  -- Null for somebody who only ever signs in through an OpenID Connect issuer.
  password_hash text,
  status text not null default 'active' check (status in ('active', 'suspended')),
  is_platform_admin boolean not null default false,
  created_at timestamptz not null
);
create unique index users_email on users (email);

create table memberships (
  organisation_id uuid not null references organisations,
  user_id uuid not null references users,
  role text not null check (role in ('viewer', 'operator', 'manager', 'admin', 'owner')),
  status text not null default 'active' check (status in ('active', 'suspended')),
  created_at timestamptz not null,
  primary key (user_id, organisation_id)
);
create index memberships_organisation on memberships (organisation_id);

create table external_identities (
  issuer text not null,
  subject text not null,
  user_id uuid not null references users,
  created_at timestamptz not null,
  primary key (issuer, subject)
);
create index external_identities_user on external_identities (user_id);

create table invitations (
  id uuid primary key,
  organisation_id uuid not null references organisations,
  email text not null,
  role text not null check (role in ('viewer', 'operator', 'manager', 'admin', 'owner')),
  token_hash bytea not null unique,
  -- The person or the key that invited.
  invited_by uuid not null,
  invited_by_name text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  accepted_at timestamptz,
  revoked_at timestamptz
);
create index invitations_organisation on invitations (organisation_id);

-- One row a signed-in device. The refresh token turns over at every use: its first half (the family) stays, its second
-- half changes. A token of the family that is not the latest is an old one coming back, and ends the session.
create table sessions (
  id uuid primary key,
  user_id uuid not null references users,
  organisation_id uuid not null references organisations,
  family_hash bytea not null unique,
  refresh_hash bytea not null,
  created_at timestamptz not null,
  refreshed_at timestamptz not null,
  expires_at timestamptz not null,
  revoked_at timestamptz
);
create index sessions_user on sessions (user_id);

create table api_keys (
  id uuid primary key,
  organisation_id uuid not null references organisations,
  name text not null check (name <> ''),
  role text not null check (role in ('viewer', 'operator', 'manager', 'admin', 'owner')),
  key_hash bytea not null unique,
  -- The first characters, so that a person can tell keys apart.
  prefix text not null,
  -- Who answers for it; null when it was made at the command line.
  created_by uuid references users,
  -- The key that made it, when a machine did.
  made_by_key uuid references api_keys,
  created_at timestamptz not null,
  expires_at timestamptz,
  revoked_at timestamptz
);
create index api_keys_organisation on api_keys (organisation_id);
create index api_keys_made_by_key on api_keys (made_by_key) where made_by_key is not null;

-- The keys that sign access tokens; more than one while they turn over.
create table signing_keys (
  id text primary key,
  private_jwk jsonb not null,
  public_jwk jsonb not null,
  created_at timestamptz not null,
  retired_at timestamptz
);

-- Failed sign-ins for the brute-force limits. `subject` is a hash of the e-mail, or the address: what is typed into
-- the e-mail field by mistake may be a password.
create table sign_in_failures (
  subject text primary key,
  failures integer not null,
  last_failed_at timestamptz not null
);

-- Answers may hold secrets, so all that is kept here is sealed with the caller's own key, of which only a hash is kept.
create table idempotency_keys (
  caller text not null,
  key_hash text not null,
  request text not null,
  status integer,
  location text,
  etag text,
  body text,
  created_at timestamptz not null,
  primary key (caller, key_hash)
);
create index idempotency_keys_age on idempotency_keys (created_at);

-- What happened, in the transaction in which it happened. Readers go by (transaction, id) and stop at the oldest
-- transaction still open, so that nothing committed late is skipped.
create table events (
  id bigint generated always as identity primary key,
  transaction_id xid8 not null default pg_current_xact_id(),
  organisation_id uuid not null references organisations,
  type text not null,
  subject text not null,
  data jsonb not null,
  user_id uuid,
  occurred_at timestamptz not null
);
create index events_stream on events (organisation_id, transaction_id, id);

create table files (
  id uuid primary key,
  organisation_id uuid not null references organisations,
  user_id uuid,
  user_name text not null,
  bucket text not null check (bucket in ('images', 'files', 'videos')),
  type text not null,
  name text not null,
  content_type text not null,
  size_bytes bigint not null,
  sha256 bytea not null,
  -- Where the driver keeps the bytes; made by us, never from the caller's name.
  storage_key text not null,
  organisations text[] not null default '{}',
  tags text[] not null default '{}',
  status text not null default 'active' check (status in ('active', 'archived')),
  created_at timestamptz not null
);
-- With the sizes, since a quota is their sum.
create index files_organisation on files (organisation_id, created_at) include (size_bytes);
create unique index files_storage_key on files (storage_key);

-- Bytes on their way into the store. The row is written before them and deleted by what makes them a file, so that bytes
-- whose upload was cut off are known, and removed.
create table unfinished_files (
  storage_key text primary key,
  created_at timestamptz not null
);
