-- Sign-in by an organisation's own OpenID Connect provider (docs/operations.md, "Sign-in of their own").

create table identity_providers (
  organisation_id uuid primary key references organisations (id) on delete cascade,
  issuer text not null,
  client_id text not null,
  -- Null for a client without a secret, which PKCE alone protects.
  sealed_secret text,
  is_enforced boolean not null default false,
  -- The owner whose password signs in all the same.
  break_glass uuid references users (id) on delete set null,
  role_claim text,
  -- [{"value": "granary-managers", "role": "manager"}]: the first that fits.
  roles jsonb not null default '[]',
  default_role text check (default_role in ('viewer', 'operator', 'manager', 'admin')),
  -- Values of amr or acr that count as a second factor; none: ours is asked for.
  factor_values text[] not null default '{}',
  created_at timestamptz not null,
  updated_at timestamptz not null
);

create table sign_in_domains (
  organisation_id uuid not null references identity_providers (organisation_id) on delete cascade,
  id uuid not null,
  domain text not null,
  created_at timestamptz not null,
  -- Of the last mail to the domain: when its link ends.
  mail_expires_at timestamptz,
  verified_at timestamptz,
  primary key (organisation_id, id),
  unique (organisation_id, domain)
);
-- Whoever has proved a domain has it alone.
create unique index sign_in_domains_verified on sign_in_domains (domain) where verified_at is not null;

-- People as an organisation's provider knows them: the subject decides, never the e-mail alone.
create table provider_identities (
  organisation_id uuid not null references organisations (id) on delete cascade,
  issuer text not null,
  subject text not null,
  user_id uuid not null references users (id) on delete cascade,
  created_at timestamptz not null,
  primary key (organisation_id, issuer, subject)
);
create unique index provider_identities_of_user on provider_identities (organisation_id, issuer, user_id);
create index provider_identities_user on provider_identities (user_id);

-- Sign-ins that were begun; deleted when the provider sends somebody back.
create table provider_sign_ins (
  state_hash bytea primary key,
  organisation_id uuid not null references identity_providers (organisation_id) on delete cascade,
  flow_hash bytea not null,
  issuer text not null,
  redirect_uri text not null,
  expires_at timestamptz not null
);
create index provider_sign_ins_expiry on provider_sign_ins (expires_at);
create index provider_sign_ins_of_organisation on provider_sign_ins (organisation_id);

-- A session that an organisation's provider has begun acts for that organisation alone.
alter table sessions
  add column is_by_provider boolean not null default false,
  add column has_provider_factor boolean not null default false;
-- Who signs in by a provider and shows a factor of ours acts for that organisation alone, too.
alter table factor_challenges add column provider_organisation_id uuid references organisations (id) on delete cascade;
