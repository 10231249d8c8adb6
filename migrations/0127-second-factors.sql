-- A second factor beside the password (docs/operations.md, "Second factor"). It is a person's, in all their organisations.

-- Which they have, so that a request needs to look at nothing else.
alter table users add column factors text[] not null default '{}';

-- The secret of a code app (RFC 6238). It counts once its first code was right; each time step is accepted once.
create table code_apps (
  user_id uuid primary key references users (id) on delete cascade,
  sealed_secret text not null,
  created_at timestamptz not null,
  confirmed_at timestamptz,
  used_step bigint not null default 0
);

create table passkeys (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  credential_id bytea not null unique,
  public_key bytea not null,
  -- Of an authenticator that counts its uses; others always say 0.
  counter bigint not null,
  transports text[] not null default '{}',
  name text not null,
  created_at timestamptz not null,
  last_used_at timestamptz
);
create index passkeys_of_user on passkeys (user_id);

-- 80 random bits each, so a plain hash is enough. One that was used is deleted.
create table recovery_codes (
  user_id uuid not null references users (id) on delete cascade,
  code_hash bytea not null,
  primary key (user_id, code_hash)
);

-- What is asked of somebody who is to show a factor; deleted once it was answered. Without a user: a passkey says whose it is.
create table factor_challenges (
  id uuid primary key,
  token_hash bytea not null unique,
  user_id uuid references users (id) on delete cascade,
  purpose text not null check (purpose in ('sign-in', 'step-up', 'registration')),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  -- When the factor was shown, for somebody who has yet to choose an organisation.
  proved_at timestamptz
);
create index factor_challenges_of_user on factor_challenges (user_id);
create index factor_challenges_expiry on factor_challenges (expires_at);

-- When whoever holds the session last proved who they are, and where it was last used.
alter table sessions add column proved_at timestamptz, add column address text not null default '';
update sessions set proved_at = created_at;
alter table sessions alter column proved_at set not null, alter column proved_at set default now();

alter table organisations
  add column second_factor text not null default 'optional' check (second_factor in ('optional', 'required')),
  add column second_factor_from timestamptz,
  add column session_days integer not null default 180 check (session_days between 1 and 180),
  add column idle_minutes integer not null default 43200 check (idle_minutes between 30 and 43200);
