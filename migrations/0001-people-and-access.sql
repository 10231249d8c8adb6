-- Organisations, their people and their machines, and what lets them in (rules.md §8).

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
-- Owners of stock are named by text, since a partner may have any id.
create unique index organisations_id_text on organisations ((id::text));

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
  -- In one Unicode form (NFC): who types ö as two characters finds the same account.
  email text not null check (email = lower(email)),
  given_name text not null,
  family_name text not null,
  -- Null for somebody who only ever signs in through an OpenID Connect issuer.
  password_hash text,
  status text not null default 'active' check (status in ('active', 'suspended')),
  is_platform_admin boolean not null default false,
  created_at timestamptz not null,
  -- Since when it is known that whoever holds the account reads the mail of its address. An account that came from an invitation whose token
  -- was handed over proves nothing: whoever invited may have kept it. Nobody gets into another organisation by such an account.
  email_proved_at timestamptz
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

-- The accounts at issuers elsewhere by which somebody signs in. They see them, and take one away by its id.
create table external_identities (
  issuer text not null,
  subject text not null,
  user_id uuid not null references users,
  created_at timestamptz not null,
  id uuid not null constraint external_identities_id unique,
  primary key (issuer, subject)
);
create index external_identities_user on external_identities (user_id);

create table invitations (
  id uuid primary key,
  organisation_id uuid not null references organisations,
  email text not null,
  role text not null check (role in ('viewer', 'operator', 'manager', 'admin', 'owner')),
  -- Of a token that is made when the mail is sent, and kept nowhere.
  token_hash bytea not null unique,
  -- The person or the key that invited.
  invited_by uuid not null,
  invited_by_name text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  accepted_at timestamptz,
  revoked_at timestamptz,
  -- Whoever accepts it then reads the mail of that address.
  is_mailed boolean not null default false
);
create index invitations_organisation on invitations (organisation_id);

-- A code with which somebody sets a new password, mailed or given by whoever runs the service. For an address without an account there is a
-- row as well, so that asking for one takes as long. `asked_for` is a hash of the address, and `asked_from` of the network.
create table password_resets (
  id uuid primary key,
  user_id uuid references users,
  asked_for bytea not null,
  asked_from bytea,
  token_hash bytea not null unique,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index password_resets_asked_for on password_resets (asked_for, created_at);
create index password_resets_asked_from on password_resets (asked_from, created_at);
create index password_resets_age on password_resets (created_at);
create index password_resets_user on password_resets (user_id);

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
-- What has grown old is looked for every hour, and a machine that signs in for every request leaves a session each time.
create index sessions_ended on sessions (coalesce(revoked_at, expires_at));

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
  revoked_at timestamptz,
  -- What it may do beyond its role, such as a weighbridge PC that may count. Never more than its maker may do now.
  permissions text[] not null default '{}'
);
create index api_keys_organisation on api_keys (organisation_id);
create index api_keys_made_by_key on api_keys (made_by_key) where made_by_key is not null;

-- Failed sign-ins for the brute-force limits. `subject` is a hash of the e-mail, or the address: what is typed into
-- the e-mail field by mistake may be a password.
create table sign_in_failures (
  subject text primary key,
  failures integer not null,
  last_failed_at timestamptz not null
);
create index sign_in_failures_age on sign_in_failures (last_failed_at);

-- From where somebody has signed in: what fails elsewhere does not keep them waiting there. `subject` is a hash of the e-mail and the network.
create table known_networks (
  subject text primary key,
  signed_in_at timestamptz not null
);
create index known_networks_age on known_networks (signed_in_at);

-- One-time codes that `npm start` prints while there is no organisation. Making one takes them all away.
create table setup_codes (
  code_hash bytea primary key,
  created_at timestamptz not null
);

-- How a person likes the console, in each organisation: views, density, language. Nothing here changes what anybody may do.
create table preferences (
  user_id uuid not null references users on delete cascade,
  organisation_id uuid not null references organisations on delete cascade,
  entries jsonb not null,
  updated_at timestamptz not null,
  primary key (user_id, organisation_id)
);

-- Secrets are sealed by a key that lies outside the database (docs/decisions/0037-secrets-at-rest.md).
create table vault (
  is_only boolean primary key default true check (is_only),
  -- Identifies the SECRET_KEY that seals; the key cannot be found from it.
  key_id text not null,
  -- Sealed. Stored answers are encrypted with it and with their Idempotency-Key.
  answers_key text not null,
  created_at timestamptz not null
);

-- The keys that sign access tokens; more than one while they turn over.
create table signing_keys (
  id text primary key,
  public_jwk jsonb not null,
  created_at timestamptz not null,
  retired_at timestamptz,
  sealed_private_key text not null
);
