-- Secrets are sealed by a key that lies outside the database (docs/decisions/0037-secrets-at-rest.md).

create table vault (
  is_only boolean primary key default true check (is_only),
  -- Identifies the SECRET_KEY that seals; the key cannot be found from it.
  key_id text not null,
  -- Sealed. Stored answers are encrypted with it and with their Idempotency-Key.
  answers_key text not null,
  created_at timestamptz not null
);

-- The key that lay here open is in every earlier copy and backup, so it must not sign any more. The next start makes another one.
delete from signing_keys;
alter table signing_keys drop column private_jwk;
alter table signing_keys add column sealed_private_key text not null;

-- An invitation's token is made when its mail is sent, and kept nowhere.
update jobs set payload = payload - 'token' where kind = 'invitation';
