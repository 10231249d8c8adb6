-- An admin takes the second factor of somebody away who has lost it, by a link that is good some time later, or at once where another admin agrees.
create table factor_resets (
  organisation_id uuid not null references organisations (id) on delete cascade,
  id uuid not null,
  user_id uuid not null references users (id) on delete cascade,
  token_hash bytea not null,
  asked_by uuid not null,
  asked_by_name text not null,
  created_at timestamptz not null,
  good_from timestamptz not null,
  expires_at timestamptz not null,
  confirmed_by_name text,
  used_at timestamptz,
  revoked_at timestamptz,
  primary key (organisation_id, id)
);
create index factor_resets_token on factor_resets (token_hash);
create unique index factor_resets_open on factor_resets (organisation_id, user_id) where used_at is null and revoked_at is null;

-- Another e-mail address, proved by a code to it and one to that of before.
create table email_changes (
  user_id uuid primary key references users (id) on delete cascade,
  id uuid not null,
  new_email text not null,
  old_code_hash bytea not null,
  new_code_hash bytea not null,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
