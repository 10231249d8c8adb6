-- Tariffs (docs/decisions/0161-charges.md): rates that owners are charged for grain that others store for them.
create table tariffs (
  organisation_id uuid not null references organisations (id),
  id uuid not null,
  -- An organisation here, or the organisation's own id for a trading partner. Null on a storage contract and on the tariff of everybody else.
  partner_id text,
  storage_contract_id uuid,
  -- Days in the organisation's time zone, both included; without a last one until a successor begins.
  first_day date not null,
  last_day date,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  vat_code text not null default '',
  rates jsonb not null,
  -- Of a month, in the currency.
  minimum numeric(18, 6) check (minimum > 0),
  notes text not null default '',
  created_by uuid,
  created_by_name text not null,
  created_at timestamptz not null,
  primary key (organisation_id, id),
  foreign key (organisation_id, storage_contract_id) references storage_contracts (storer_id, id),
  check (partner_id is null or storage_contract_id is null),
  check (last_day is null or first_day <= last_day)
);
create index tariffs_latest on tariffs (organisation_id, created_at desc, id);
create index tariffs_partner on tariffs (organisation_id, partner_id, first_day);
create index tariffs_contract on tariffs (organisation_id, storage_contract_id, first_day) where storage_contract_id is not null;
