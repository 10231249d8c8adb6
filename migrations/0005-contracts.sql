-- Storage contracts: who stores whose grain, on which terms, and drying at intake (domain.md §5).

create table storage_contracts (
  id uuid primary key,
  -- Who stores: the organisation that entered the contract, and that alone changes it.
  storer_id uuid not null references organisations,
  -- Whose the grain is: an organisation here, or a trading partner known by the storer's own id for it.
  owner_id text not null check (owner_id <> ''),
  owner_name text not null,
  reference text not null,
  start_at timestamptz not null,
  end_at timestamptz not null,
  file_ids uuid[] not null default '{}',
  weight_grams bigint not null check (weight_grams > 0),
  kind text not null check (kind in ('crop', 'produce')),
  commodity_id integer not null,
  type_id integer not null,
  grade_id integer,
  varieties text[] not null default '{}',
  tag_ids integer[] not null default '{}',
  cleaning_agreed boolean not null,
  drying_agreed boolean not null,
  drying_level_percentage numeric(6, 3) check (drying_level_percentage >= 0 and drying_level_percentage < 100),
  -- What is lost at which measured moisture, as the documents show it: moistureMinPercentage, moistureMaxPercentage,
  -- weightLossPercentage, by moisture.
  drying_matrix jsonb not null default '[]',
  created_by uuid,
  created_by_name text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check (start_at <= end_at),
  check (not drying_agreed or drying_level_percentage is not null)
);
create index storage_contracts_storer on storage_contracts (storer_id, owner_id, commodity_id, type_id, start_at desc);
create index storage_contracts_owner on storage_contracts (owner_id, start_at desc);

-- What was dried at intake, on the terms of that moment: a contract that changes later changes later intakes alone.
alter table movements
  add foreign key (storage_contract_id) references storage_contracts,
  add column requires_cleaning boolean not null default false,
  -- The measured moisture and the level it is dried to, where the load was above it; null where nothing is dried.
  add column drying_moisture_percentage numeric(6, 3),
  add column drying_level_percentage numeric(6, 3),
  -- What the contract's matrix says is lost; null where it is computed by dry matter.
  add column drying_loss_percentage numeric(6, 3),
  -- Of the weight, what drying takes away.
  add column shrink_grams bigint not null default 0 check (shrink_grams between 0 and weight_grams),
  add check ((drying_moisture_percentage is null) = (drying_level_percentage is null));
create index movements_storage_contract on movements (storage_contract_id, effective_at, id) where storage_contract_id is not null;
create index movements_to_clean on movements (destination_record_id) where requires_cleaning;
