-- Made by `node src/db/generate.ts` from the migrations. Do not edit.

set check_function_bodies = off;

create extension if not exists pg_trgm;
create extension if not exists unaccent;

CREATE OR REPLACE FUNCTION public.audit_words(organisation uuid, texts text, marks text[])
 RETURNS tsvector
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select array_to_tsvector(array_agg(right(organisation::text, 8) || '/' || left(word, 200)))
  from unnest(regexp_split_to_array(lower(texts), '[\s,;:/()"''@<>|]+') || marks) word where word <> '' $function$;

CREATE OR REPLACE FUNCTION public.extent_of(boundary jsonb, location jsonb)
 RETURNS box
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select case
    when boundary is not null then (
      select box(point(max(lon), max(lat)), point(min(lon), min(lat)))
      from jsonb_array_elements(boundary -> 'coordinates') part
      cross join jsonb_array_elements(part -> 0) position
      cross join lateral (select (position ->> 0)::float8 as lon, (position ->> 1)::float8 as lat) degrees
    )
    when location #>> '{coordinates,lat}' is not null then box(
      point((location #>> '{coordinates,lon}')::float8, (location #>> '{coordinates,lat}')::float8),
      point((location #>> '{coordinates,lon}')::float8, (location #>> '{coordinates,lat}')::float8)
    )
  end
$function$;

CREATE OR REPLACE FUNCTION public.outline_of(boundary jsonb)
 RETURNS json
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select json_agg(rings order by part) from (
    select part, json_agg(steps order by ring) as rings from (
      select part, ring, json_agg(step order by place, axis) as steps from (
        select part, ring, place, axis,
          value - coalesce(lag(value) over (partition by part, ring, axis order by place), 0) as step
        from (
          select p.ordinality as part, r.ordinality as ring, c.ordinality as place, axis,
            round((c.value ->> axis)::numeric * 100000)::int as value
          from jsonb_array_elements(boundary -> 'coordinates') with ordinality p
          cross join jsonb_array_elements(p.value) with ordinality r
          cross join jsonb_array_elements(r.value) with ordinality c
          cross join (values (0), (1)) axes (axis)
          where c.ordinality < jsonb_array_length(r.value)
        ) points
      ) steps
      group by part, ring
    ) rings
    group by part
  ) parts
$function$;

create sequence fact_ids as bigint;

create table adjustments (
  id bigint not null default nextval('fact_ids'::regclass),
  record_id uuid not null,
  effective_at timestamp with time zone not null,
  counted_grams bigint not null,
  reason_id integer,
  file_ids uuid[] not null default '{}'::uuid[],
  recorded_by uuid,
  recorded_by_name text not null,
  recorded_at timestamp with time zone not null,
  storer_id uuid not null,
  document_number text,
  number_counter_id bigint,
  number_in_series bigint,
  counted_by_name text not null default ''::text,
  withdrawn_at timestamp with time zone,
  withdrawn_by uuid,
  withdrawn_by_name text
);

create table api_keys (
  id uuid not null,
  organisation_id uuid not null,
  name text not null,
  role text not null,
  key_hash bytea not null,
  prefix text not null,
  created_by uuid,
  made_by_key uuid,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone,
  revoked_at timestamp with time zone,
  permissions text[] not null default '{}'::text[],
  allowed_addresses text[] not null default '{}'::text[],
  last_used_at timestamp with time zone
);

create table audit_chains (
  organisation_id uuid not null,
  last_sequence bigint not null default 0,
  last_hash bytea not null default '\x0000000000000000000000000000000000000000000000000000000000000000'::bytea,
  kept_after bigint not null default 0,
  kept_after_hash bytea not null default '\x0000000000000000000000000000000000000000000000000000000000000000'::bytea
);

create table audit_deliveries (
  destination text not null,
  organisation_id uuid not null,
  sequence bigint not null
);

create table audit_entries (
  organisation_id uuid not null,
  sequence bigint not null,
  at timestamp(3) with time zone not null,
  actor text not null,
  actor_id uuid,
  actor_name text not null,
  address text not null,
  user_agent text not null,
  request_id text not null,
  category text not null,
  deed text not null,
  subject_kind text not null,
  subject_id text not null,
  outcome text not null,
  before jsonb,
  after jsonb,
  hash bytea not null,
  words tsvector not null generated always as (audit_words(organisation_id, ((((((((((((((actor_name || ' '::text) || address) || ' '::text) || request_id) || ' '::text) || deed) || ' '::text) || subject_id) || ' '::text) || COALESCE((before ->> 'name'::text), ''::text)) || ' '::text) || COALESCE((after ->> 'name'::text), ''::text)) || ' '::text) || COALESCE((after ->> 'email'::text), ''::text)), ARRAY[('=category:'::text || category), ('=deed:'::text || deed), ('=kind:'::text || subject_kind), ('=outcome:'::text || outcome), ('=actor:'::text || COALESCE((actor_id)::text, ''::text))])) stored,
  erasure_id uuid
);

create table audit_pending (
  organisation_id uuid not null,
  id bigint not null generated always as identity,
  entry text not null
);

create table backup_runs (
  id uuid not null,
  kind text not null,
  origin text not null,
  status text not null default 'queued'::text,
  asked_by_name text not null default ''::text,
  asked_at timestamp with time zone not null,
  finished_at timestamp with time zone,
  file text,
  size_bytes bigint,
  row_count bigint,
  ledger_hash text,
  is_encrypted boolean,
  removed_at timestamp with time zone,
  problem jsonb
);

create table bay_capacities (
  bay_id bigint not null,
  commodity_id integer not null,
  capacity_grams bigint not null,
  organisation_id uuid not null
);

create table bay_checks (
  organisation_id uuid not null,
  id uuid not null,
  storage_id uuid not null,
  bay_id bigint not null,
  checked_at timestamp with time zone not null,
  temperatures jsonb not null default '[]'::jsonb,
  hottest_celsius numeric(5,2),
  moisture_percentage numeric(5,2),
  insects text,
  smell text,
  rodents text,
  note text not null default ''::text,
  file_ids uuid[] not null default '{}'::uuid[],
  created_by uuid,
  created_by_name text not null,
  created_at timestamp with time zone not null
);

create table bays (
  id bigint not null generated always as identity,
  storage_id uuid not null,
  name text not null,
  created_at timestamp with time zone not null,
  last_cleared_at timestamp with time zone,
  organisation_id uuid not null,
  held_until timestamp with time zone,
  reserved_until timestamp with time zone
);

create table business_units (
  id uuid not null,
  organisation_id uuid not null,
  name text not null,
  type text not null,
  archived_at timestamp with time zone,
  created_at timestamp with time zone not null
);

create table charge_statements (
  organisation_id uuid not null,
  id uuid not null,
  owner_id text not null,
  first_month date not null,
  last_month date not null,
  number text,
  lines jsonb,
  totals jsonb,
  ledger_hash text,
  paper_id bigint,
  created_by uuid,
  created_by_name text not null,
  created_at timestamp with time zone not null,
  closed_by uuid,
  closed_by_name text,
  closed_at timestamp with time zone
);

create table check_plans (
  organisation_id uuid not null,
  storage_id uuid not null,
  every_days integer,
  most_celsius numeric(5,2),
  most_rise_celsius numeric(5,2),
  most_moisture_percentage numeric(5,2)
);

create table chore_turns (
  name text not null,
  due_at timestamp with time zone not null
);

create table code_apps (
  user_id uuid not null,
  sealed_secret text not null,
  created_at timestamp with time zone not null,
  confirmed_at timestamp with time zone,
  used_step bigint not null default 0
);

create table confirmations (
  owner_id uuid not null,
  id uuid not null,
  storer_id uuid not null,
  commodity_id integer not null,
  harvest_year text,
  contract_id uuid,
  status text not null,
  asked_at timestamp with time zone not null,
  decided_by uuid,
  decided_by_name text not null default ''::text,
  decided_at timestamp with time zone,
  told_at timestamp with time zone
);

create table conversation_messages (
  id bigint not null generated always as identity,
  conversation_id uuid not null,
  number integer not null,
  sent_by uuid not null,
  sent_by_name text not null,
  organisation_id uuid not null,
  message text not null,
  sent_at timestamp with time zone not null,
  file_ids uuid[] not null default '{}'::uuid[]
);

create table conversation_reports (
  id uuid not null,
  conversation_id uuid not null,
  reported_by uuid not null,
  reported_by_name text not null,
  organisation_id uuid not null,
  against uuid not null,
  against_name text not null,
  against_organisation_id uuid,
  reason text not null,
  messages jsonb not null,
  reported_at timestamp with time zone not null
);

create table conversations (
  id uuid not null,
  first_member_id uuid not null,
  second_member_id uuid not null,
  listing_id text,
  listing_type text,
  title text not null,
  created_by uuid not null,
  created_at timestamp with time zone not null,
  last_message_at timestamp with time zone not null,
  message_count integer not null,
  first_organisation_id uuid,
  second_organisation_id uuid,
  first_read_count integer not null default 0,
  second_read_count integer not null default 0,
  stranger_to uuid
);

create table counterparties (
  organisation_id uuid not null,
  other_id uuid not null,
  stance text not null,
  decided_by uuid,
  decided_by_name text not null,
  decided_at timestamp with time zone not null
);

create table deleted_organisations (
  id uuid not null,
  name text not null,
  deleted_at timestamp with time zone not null
);

create table email_changes (
  user_id uuid not null,
  id uuid not null,
  new_email text not null,
  old_code_hash bytea not null,
  new_code_hash bytea not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null
);

create table event_streams (
  owner_id uuid not null,
  last_number bigint not null default 0,
  has_news boolean not null default false
);

create table events (
  id bigint not null generated always as identity,
  transaction_id xid8,
  organisation_id uuid not null,
  type text not null,
  subject text not null,
  data jsonb not null,
  user_id uuid,
  occurred_at timestamp with time zone not null,
  number bigint,
  awaited boolean not null default false
);

create table expert_questions (
  id uuid not null,
  organisation_id uuid not null,
  user_id uuid not null,
  user_name text not null,
  reply_to text not null,
  kind text not null,
  question text not null,
  file_ids uuid[] not null default '{}'::uuid[],
  status text not null default 'queued'::text,
  attempts integer not null default 0,
  last_problem jsonb,
  created_at timestamp with time zone not null,
  sent_at timestamp with time zone,
  is_sent_out boolean not null default true
);

create table external_identities (
  issuer text not null,
  subject text not null,
  user_id uuid not null,
  created_at timestamp with time zone not null,
  id uuid not null
);

create table factor_challenges (
  id uuid not null,
  token_hash bytea not null,
  user_id uuid,
  purpose text not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  proved_at timestamp with time zone,
  provider_organisation_id uuid
);

create table factor_resets (
  organisation_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  token_hash bytea not null,
  asked_by uuid not null,
  asked_by_name text not null,
  created_at timestamp with time zone not null,
  good_from timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  confirmed_by_name text,
  used_at timestamp with time zone,
  revoked_at timestamp with time zone
);

create table files (
  id uuid not null,
  organisation_id uuid not null,
  user_id uuid,
  user_name text not null,
  bucket text not null,
  type text not null,
  name text not null,
  content_type text not null,
  size_bytes bigint not null,
  sha256 bytea not null,
  storage_key text not null,
  organisations text[] not null default '{}'::text[],
  tags text[] not null default '{}'::text[],
  status text not null default 'active'::text,
  created_at timestamp with time zone not null
);

create table harvest_plans (
  id uuid not null,
  organisation_id uuid not null,
  harvest_year text not null,
  commodity_id integer not null,
  type_id integer not null,
  grade_id integer,
  variety text not null,
  tag_ids integer[] not null default '{}'::integer[],
  business_unit_id uuid,
  created_at timestamp with time zone not null
);

create table holds (
  organisation_id uuid not null,
  id uuid not null,
  bay_id bigint not null,
  record_id uuid,
  reason text not null,
  blocks text not null,
  begins_at timestamp with time zone not null,
  ends_at timestamp with time zone,
  note text not null default ''::text,
  file_ids uuid[] not null default '{}'::uuid[],
  traced_from uuid,
  product text,
  dose text,
  aired_at timestamp with time zone,
  withholding_days integer,
  created_by uuid,
  created_by_name text not null,
  created_at timestamp with time zone not null,
  released_at timestamp with time zone,
  released_by_name text,
  release_note text,
  over_at timestamp with time zone generated always as (LEAST(ends_at, released_at)) stored
);

create table idempotency_keys (
  request bytea not null,
  status smallint,
  location text,
  etag text,
  body text,
  created_at timestamp with time zone not null,
  organisation_id uuid not null,
  id bytea not null,
  sealed bytea
);

create table identity_providers (
  organisation_id uuid not null,
  issuer text not null,
  client_id text not null,
  sealed_secret text,
  is_enforced boolean not null default false,
  break_glass uuid,
  role_claim text,
  roles jsonb not null default '[]'::jsonb,
  default_role text,
  factor_values text[] not null default '{}'::text[],
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null
);

create table import_aliases (
  id uuid not null,
  organisation_id uuid not null,
  what text not null,
  kind text not null,
  word text not null,
  word_key text not null,
  means text not null,
  made_by_name text not null,
  made_at timestamp with time zone not null
);

create table import_faults (
  import_id uuid not null,
  row_number integer not null,
  status text not null,
  cells text[] not null,
  reference text not null,
  messages text[] not null,
  problems jsonb not null,
  organisation_id uuid not null
);

create table import_made (
  import_id uuid not null,
  row_number integer not null,
  place integer not null,
  kind text not null,
  subject text not null,
  details jsonb not null default '{}'::jsonb,
  undone_at timestamp with time zone,
  organisation_id uuid not null
);

create table import_mappings (
  organisation_id uuid not null,
  kind text not null,
  fingerprint bytea not null,
  header text[] not null,
  mapping jsonb not null,
  used_by_name text not null,
  used_at timestamp with time zone not null
);

create table imported_stock (
  organisation_id uuid not null,
  fingerprint bytea not null,
  record_id uuid not null,
  alike bytea,
  reference_key text,
  posting_id bigint,
  grams bigint,
  import_id uuid,
  sha256 bytea
);

create table imports (
  id uuid not null,
  organisation_id uuid not null,
  kind text not null,
  sha256 bytea not null,
  header text[] not null,
  total_rows integer not null,
  rows_done integer not null default 0,
  success integer not null default 0,
  validation integer not null default 0,
  errors integer not null default 0,
  created_by uuid,
  created_by_name text not null,
  created_at timestamp with time zone not null,
  finished_at timestamp with time zone,
  unchanged integer not null default 0,
  changed integer not null default 0,
  left_out integer not null default 0,
  report jsonb not null default '{}'::jsonb,
  undone_at timestamp with time zone,
  undone_by_name text,
  key_hash bytea,
  began_at timestamp with time zone
);

create table invitations (
  id uuid not null,
  organisation_id uuid not null,
  email text not null,
  role text not null,
  token_hash bytea not null,
  invited_by uuid not null,
  invited_by_name text not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  accepted_at timestamp with time zone,
  revoked_at timestamp with time zone,
  is_mailed boolean not null default false
);

create table jobs (
  id uuid not null,
  kind text not null,
  key text not null,
  payload jsonb not null,
  status text not null default 'queued'::text,
  attempts integer not null default 0,
  due_at timestamp with time zone not null,
  lease_id uuid,
  last_problem jsonb,
  created_at timestamp with time zone not null,
  finished_at timestamp with time zone
);

create table kept_searches (
  organisation_id text not null,
  search text not null,
  shape text not null,
  number bigint not null,
  token uuid,
  rows bytea not null
);

create table known_networks (
  subject text not null,
  signed_in_at timestamp with time zone not null
);

create table ledger_balances (
  record_id uuid not null,
  balance_grams bigint not null default 0,
  received_grams bigint not null default 0,
  harvested_grams bigint not null default 0,
  loss_grams bigint not null default 0,
  sold_grams bigint not null default 0,
  settled_to timestamp with time zone not null,
  next_due_at timestamp with time zone,
  storer_id uuid not null
);

create table ledger_counts (
  fact_id bigint not null,
  record_id uuid not null,
  effective_at timestamp with time zone not null,
  counted_grams bigint not null,
  reason text not null,
  withdrawn_at timestamp with time zone,
  max_gain_grams bigint,
  storer_id uuid not null
);

create table ledger_days (
  record_id uuid not null,
  day date not null,
  closing_grams bigint not null,
  low_grams bigint not null,
  storer_id uuid not null
);

create table ledger_entries (
  id bigint not null generated always as identity,
  fact_id bigint not null,
  effective_at timestamp with time zone not null,
  recorded_at timestamp with time zone not null,
  source_record_id uuid,
  source_outside text,
  destination_record_id uuid,
  destination_outside text,
  grams bigint not null,
  planting_id uuid,
  sold boolean not null default false,
  is_count boolean not null default false,
  reverses bigint,
  storer_id uuid not null
);

create table ledger_spans (
  record_id uuid not null,
  keeper_id uuid not null,
  owner_id text not null,
  storage_id uuid,
  bay_id bigint,
  first_day date not null,
  last_day date not null,
  length_class integer not null generated always as (
CASE
    WHEN (last_day = 'infinity'::date) THEN 32
    ELSE width_bucket((last_day - first_day), ARRAY[1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096, 8192, 16384, 32768, 65536, 131072, 262144])
END) stored
);

create table letterheads (
  organisation_id uuid not null,
  version integer not null,
  said jsonb not null,
  logo bytea,
  made_at timestamp with time zone not null
);

create table logging_settings (
  service text not null,
  level text not null,
  filter text not null,
  changed_by uuid,
  changed_at timestamp with time zone not null
);

create table memberships (
  organisation_id uuid not null,
  user_id uuid not null,
  role text not null,
  status text not null default 'active'::text,
  created_at timestamp with time zone not null,
  user_name text,
  external_id text,
  is_suspended_by_directory boolean not null default false
);

create table movement_changes (
  organisation_id uuid not null,
  movement_id bigint not null,
  id bigint not null generated always as identity,
  kind text not null,
  reason text not null default ''::text,
  changed jsonb not null default '[]'::jsonb,
  recorded_by uuid,
  recorded_by_name text not null,
  recorded_at timestamp with time zone not null
);

create table movement_count_steps (
  organisation_id uuid not null,
  month date not null,
  type text not null,
  status text not null,
  commodity_id integer not null,
  type_id integer not null,
  grade_id integer,
  has_contract boolean not null,
  counted bigint not null
);

create table movement_counts (
  organisation_id uuid not null,
  month date not null,
  type text not null,
  status text not null,
  commodity_id integer not null,
  type_id integer not null,
  grade_id integer,
  has_contract boolean not null,
  counted bigint not null
);

create table movements (
  id bigint not null default nextval('fact_ids'::regclass),
  organisation_id uuid not null,
  type text not null,
  status text not null,
  effective_at timestamp with time zone not null,
  record_id uuid not null,
  source_record_id uuid,
  destination_record_id uuid,
  sender_id text,
  sender_name text,
  receiver_id text,
  receiver_name text,
  weight_grams bigint not null,
  commodity_id integer not null,
  type_id integer not null,
  grade_id integer,
  variety text not null,
  tag_ids integer[] not null,
  quality jsonb not null default '{}'::jsonb,
  driver_name text,
  vehicle_registration text,
  load_reference text,
  empty_grams bigint,
  full_grams bigint,
  weighbridge_file_id uuid,
  contract_id text,
  contract_reference text,
  storage_contract_id uuid,
  sold boolean not null default false,
  adjust_to_zero boolean not null default false,
  is_joined boolean not null default true,
  adjustment_grams bigint,
  adjustment_reason_id integer,
  adjustment_notes text,
  completed_at timestamp with time zone,
  recorded_by uuid,
  recorded_by_name text not null,
  recorded_at timestamp with time zone not null,
  deleted_at timestamp with time zone,
  requires_cleaning boolean not null default false,
  drying_moisture_percentage numeric(6,3),
  drying_level_percentage numeric(6,3),
  drying_loss_percentage numeric(6,3),
  shrink_grams bigint not null default 0,
  harvest_moisture_percentage numeric(6,3),
  harvest_temperature_celsius numeric(6,2),
  entered jsonb default '{}'::jsonb,
  is_unlike boolean not null default false,
  deleted_by uuid,
  deleted_by_name text,
  clears_other_years boolean not null default false,
  uncleaned_share double precision not null default 0,
  ticket_id uuid,
  ticket_part integer,
  ticket_share bigint,
  lessened_net boolean not null default false,
  grade_reason text not null default ''::text,
  readings jsonb,
  document_number text,
  number_counter_id bigint,
  number_in_series bigint,
  hold_override text not null default ''::text,
  happened_at timestamp with time zone,
  trade_id uuid,
  trade_window integer,
  order_id uuid
);

create table notices (
  id bigint not null generated always as identity,
  topic text not null,
  data jsonb not null,
  told_at timestamp with time zone not null default clock_timestamp()
);

create table number_counters (
  organisation_id uuid not null,
  kind text not null,
  storage_id uuid not null,
  year integer not null,
  id bigint not null generated always as identity,
  last_number bigint not null,
  first_number bigint not null default 1
);

create table number_series (
  organisation_id uuid not null,
  kind text not null,
  prefix text not null default ''::text,
  digits smallint not null default 1,
  suffix text not null default ''::text,
  restarts text not null default 'never'::text,
  first_month smallint not null default 1,
  by_store boolean not null default false,
  names_store boolean not null generated always as ((POSITION(('{store}'::text) IN ((prefix || suffix))) > 0)) stored,
  names_year boolean not null generated always as ((POSITION(('{yy'::text) IN ((prefix || suffix))) > 0)) stored
);

create table order_changes (
  organisation_id uuid not null,
  order_id uuid not null,
  id bigint not null generated always as identity,
  status text,
  changed jsonb not null default '[]'::jsonb,
  reason text not null default ''::text,
  recorded_by uuid,
  recorded_by_name text not null,
  recorded_at timestamp with time zone not null
);

create table orders (
  organisation_id uuid not null,
  id uuid not null,
  trade_id uuid,
  kind text,
  partner_id text,
  commodity_id integer,
  type_id integer,
  status text not null,
  reference text not null default ''::text,
  partner_reference text not null default ''::text,
  weight_grams bigint,
  load_count integer,
  first_day date,
  last_day date,
  haulier text not null default ''::text,
  vehicles text[] not null default '{}'::text[],
  storage_id uuid,
  bay_ids bigint[] not null default '{}'::bigint[],
  place text not null default ''::text,
  opening_hours text not null default ''::text,
  instructions text not null default ''::text,
  driver_token text,
  created_by uuid,
  created_by_name text not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null
);

create table organisation_deletions (
  organisation_id uuid not null,
  asked_by uuid,
  asked_by_name text not null,
  asked_at timestamp with time zone not null,
  due_at timestamp with time zone not null,
  tried_at timestamp with time zone
);

create table organisation_exports (
  organisation_id uuid not null,
  id uuid not null,
  status text not null default 'queued'::text,
  asked_by uuid,
  asked_by_name text not null,
  asked_at timestamp with time zone not null,
  finished_at timestamp with time zone,
  expires_at timestamp with time zone,
  storage_key text,
  size_bytes bigint,
  sha256 bytea,
  missing_files integer,
  problem jsonb
);

create table organisations (
  id uuid not null,
  name text not null,
  country_iso text not null,
  time_zone text not null,
  locale text not null,
  status text not null default 'active'::text,
  created_at timestamp with time zone not null,
  requires_reason boolean not null default false,
  usual_full_grams bigint not null default 60000000,
  usual_net_grams bigint not null default 45000000,
  requires_grade_reason boolean not null default false,
  units jsonb not null default '{"area": "ha", "scale": "kg", "stock": "t", "besides": null}'::jsonb,
  weighing jsonb not null default '{}'::jsonb,
  counters_may_approve boolean not null default false,
  closed_before timestamp with time zone,
  audit_years integer not null default 7,
  second_factor text not null default 'optional'::text,
  second_factor_from timestamp with time zone,
  session_days integer not null default 180,
  idle_minutes integer not null default 43200,
  refuses_reserved boolean not null default false
);

create table papers (
  organisation_id uuid not null,
  id bigint not null generated always as identity,
  kind text not null,
  subject text not null,
  issue integer not null,
  token text not null,
  facts jsonb not null,
  digest bytea not null,
  prints integer not null default 1,
  printed_by_name text not null,
  printed_at timestamp with time zone not null,
  document_number text,
  number_counter_id bigint,
  number_in_series bigint
);

create table partners (
  organisation_id uuid not null,
  id text not null,
  name text not null,
  name_key text not null,
  is_named boolean not null default false,
  merged_into text,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  brings_owned boolean,
  tax_number text not null default ''::text,
  ngr_number text not null default ''::text,
  vehicles text[] not null default '{}'::text[],
  assurances jsonb not null default '[]'::jsonb,
  declarations jsonb not null default '[]'::jsonb,
  first_expiry date
);

create table passkeys (
  id uuid not null,
  user_id uuid not null,
  credential_id bytea not null,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null default '{}'::text[],
  name text not null,
  created_at timestamp with time zone not null,
  last_used_at timestamp with time zone
);

create table password_resets (
  id uuid not null,
  user_id uuid,
  asked_for bytea not null,
  asked_from bytea,
  token_hash bytea not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  used_at timestamp with time zone
);

create table period_exceptions (
  organisation_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  user_name text not null,
  until timestamp with time zone not null,
  reason text not null,
  granted_by uuid,
  granted_by_name text not null,
  granted_at timestamp with time zone not null,
  ended_by_name text,
  ended_at timestamp with time zone
);

create table periods (
  organisation_id uuid not null,
  id uuid not null,
  first_day date,
  last_day date not null,
  closed_before timestamp with time zone not null,
  note text not null default ''::text,
  statement jsonb not null,
  ledger_hash text not null,
  paper_id bigint,
  closed_by uuid,
  closed_by_name text not null,
  closed_at timestamp with time zone not null,
  reopened_by uuid,
  reopened_by_name text,
  reopened_at timestamp with time zone,
  reopened_reason text,
  audit_head text not null default ''::text
);

create table personal_events (
  id bigint not null default nextval('events_id_seq'::regclass),
  transaction_id xid8,
  recipient_id uuid not null,
  organisation_id uuid not null,
  type text not null,
  subject text not null,
  data jsonb not null,
  user_id uuid,
  occurred_at timestamp with time zone not null,
  number bigint
);

create table postcodes (
  country_iso text not null,
  key text not null,
  postcode text not null,
  place text not null,
  region text not null,
  latitude double precision not null,
  longitude double precision not null,
  cell integer not null generated always as ((((floor(((latitude + (90)::double precision) * (100)::double precision)))::integer * 36001) + (floor(((longitude + (180)::double precision) * (100)::double precision)))::integer)) stored
);

create table preferences (
  user_id uuid not null,
  organisation_id uuid not null,
  entries jsonb not null,
  updated_at timestamp with time zone not null
);

create table provider_identities (
  organisation_id uuid not null,
  issuer text not null,
  subject text not null,
  user_id uuid not null,
  created_at timestamp with time zone not null
);

create table provider_sign_ins (
  state_hash bytea not null,
  organisation_id uuid not null,
  flow_hash bytea not null,
  issuer text not null,
  redirect_uri text not null,
  expires_at timestamp with time zone not null
);

create table record_business_units (
  record_id uuid not null,
  business_unit_id uuid not null,
  storer_id uuid not null
);

create table record_changes (
  id bigint not null default nextval('fact_ids'::regclass),
  record_id uuid not null,
  type text not null,
  effective_at timestamp with time zone not null,
  message text not null,
  details jsonb not null default '{}'::jsonb,
  recorded_by uuid,
  recorded_by_name text not null,
  recorded_at timestamp with time zone not null,
  storer_id uuid not null,
  wording jsonb
);

create table records (
  id uuid not null,
  keeper_id uuid not null,
  owner_id text not null,
  storage_id uuid,
  bay_id bigint,
  name text not null,
  kind text not null,
  source text not null,
  commodity_id integer not null,
  type_id integer not null,
  grade_id integer,
  variety text not null,
  tag_ids integer[] not null default '{}'::integer[],
  harvest_year text not null,
  segregation text not null,
  tags text[] not null default '{}'::text[],
  quality jsonb not null default '{}'::jsonb,
  area_hectares numeric(12,4),
  remaining_area_hectares numeric(12,4),
  expected_yield_grams_per_hectare bigint,
  planted_on date,
  planted_on_precision text,
  created_by uuid,
  created_by_name text not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  harvest_plan_id uuid,
  sold_ahead_grams bigint,
  yield_area_offset_hectares numeric(12,4) not null default 0,
  stated_at timestamp with time zone,
  split_group_id uuid,
  uncleaned_share double precision not null default 0,
  first_description jsonb,
  called_since timestamp with time zone,
  has_unweighed boolean not null default false,
  confirmation text,
  elsewhere_owner_id text generated always as (
CASE
    WHEN ((owner_id <> (keeper_id)::text) AND (confirmation IS NULL)) THEN owner_id
    ELSE NULL::text
END) stored
);

create table recovery_codes (
  user_id uuid not null,
  code_hash bytea not null
);

create table report_mailing_recipients (
  organisation_id uuid not null,
  mailing_id uuid not null,
  user_id uuid not null,
  due_at timestamp with time zone,
  status text,
  problem jsonb,
  settled_at timestamp with time zone
);

create table report_mailings (
  organisation_id uuid not null,
  id uuid not null,
  name text not null,
  query jsonb not null,
  every text not null,
  day smallint,
  hour smallint not null,
  attachment text not null,
  next_due_at timestamp with time zone not null,
  created_by uuid,
  created_by_name text not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null
);

create table reservations (
  organisation_id uuid not null,
  id uuid not null,
  trade_id uuid not null,
  bay_id bigint not null,
  record_id uuid,
  weight_grams bigint,
  begins_at timestamp with time zone not null,
  ends_at timestamp with time zone,
  note text not null default ''::text,
  created_by uuid,
  created_by_name text not null,
  created_at timestamp with time zone not null,
  released_at timestamp with time zone,
  released_by_name text,
  release_note text,
  over_at timestamp with time zone not null generated always as (COALESCE(LEAST(ends_at, released_at), '9999-12-31 00:00:00+00'::timestamp with time zone)) stored
);

create table samples (
  id bigint not null default nextval('fact_ids'::regclass),
  record_id uuid not null,
  movement_id bigint,
  fields jsonb not null,
  file_ids uuid[] not null default '{}'::uuid[],
  grade_id integer,
  recorded_by uuid,
  recorded_by_name text not null,
  recorded_at timestamp with time zone not null,
  storer_id uuid not null,
  told_at timestamp with time zone
);

create table search_changes (
  organisation_id text not null,
  record_id uuid not null,
  number bigint,
  token uuid,
  changed_at timestamp with time zone not null default clock_timestamp()
);

create table search_heads (
  organisation_id text not null,
  number bigint not null,
  token uuid
);

create table sessions (
  id uuid not null,
  user_id uuid not null,
  organisation_id uuid not null,
  family_hash bytea not null,
  refresh_hash bytea not null,
  created_at timestamp with time zone not null,
  refreshed_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  revoked_at timestamp with time zone,
  user_agent text not null default ''::text,
  proved_at timestamp with time zone not null default now(),
  address text not null default ''::text,
  is_by_provider boolean not null default false,
  has_provider_factor boolean not null default false
);

create table settlement_lines (
  organisation_id uuid not null,
  settlement_id uuid not null,
  line integer not null,
  reference text not null,
  delivered_on date not null,
  vehicle text not null,
  weight_grams bigint not null,
  movement_id bigint,
  matched_by text,
  closed_grams bigint,
  decision text,
  reason_id integer,
  note text not null default ''::text,
  decided_by_name text,
  decided_at timestamp with time zone
);

create table settlements (
  organisation_id uuid not null,
  id uuid not null,
  buyer_id text not null,
  reference text not null,
  settled_on date not null,
  closed_at timestamp with time zone,
  closed_by_name text,
  created_by uuid,
  created_by_name text not null,
  created_at timestamp with time zone not null
);

create table setup_codes (
  code_hash bytea not null,
  created_at timestamp with time zone not null
);

create table short_links (
  code text not null,
  target text not null,
  template text not null,
  source text not null,
  campaign text not null,
  made_from bytea,
  hits bigint not null default 0,
  created_at timestamp with time zone not null,
  last_hit_at timestamp with time zone
);

create table sign_in_domains (
  organisation_id uuid not null,
  id uuid not null,
  domain text not null,
  created_at timestamp with time zone not null,
  mail_expires_at timestamp with time zone,
  verified_at timestamp with time zone
);

create table sign_in_failures (
  subject text not null,
  failures integer not null,
  last_failed_at timestamp with time zone not null
);

create table signing_keys (
  id text not null,
  public_jwk jsonb not null,
  created_at timestamp with time zone not null,
  retired_at timestamp with time zone,
  sealed_private_key text not null
);

create table stocktake_counts (
  organisation_id uuid not null,
  stocktake_id uuid not null,
  bay_id bigint not null,
  number integer not null,
  counted_grams bigint not null,
  counted_at timestamp with time zone not null,
  counted_by uuid,
  counted_by_name text not null,
  how_measured jsonb,
  file_ids uuid[] not null default '{}'::uuid[],
  note text not null default ''::text,
  entered_by uuid,
  entered_by_name text not null,
  entered_at timestamp with time zone not null,
  ledger_mark bigint not null
);

create table stocktake_lines (
  organisation_id uuid not null,
  stocktake_id uuid not null,
  bay_id bigint not null,
  line integer not null,
  storage_name text,
  bay_name text,
  record_id uuid,
  reason_id integer not null default 1,
  left_out text,
  recount_asked_at timestamp with time zone,
  recount_asked_by_name text,
  recount_after integer,
  stock jsonb,
  book_grams bigint,
  variance_grams bigint,
  counted_record_id uuid,
  dated_at timestamp with time zone,
  adjustment_id bigint
);

create table stocktakes (
  organisation_id uuid not null,
  id uuid not null,
  name text not null,
  cut_off_at timestamp with time zone not null,
  is_blind boolean not null,
  tolerance_percent numeric(6,3),
  tolerance_grams bigint,
  counter_ids uuid[] not null default '{}'::uuid[],
  approver_ids uuid[] not null default '{}'::uuid[],
  created_by uuid,
  created_by_name text not null,
  created_at timestamp with time zone not null,
  approved_at timestamp with time zone,
  approved_by uuid,
  approved_by_name text,
  approved_mark bigint,
  ledger_hash text,
  cancelled_at timestamp with time zone,
  cancelled_by_name text,
  audit_head text not null default ''::text
);

create table storage_business_units (
  storage_id uuid not null,
  business_unit_id uuid not null,
  organisation_id uuid not null
);

create table storage_contracts (
  id uuid not null,
  storer_id uuid not null,
  owner_id text not null,
  reference text not null,
  start_at timestamp with time zone not null,
  end_at timestamp with time zone not null,
  file_ids uuid[] not null default '{}'::uuid[],
  weight_grams bigint not null,
  kind text not null,
  commodity_id integer not null,
  type_id integer not null,
  grade_id integer,
  varieties text[] not null default '{}'::text[],
  tag_ids integer[] not null default '{}'::integer[],
  cleaning_agreed boolean not null,
  drying_agreed boolean not null,
  drying_level_percentage numeric(6,3),
  drying_matrix jsonb not null default '[]'::jsonb,
  created_by uuid,
  created_by_name text not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  confirmation text
);

create table storage_notes (
  id uuid not null,
  storage_id uuid not null,
  bay_id bigint,
  reason_id integer not null,
  note text not null,
  file_ids uuid[] not null default '{}'::uuid[],
  created_by uuid,
  created_by_name text not null,
  created_at timestamp with time zone not null,
  organisation_id uuid not null
);

create table storages (
  id uuid not null,
  organisation_id uuid not null,
  name text not null,
  type text not null,
  area_hectares numeric(12,4),
  location jsonb not null,
  region_iso text not null generated always as (COALESCE(((location -> 'address'::text) ->> 'regionISO'::text), ''::text)) stored,
  tags text[] not null default '{}'::text[],
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  split_from uuid,
  boundary jsonb,
  extent box generated always as (extent_of(boundary, location)) stored,
  outline json generated always as (outline_of(boundary)) stored
);

create table store_codes (
  organisation_id uuid not null,
  storage_id uuid not null,
  code text not null
);

create table tariffs (
  organisation_id uuid not null,
  id uuid not null,
  partner_id text,
  storage_contract_id uuid,
  first_day date not null,
  last_day date,
  currency text not null,
  vat_code text not null default ''::text,
  rates jsonb not null,
  minimum numeric(18,6),
  notes text not null default ''::text,
  created_by uuid,
  created_by_name text not null,
  created_at timestamp with time zone not null
);

create table tickets (
  id uuid not null,
  organisation_id uuid not null,
  reference text,
  empty_grams bigint,
  full_grams bigint,
  file_id uuid,
  created_at timestamp with time zone not null,
  readings jsonb
);

create table trade_changes (
  organisation_id uuid not null,
  trade_id uuid not null,
  id bigint not null generated always as identity,
  status text,
  changed jsonb not null default '[]'::jsonb,
  reason text not null default ''::text,
  recorded_by uuid,
  recorded_by_name text not null,
  recorded_at timestamp with time zone not null
);

create table trade_windows (
  organisation_id uuid not null,
  trade_id uuid not null,
  number integer not null,
  first_day date not null,
  last_day date not null,
  weight_grams bigint not null
);

create table trades (
  organisation_id uuid not null,
  id uuid not null,
  kind text not null,
  status text not null,
  reference text not null default ''::text,
  partner_reference text not null default ''::text,
  partner_id text not null,
  commodity_id integer not null,
  type_id integer,
  grade_id integer,
  varieties text[] not null default '{}'::text[],
  tag_ids integer[] not null default '{}'::integer[],
  harvest_year text,
  weight_grams bigint not null,
  tolerance_percentage numeric(6,3) not null default 0,
  tolerance_option text,
  delivery text,
  storage_id uuid,
  weight_final text,
  quality_final text,
  limits jsonb not null default '[]'::jsonb,
  allowances jsonb not null default '[]'::jsonb,
  price jsonb,
  notes text not null default ''::text,
  file_ids uuid[] not null default '{}'::uuid[],
  created_by uuid,
  created_by_name text not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null
);

create table unfinished_files (
  storage_key text not null,
  created_at timestamp with time zone not null
);

create table users (
  id uuid not null,
  email text not null,
  given_name text not null,
  family_name text not null,
  password_hash text,
  status text not null default 'active'::text,
  is_platform_admin boolean not null default false,
  created_at timestamp with time zone not null,
  email_proved_at timestamp with time zone,
  factors text[] not null default '{}'::text[],
  erased_at timestamp with time zone
);

create table variety_lists (
  country_iso text not null,
  grade_id integer not null,
  varieties text[] not null,
  imported_by uuid,
  imported_at timestamp with time zone not null
);

create table vault (
  is_only boolean not null default true,
  key_id text not null,
  answers_key text not null,
  created_at timestamp with time zone not null
);

create table webhook_deliveries (
  id uuid not null,
  webhook_id uuid not null,
  event_id bigint not null,
  event_type text not null,
  status text not null,
  attempts integer not null,
  response_status integer,
  last_problem jsonb,
  first_attempt_at timestamp with time zone not null,
  last_attempt_at timestamp with time zone not null,
  next_attempt_at timestamp with time zone,
  event_number bigint not null,
  organisation_id uuid not null
);

create table webhooks (
  id uuid not null,
  organisation_id uuid not null,
  url text not null,
  description text not null,
  types text[] not null default '{}'::text[],
  secret text not null,
  previous_secret text,
  previous_secret_until timestamp with time zone,
  status text not null default 'active'::text,
  paused_at timestamp with time zone,
  pause_reason jsonb,
  failures integer not null default 0,
  due_at timestamp with time zone,
  lease_id uuid,
  created_by uuid not null,
  created_by_name text not null,
  created_at timestamp with time zone not null,
  cursor_number bigint not null
);

alter table adjustments add constraint adjustments_pkey PRIMARY KEY (storer_id, id);
alter table adjustments add constraint adjustments_counted_grams_check CHECK (counted_grams >= 0);
alter table api_keys add constraint api_keys_pkey PRIMARY KEY (id);
alter table api_keys add constraint api_keys_key_hash_key UNIQUE (key_hash);
alter table api_keys add constraint api_keys_name_check CHECK (name <> ''::text);
alter table api_keys add constraint api_keys_role_check CHECK (role = ANY (ARRAY['viewer'::text, 'operator'::text, 'manager'::text, 'admin'::text, 'owner'::text]));
alter table audit_chains add constraint audit_chains_pkey PRIMARY KEY (organisation_id);
alter table audit_deliveries add constraint audit_deliveries_pkey PRIMARY KEY (destination, organisation_id);
alter table audit_entries add constraint audit_entries_pkey PRIMARY KEY (organisation_id, sequence);
alter table audit_entries add constraint audit_entries_actor_check CHECK (actor = ANY (ARRAY['person'::text, 'key'::text, 'operator'::text, 'nobody'::text]));
alter table audit_entries add constraint audit_entries_outcome_check CHECK (outcome = ANY (ARRAY['done'::text, 'refused'::text]));
alter table audit_pending add constraint audit_pending_pkey PRIMARY KEY (organisation_id, id);
alter table backup_runs add constraint backup_runs_pkey PRIMARY KEY (id);
alter table backup_runs add constraint backup_runs_kind_check CHECK (kind = ANY (ARRAY['backup'::text, 'drill'::text]));
alter table backup_runs add constraint backup_runs_origin_check CHECK (origin = ANY (ARRAY['schedule'::text, 'person'::text, 'command'::text]));
alter table backup_runs add constraint backup_runs_status_check CHECK (status = ANY (ARRAY['queued'::text, 'done'::text, 'failed'::text]));
alter table bay_capacities add constraint bay_capacities_pkey PRIMARY KEY (organisation_id, bay_id, commodity_id);
alter table bay_capacities add constraint bay_capacities_capacity_grams_check CHECK (capacity_grams >= 0);
alter table bay_checks add constraint bay_checks_pkey PRIMARY KEY (organisation_id, id);
alter table bay_checks add constraint bay_checks_insects_check CHECK (insects = ANY (ARRAY['none'::text, 'few'::text, 'many'::text]));
alter table bay_checks add constraint bay_checks_moisture_percentage_check CHECK (moisture_percentage >= 0::numeric AND moisture_percentage <= 100::numeric);
alter table bay_checks add constraint bay_checks_rodents_check CHECK (rodents = ANY (ARRAY['none'::text, 'traces'::text, 'seen'::text]));
alter table bay_checks add constraint bay_checks_smell_check CHECK (smell = ANY (ARRAY['sound'::text, 'musty'::text, 'sour'::text, 'foreign'::text]));
alter table bays add constraint bays_pkey PRIMARY KEY (organisation_id, id);
alter table bays add constraint bays_name_check CHECK (name <> ''::text);
alter table business_units add constraint business_units_pkey PRIMARY KEY (organisation_id, id);
alter table business_units add constraint business_units_name_check CHECK (name <> ''::text);
alter table charge_statements add constraint charge_statements_pkey PRIMARY KEY (organisation_id, id);
alter table charge_statements add constraint charge_statements_check CHECK (first_month <= last_month);
alter table charge_statements add constraint charge_statements_check1 CHECK ((closed_at IS NULL) = (lines IS NULL) AND (closed_at IS NULL) = (number IS NULL));
alter table charge_statements add constraint charge_statements_first_month_check CHECK (EXTRACT(day FROM first_month) = 1::numeric);
alter table charge_statements add constraint charge_statements_last_month_check CHECK (EXTRACT(day FROM last_month) = 1::numeric);
alter table check_plans add constraint check_plans_pkey PRIMARY KEY (organisation_id, storage_id);
alter table check_plans add constraint check_plans_every_days_check CHECK (every_days > 0);
alter table check_plans add constraint check_plans_most_moisture_percentage_check CHECK (most_moisture_percentage >= 0::numeric AND most_moisture_percentage <= 100::numeric);
alter table check_plans add constraint check_plans_most_rise_celsius_check CHECK (most_rise_celsius > 0::numeric);
alter table chore_turns add constraint chore_turns_pkey PRIMARY KEY (name);
alter table code_apps add constraint code_apps_pkey PRIMARY KEY (user_id);
alter table confirmations add constraint confirmations_pkey PRIMARY KEY (owner_id, id);
alter table confirmations add constraint confirmations_check CHECK ((harvest_year IS NULL) = (contract_id IS NOT NULL));
alter table confirmations add constraint confirmations_check1 CHECK ((status = 'pending'::text) = (decided_at IS NULL));
alter table confirmations add constraint confirmations_status_check CHECK (status = ANY (ARRAY['pending'::text, 'accepted'::text, 'declined'::text]));
alter table conversation_messages add constraint conversation_messages_pkey PRIMARY KEY (id);
alter table conversation_messages add constraint conversation_messages_message_check CHECK (message <> ''::text);
alter table conversation_reports add constraint conversation_reports_pkey PRIMARY KEY (id);
alter table conversation_reports add constraint conversation_reports_conversation_id_reported_by_key UNIQUE (conversation_id, reported_by);
alter table conversations add constraint conversations_pkey PRIMARY KEY (id);
alter table conversations add constraint conversations_check CHECK (first_member_id < second_member_id);
alter table conversations add constraint conversations_check1 CHECK (listing_type IS NULL OR listing_id IS NOT NULL);
alter table conversations add constraint conversations_listing_id_check CHECK (listing_id <> ''::text);
alter table conversations add constraint conversations_listing_type_check CHECK (listing_type = ANY (ARRAY['livestock'::text, 'crop'::text]));
alter table counterparties add constraint counterparties_pkey PRIMARY KEY (organisation_id, other_id);
alter table counterparties add constraint counterparties_check CHECK (organisation_id <> other_id);
alter table counterparties add constraint counterparties_stance_check CHECK (stance = ANY (ARRAY['accepted'::text, 'blocked'::text]));
alter table deleted_organisations add constraint deleted_organisations_pkey PRIMARY KEY (id);
alter table email_changes add constraint email_changes_pkey PRIMARY KEY (user_id);
alter table event_streams add constraint event_streams_pkey PRIMARY KEY (owner_id);
alter table events add constraint events_pkey PRIMARY KEY (organisation_id, id);
alter table expert_questions add constraint expert_questions_pkey PRIMARY KEY (organisation_id, id);
alter table expert_questions add constraint expert_questions_check CHECK ((status = 'sent'::text) = (sent_at IS NOT NULL));
alter table expert_questions add constraint expert_questions_kind_check CHECK (kind = ANY (ARRAY['question'::text, 'grain-sample'::text]));
alter table expert_questions add constraint expert_questions_question_check CHECK (length(question) <= 1000);
alter table expert_questions add constraint expert_questions_status_check CHECK (status = ANY (ARRAY['queued'::text, 'sent'::text, 'failed'::text]));
alter table external_identities add constraint external_identities_pkey PRIMARY KEY (issuer, subject);
alter table external_identities add constraint external_identities_id UNIQUE (id);
alter table factor_challenges add constraint factor_challenges_pkey PRIMARY KEY (id);
alter table factor_challenges add constraint factor_challenges_token_hash_key UNIQUE (token_hash);
alter table factor_challenges add constraint factor_challenges_purpose_check CHECK (purpose = ANY (ARRAY['sign-in'::text, 'step-up'::text, 'registration'::text]));
alter table factor_resets add constraint factor_resets_pkey PRIMARY KEY (organisation_id, id);
alter table files add constraint files_pkey PRIMARY KEY (organisation_id, id);
alter table files add constraint files_bucket_check CHECK (bucket = ANY (ARRAY['images'::text, 'files'::text, 'videos'::text]));
alter table files add constraint files_status_check CHECK (status = ANY (ARRAY['active'::text, 'archived'::text]));
alter table harvest_plans add constraint harvest_plans_pkey PRIMARY KEY (organisation_id, id);
alter table holds add constraint holds_pkey PRIMARY KEY (organisation_id, id);
alter table holds add constraint holds_blocks_check CHECK (blocks = ANY (ARRAY['out'::text, 'in'::text, 'both'::text]));
alter table holds add constraint holds_check CHECK (ends_at > begins_at);
alter table holds add constraint holds_check1 CHECK ((reason = 'fumigation'::text) = (product IS NOT NULL));
alter table holds add constraint holds_check2 CHECK ((released_at IS NULL) = (released_by_name IS NULL));
alter table holds add constraint holds_reason_check CHECK (reason = ANY (ARRAY['awaiting_result'::text, 'infestation'::text, 'fumigation'::text, 'residue'::text, 'mycotoxin'::text, 'dispute'::text, 'contamination'::text, 'authority'::text, 'other'::text]));
alter table holds add constraint holds_withholding_days_check CHECK (withholding_days >= 0);
alter table idempotency_keys add constraint idempotency_keys_pkey PRIMARY KEY (organisation_id, id);
alter table identity_providers add constraint identity_providers_pkey PRIMARY KEY (organisation_id);
alter table identity_providers add constraint identity_providers_default_role_check CHECK (default_role = ANY (ARRAY['viewer'::text, 'operator'::text, 'manager'::text, 'admin'::text]));
alter table import_aliases add constraint import_aliases_pkey PRIMARY KEY (organisation_id, id);
alter table import_aliases add constraint import_aliases_organisation_id_what_kind_word_key_key UNIQUE (organisation_id, what, kind, word_key);
alter table import_aliases add constraint import_aliases_what_check CHECK (what <> ''::text);
alter table import_aliases add constraint import_aliases_word_key_check CHECK (word_key <> ''::text);
alter table import_faults add constraint import_faults_pkey PRIMARY KEY (organisation_id, import_id, row_number);
alter table import_faults add constraint import_faults_row_number_check CHECK (row_number > 0);
alter table import_faults add constraint import_faults_status_check CHECK (status = ANY (ARRAY['validation'::text, 'error'::text]));
alter table import_made add constraint import_made_pkey PRIMARY KEY (organisation_id, import_id, row_number, place);
alter table import_made add constraint import_made_kind_check CHECK (kind <> ''::text);
alter table import_made add constraint import_made_place_check CHECK (place >= 0);
alter table import_made add constraint import_made_row_number_check CHECK (row_number > 0);
alter table import_mappings add constraint import_mappings_pkey PRIMARY KEY (organisation_id, kind, fingerprint);
alter table import_mappings add constraint import_mappings_kind_check CHECK (kind <> ''::text);
alter table imported_stock add constraint imported_stock_pkey PRIMARY KEY (organisation_id, fingerprint);
alter table imports add constraint imports_pkey PRIMARY KEY (organisation_id, id);
alter table imports add constraint imports_kind_check CHECK (kind <> ''::text);
alter table imports add constraint imports_rows_done_check CHECK (rows_done >= 0);
alter table imports add constraint imports_total_rows_check CHECK (total_rows >= 0);
alter table invitations add constraint invitations_pkey PRIMARY KEY (id);
alter table invitations add constraint invitations_token_hash_key UNIQUE (token_hash);
alter table invitations add constraint invitations_role_check CHECK (role = ANY (ARRAY['viewer'::text, 'operator'::text, 'manager'::text, 'admin'::text, 'owner'::text]));
alter table jobs add constraint jobs_pkey PRIMARY KEY (id);
alter table jobs add constraint jobs_key UNIQUE (kind, key);
alter table jobs add constraint jobs_check CHECK ((status = 'queued'::text) = (finished_at IS NULL));
alter table jobs add constraint jobs_status_check CHECK (status = ANY (ARRAY['queued'::text, 'done'::text, 'failed'::text]));
alter table kept_searches add constraint kept_searches_pkey PRIMARY KEY (organisation_id, search);
alter table known_networks add constraint known_networks_pkey PRIMARY KEY (subject);
alter table ledger_balances add constraint ledger_balances_pkey PRIMARY KEY (storer_id, record_id);
alter table ledger_counts add constraint ledger_counts_pkey PRIMARY KEY (storer_id, record_id, fact_id, effective_at);
alter table ledger_counts add constraint ledger_counts_counted_grams_check CHECK (counted_grams >= 0);
alter table ledger_counts add constraint ledger_counts_max_gain_grams_check CHECK (max_gain_grams >= 0);
alter table ledger_days add constraint ledger_days_pkey PRIMARY KEY (storer_id, record_id, day);
alter table ledger_entries add constraint ledger_entries_pkey PRIMARY KEY (storer_id, fact_id, id);
alter table ledger_entries add constraint ledger_entries_check CHECK (num_nonnulls(source_record_id, source_outside) = 1);
alter table ledger_entries add constraint ledger_entries_check1 CHECK (num_nonnulls(destination_record_id, destination_outside) = 1);
alter table ledger_entries add constraint ledger_entries_check2 CHECK (num_nonnulls(source_record_id, destination_record_id, planting_id) > 0);
alter table ledger_entries add constraint ledger_entries_check3 CHECK (source_record_id <> destination_record_id);
alter table ledger_entries add constraint ledger_entries_grams_check CHECK (grams > 0);
alter table ledger_spans add constraint ledger_spans_pkey PRIMARY KEY (keeper_id, record_id);
alter table ledger_spans add constraint ledger_spans_check CHECK (first_day <= last_day);
alter table letterheads add constraint letterheads_pkey PRIMARY KEY (organisation_id, version);
alter table letterheads add constraint letterheads_version_check CHECK (version > 0);
alter table logging_settings add constraint logging_settings_pkey PRIMARY KEY (service);
alter table logging_settings add constraint logging_settings_service_check CHECK (service = ANY (ARRAY['system'::text, 'inventory'::text]));
alter table memberships add constraint memberships_pkey PRIMARY KEY (user_id, organisation_id);
alter table memberships add constraint memberships_role_check CHECK (role = ANY (ARRAY['viewer'::text, 'operator'::text, 'manager'::text, 'admin'::text, 'owner'::text]));
alter table memberships add constraint memberships_status_check CHECK (status = ANY (ARRAY['active'::text, 'suspended'::text]));
alter table movement_changes add constraint movement_changes_pkey PRIMARY KEY (organisation_id, movement_id, id);
alter table movement_changes add constraint movement_changes_kind_check CHECK (kind = ANY (ARRAY['changed'::text, 'deleted'::text, 'restored'::text]));
alter table movement_counts add constraint movement_counts_organisation_id_month_type_status_commodity_key UNIQUE NULLS NOT DISTINCT (organisation_id, month, type, status, commodity_id, type_id, grade_id, has_contract);
alter table movements add constraint movements_pkey PRIMARY KEY (organisation_id, id);
alter table movements add constraint movements_check CHECK (full_grams > empty_grams);
alter table movements add constraint movements_check1 CHECK (shrink_grams >= 0 AND shrink_grams <= weight_grams);
alter table movements add constraint movements_check2 CHECK ((drying_moisture_percentage IS NULL) = (drying_level_percentage IS NULL));
alter table movements add constraint movements_check3 CHECK ((ticket_id IS NULL) = (ticket_part IS NULL));
alter table movements add constraint movements_check4 CHECK (ticket_share IS NULL OR ticket_id IS NOT NULL);
alter table movements add constraint movements_check5 CHECK (trade_window IS NULL OR trade_id IS NOT NULL);
alter table movements add constraint movements_empty_grams_check CHECK (empty_grams >= 0);
alter table movements add constraint movements_full_grams_check CHECK (full_grams > 0);
alter table movements add constraint movements_happened_before CHECK (happened_at < effective_at);
alter table movements add constraint movements_harvest_moisture_percentage_check CHECK (harvest_moisture_percentage >= 0::numeric AND harvest_moisture_percentage <= 100::numeric);
alter table movements add constraint movements_readings_check CHECK (jsonb_typeof(readings) = 'object'::text);
alter table movements add constraint movements_record_check CHECK (record_id = COALESCE(source_record_id, destination_record_id) OR record_id = COALESCE(destination_record_id, source_record_id));
alter table movements add constraint movements_status_check CHECK (status = ANY (ARRAY['incomplete'::text, 'complete'::text, 'deleted'::text]));
alter table movements add constraint movements_ticket_share_check CHECK (ticket_share > 0);
alter table movements add constraint movements_type_check CHECK (type = ANY (ARRAY['internal'::text, 'intake'::text, 'outbound'::text]));
alter table movements add constraint movements_uncleaned_share_check CHECK (uncleaned_share >= 0::double precision AND uncleaned_share <= 1::double precision);
alter table movements add constraint movements_weight_grams_check CHECK (weight_grams >= 0);
alter table notices add constraint notices_pkey PRIMARY KEY (id);
alter table number_counters add constraint number_counters_pkey PRIMARY KEY (organisation_id, kind, storage_id, year);
alter table number_counters add constraint number_counters_organisation_id_id_key UNIQUE (organisation_id, id);
alter table number_counters add constraint number_counters_first_number_check CHECK (first_number > 0);
alter table number_counters add constraint number_counters_last_number_check CHECK (last_number > 0);
alter table number_series add constraint number_series_pkey PRIMARY KEY (organisation_id, kind);
alter table number_series add constraint number_series_digits_check CHECK (digits >= 1 AND digits <= 10);
alter table number_series add constraint number_series_first_month_check CHECK (first_month >= 1 AND first_month <= 12);
alter table number_series add constraint number_series_kind_check CHECK (kind = ANY (ARRAY['ticket-in'::text, 'ticket-out'::text, 'transfer'::text, 'passport'::text, 'count'::text, 'statement'::text, 'charges'::text]));
alter table number_series add constraint number_series_restarts_check CHECK (restarts = ANY (ARRAY['never'::text, 'calendar-year'::text, 'harvest-year'::text]));
alter table order_changes add constraint order_changes_pkey PRIMARY KEY (organisation_id, order_id, id);
alter table orders add constraint orders_pkey PRIMARY KEY (organisation_id, id);
alter table orders add constraint orders_driver_token_key UNIQUE (driver_token);
alter table orders add constraint orders_check CHECK (weight_grams IS NOT NULL OR load_count IS NOT NULL);
alter table orders add constraint orders_check1 CHECK (first_day <= last_day);
alter table orders add constraint orders_check2 CHECK ((trade_id IS NULL) = (kind IS NOT NULL));
alter table orders add constraint orders_check3 CHECK ((trade_id IS NULL) = (partner_id IS NOT NULL));
alter table orders add constraint orders_check4 CHECK ((trade_id IS NULL) = (commodity_id IS NOT NULL));
alter table orders add constraint orders_kind_check CHECK (kind = ANY (ARRAY['purchase'::text, 'sale'::text]));
alter table orders add constraint orders_load_count_check CHECK (load_count > 0);
alter table orders add constraint orders_status_check CHECK (status = ANY (ARRAY['open'::text, 'done'::text, 'cancelled'::text]));
alter table orders add constraint orders_weight_grams_check CHECK (weight_grams > 0);
alter table organisation_deletions add constraint organisation_deletions_pkey PRIMARY KEY (organisation_id);
alter table organisation_exports add constraint organisation_exports_pkey PRIMARY KEY (organisation_id, id);
alter table organisation_exports add constraint organisation_exports_status_check CHECK (status = ANY (ARRAY['queued'::text, 'done'::text, 'failed'::text]));
alter table organisations add constraint organisations_pkey PRIMARY KEY (id);
alter table organisations add constraint organisations_audit_years_check CHECK (audit_years >= 1 AND audit_years <= 30);
alter table organisations add constraint organisations_country_iso_check CHECK (country_iso ~ '^[A-Z]{2}$'::text);
alter table organisations add constraint organisations_idle_minutes_check CHECK (idle_minutes >= 30 AND idle_minutes <= 43200);
alter table organisations add constraint organisations_name_check CHECK (name <> ''::text);
alter table organisations add constraint organisations_second_factor_check CHECK (second_factor = ANY (ARRAY['optional'::text, 'required'::text]));
alter table organisations add constraint organisations_session_days_check CHECK (session_days >= 1 AND session_days <= 180);
alter table organisations add constraint organisations_status_check CHECK (status = ANY (ARRAY['active'::text, 'suspended'::text]));
alter table organisations add constraint organisations_units_check CHECK (((units ->> 'scale'::text) = ANY (ARRAY['kg'::text, 'lb'::text])) AND ((units ->> 'stock'::text) = ANY (ARRAY['t'::text, 'kg'::text, 'lb'::text, 'short ton'::text, 'bu'::text])) AND COALESCE(units ->> 'besides'::text, 'bu'::text) = 'bu'::text AND ((units ->> 'area'::text) = ANY (ARRAY['ha'::text, 'ac'::text])));
alter table organisations add constraint organisations_usual_full_grams_check CHECK (usual_full_grams >= 1 AND usual_full_grams <= 200000000);
alter table organisations add constraint organisations_usual_net_grams_check CHECK (usual_net_grams >= 1 AND usual_net_grams <= 200000000);
alter table organisations add constraint organisations_weighing_check CHECK (jsonb_typeof(weighing) = 'object'::text);
alter table papers add constraint papers_pkey PRIMARY KEY (organisation_id, id);
alter table papers add constraint papers_organisation_id_kind_subject_issue_key UNIQUE (organisation_id, kind, subject, issue);
alter table papers add constraint papers_issue_check CHECK (issue > 0);
alter table papers add constraint papers_prints_check CHECK (prints > 0);
alter table partners add constraint partners_pkey PRIMARY KEY (organisation_id, id);
alter table partners add constraint partners_check CHECK (merged_into <> id);
alter table passkeys add constraint passkeys_pkey PRIMARY KEY (id);
alter table passkeys add constraint passkeys_credential_id_key UNIQUE (credential_id);
alter table password_resets add constraint password_resets_pkey PRIMARY KEY (id);
alter table password_resets add constraint password_resets_token_hash_key UNIQUE (token_hash);
alter table period_exceptions add constraint period_exceptions_pkey PRIMARY KEY (organisation_id, id);
alter table periods add constraint periods_pkey PRIMARY KEY (organisation_id, id);
alter table periods add constraint periods_check CHECK ((reopened_at IS NULL) = (reopened_reason IS NULL));
alter table periods add constraint periods_check1 CHECK (first_day IS NULL OR first_day <= last_day);
alter table personal_events add constraint personal_events_pkey PRIMARY KEY (id);
alter table postcodes add constraint postcodes_pkey PRIMARY KEY (country_iso, key, place);
alter table postcodes add constraint postcodes_country_iso_check CHECK (country_iso ~ '^[A-Z]{2}$'::text);
alter table postcodes add constraint postcodes_key_check CHECK (key ~ '^[A-Z0-9]+$'::text);
alter table postcodes add constraint postcodes_latitude_check CHECK (latitude >= '-90'::integer::double precision AND latitude <= 90::double precision);
alter table postcodes add constraint postcodes_longitude_check CHECK (longitude >= '-180'::integer::double precision AND longitude <= 180::double precision);
alter table preferences add constraint preferences_pkey PRIMARY KEY (user_id, organisation_id);
alter table provider_identities add constraint provider_identities_pkey PRIMARY KEY (organisation_id, issuer, subject);
alter table provider_sign_ins add constraint provider_sign_ins_pkey PRIMARY KEY (state_hash);
alter table record_business_units add constraint record_business_units_pkey PRIMARY KEY (storer_id, record_id, business_unit_id);
alter table record_changes add constraint record_changes_pkey PRIMARY KEY (storer_id, id);
alter table record_changes add constraint record_changes_type_check CHECK (type = ANY (ARRAY['created'::text, 'updated'::text, 'merge'::text]));
alter table records add constraint records_pkey PRIMARY KEY (keeper_id, id);
alter table records add constraint records_area_hectares_check CHECK (area_hectares >= 0::numeric);
alter table records add constraint records_check CHECK (bay_id IS NULL OR storage_id IS NOT NULL);
alter table records add constraint records_confirmation_check CHECK (confirmation = ANY (ARRAY['pending'::text, 'declined'::text]));
alter table records add constraint records_expected_yield_grams_per_hectare_check CHECK (expected_yield_grams_per_hectare >= 0);
alter table records add constraint records_kind_check CHECK (kind = ANY (ARRAY['crop'::text, 'produce'::text]));
alter table records add constraint records_owner_id_check CHECK (owner_id <> ''::text);
alter table records add constraint records_planted_on_precision_check CHECK (planted_on_precision = ANY (ARRAY['date'::text, 'month'::text]));
alter table records add constraint records_remaining_area_hectares_check CHECK (remaining_area_hectares >= 0::numeric);
alter table records add constraint records_sold_ahead_grams_check CHECK (sold_ahead_grams >= 0);
alter table records add constraint records_source_check CHECK (source = ANY (ARRAY['planting'::text, 'intake'::text, 'existing'::text, 'movement'::text, 'trade'::text]));
alter table records add constraint records_uncleaned_share_check CHECK (uncleaned_share >= 0::double precision AND uncleaned_share <= 1::double precision);
alter table recovery_codes add constraint recovery_codes_pkey PRIMARY KEY (user_id, code_hash);
alter table report_mailing_recipients add constraint report_mailing_recipients_pkey PRIMARY KEY (organisation_id, mailing_id, user_id);
alter table report_mailing_recipients add constraint report_mailing_recipients_status_check CHECK (status = ANY (ARRAY['queued'::text, 'sent'::text, 'failed'::text]));
alter table report_mailings add constraint report_mailings_pkey PRIMARY KEY (organisation_id, id);
alter table report_mailings add constraint report_mailings_attachment_check CHECK (attachment = ANY (ARRAY['pdf'::text, 'xlsx'::text, 'none'::text]));
alter table report_mailings add constraint report_mailings_check CHECK (
CASE every
    WHEN 'day'::text THEN day IS NULL
    WHEN 'week'::text THEN day >= 1 AND day <= 7
    ELSE day >= 1 AND day <= 31
END);
alter table report_mailings add constraint report_mailings_every_check CHECK (every = ANY (ARRAY['day'::text, 'week'::text, 'month'::text]));
alter table report_mailings add constraint report_mailings_hour_check CHECK (hour >= 0 AND hour <= 23);
alter table reservations add constraint reservations_pkey PRIMARY KEY (organisation_id, id);
alter table reservations add constraint reservations_check CHECK (ends_at > begins_at);
alter table reservations add constraint reservations_check1 CHECK ((released_at IS NULL) = (released_by_name IS NULL));
alter table reservations add constraint reservations_weight_grams_check CHECK (weight_grams > 0);
alter table samples add constraint samples_pkey PRIMARY KEY (storer_id, id);
alter table search_heads add constraint search_heads_pkey PRIMARY KEY (organisation_id);
alter table sessions add constraint sessions_pkey PRIMARY KEY (id);
alter table sessions add constraint sessions_family_hash_key UNIQUE (family_hash);
alter table settlement_lines add constraint settlement_lines_pkey PRIMARY KEY (organisation_id, settlement_id, line);
alter table settlement_lines add constraint settlement_lines_check CHECK ((movement_id IS NULL) = (matched_by IS NULL));
alter table settlement_lines add constraint settlement_lines_check1 CHECK ((decision = 'written_off'::text) = (reason_id IS NOT NULL));
alter table settlement_lines add constraint settlement_lines_decision_check CHECK (decision = ANY (ARRAY['accepted'::text, 'written_off'::text, 'claimed'::text]));
alter table settlement_lines add constraint settlement_lines_line_check CHECK (line > 0);
alter table settlement_lines add constraint settlement_lines_matched_by_check CHECK (matched_by = ANY (ARRAY['reference'::text, 'weight'::text, 'vehicle'::text, 'hand'::text]));
alter table settlement_lines add constraint settlement_lines_weight_grams_check CHECK (weight_grams > 0);
alter table settlements add constraint settlements_pkey PRIMARY KEY (organisation_id, id);
alter table setup_codes add constraint setup_codes_pkey PRIMARY KEY (code_hash);
alter table short_links add constraint short_links_pkey PRIMARY KEY (code);
alter table short_links add constraint short_links_code_check CHECK (code ~ '^[1-9A-HJ-NP-Za-km-z]{11}$'::text);
alter table sign_in_domains add constraint sign_in_domains_pkey PRIMARY KEY (organisation_id, id);
alter table sign_in_domains add constraint sign_in_domains_organisation_id_domain_key UNIQUE (organisation_id, domain);
alter table sign_in_failures add constraint sign_in_failures_pkey PRIMARY KEY (subject);
alter table signing_keys add constraint signing_keys_pkey PRIMARY KEY (id);
alter table stocktake_counts add constraint stocktake_counts_pkey PRIMARY KEY (organisation_id, stocktake_id, bay_id, number);
alter table stocktake_counts add constraint stocktake_counts_counted_grams_check CHECK (counted_grams >= 0);
alter table stocktake_counts add constraint stocktake_counts_number_check CHECK (number > 0);
alter table stocktake_lines add constraint stocktake_lines_pkey PRIMARY KEY (organisation_id, stocktake_id, bay_id);
alter table stocktake_lines add constraint stocktake_lines_organisation_id_stocktake_id_line_key UNIQUE (organisation_id, stocktake_id, line);
alter table stocktake_lines add constraint stocktake_lines_line_check CHECK (line > 0);
alter table stocktakes add constraint stocktakes_pkey PRIMARY KEY (organisation_id, id);
alter table stocktakes add constraint stocktakes_check CHECK (approved_at IS NULL OR cancelled_at IS NULL);
alter table stocktakes add constraint stocktakes_check1 CHECK ((approved_at IS NULL) = (approved_by_name IS NULL));
alter table stocktakes add constraint stocktakes_check2 CHECK ((approved_at IS NULL) = (ledger_hash IS NULL));
alter table stocktakes add constraint stocktakes_check3 CHECK ((cancelled_at IS NULL) = (cancelled_by_name IS NULL));
alter table stocktakes add constraint stocktakes_tolerance_grams_check CHECK (tolerance_grams >= 0);
alter table stocktakes add constraint stocktakes_tolerance_percent_check CHECK (tolerance_percent >= 0::numeric);
alter table storage_business_units add constraint storage_business_units_pkey PRIMARY KEY (organisation_id, storage_id, business_unit_id);
alter table storage_contracts add constraint storage_contracts_pkey PRIMARY KEY (storer_id, id);
alter table storage_contracts add constraint storage_contracts_check CHECK (start_at <= end_at);
alter table storage_contracts add constraint storage_contracts_check1 CHECK (NOT drying_agreed OR drying_level_percentage IS NOT NULL);
alter table storage_contracts add constraint storage_contracts_confirmation_check CHECK (confirmation = ANY (ARRAY['pending'::text, 'declined'::text]));
alter table storage_contracts add constraint storage_contracts_drying_level_percentage_check CHECK (drying_level_percentage >= 0::numeric AND drying_level_percentage < 100::numeric);
alter table storage_contracts add constraint storage_contracts_kind_check CHECK (kind = ANY (ARRAY['crop'::text, 'produce'::text]));
alter table storage_contracts add constraint storage_contracts_owner_id_check CHECK (owner_id <> ''::text);
alter table storage_contracts add constraint storage_contracts_weight_grams_check CHECK (weight_grams > 0);
alter table storage_notes add constraint storage_notes_pkey PRIMARY KEY (organisation_id, id);
alter table storages add constraint storages_pkey PRIMARY KEY (organisation_id, id);
alter table storages add constraint storages_area_hectares_check CHECK (area_hectares >= 0::numeric);
alter table storages add constraint storages_check CHECK (boundary IS NULL OR type = 'field'::text);
alter table storages add constraint storages_name_check CHECK (name <> ''::text);
alter table storages add constraint storages_type_check CHECK (type = ANY (ARRAY['field'::text, 'store'::text]));
alter table store_codes add constraint store_codes_pkey PRIMARY KEY (organisation_id, storage_id);
alter table store_codes add constraint store_codes_code_check CHECK (code <> ''::text);
alter table tariffs add constraint tariffs_pkey PRIMARY KEY (organisation_id, id);
alter table tariffs add constraint tariffs_check CHECK (partner_id IS NULL OR storage_contract_id IS NULL);
alter table tariffs add constraint tariffs_check1 CHECK (last_day IS NULL OR first_day <= last_day);
alter table tariffs add constraint tariffs_currency_check CHECK (currency ~ '^[A-Z]{3}$'::text);
alter table tariffs add constraint tariffs_minimum_check CHECK (minimum > 0::numeric);
alter table tickets add constraint tickets_pkey PRIMARY KEY (organisation_id, id);
alter table tickets add constraint tickets_check CHECK (full_grams > empty_grams);
alter table tickets add constraint tickets_empty_grams_check CHECK (empty_grams >= 0);
alter table tickets add constraint tickets_full_grams_check CHECK (full_grams > 0);
alter table tickets add constraint tickets_readings_check CHECK (jsonb_typeof(readings) = 'object'::text);
alter table trade_changes add constraint trade_changes_pkey PRIMARY KEY (organisation_id, trade_id, id);
alter table trade_windows add constraint trade_windows_pkey PRIMARY KEY (organisation_id, trade_id, number);
alter table trade_windows add constraint trade_windows_check CHECK (first_day <= last_day);
alter table trade_windows add constraint trade_windows_number_check CHECK (number > 0);
alter table trade_windows add constraint trade_windows_weight_grams_check CHECK (weight_grams > 0);
alter table trades add constraint trades_pkey PRIMARY KEY (organisation_id, id);
alter table trades add constraint trades_delivery_check CHECK (delivery = ANY (ARRAY['ex_store'::text, 'delivered'::text]));
alter table trades add constraint trades_kind_check CHECK (kind = ANY (ARRAY['purchase'::text, 'sale'::text]));
alter table trades add constraint trades_quality_final_check CHECK (quality_final = ANY (ARRAY['loading'::text, 'unloading'::text]));
alter table trades add constraint trades_status_check CHECK (status = ANY (ARRAY['draft'::text, 'confirmed'::text, 'fulfilled'::text, 'closed_short'::text, 'cancelled'::text]));
alter table trades add constraint trades_tolerance_option_check CHECK (tolerance_option = ANY (ARRAY['buyer'::text, 'seller'::text]));
alter table trades add constraint trades_tolerance_percentage_check CHECK (tolerance_percentage >= 0::numeric AND tolerance_percentage <= 100::numeric);
alter table trades add constraint trades_weight_final_check CHECK (weight_final = ANY (ARRAY['loading'::text, 'unloading'::text]));
alter table trades add constraint trades_weight_grams_check CHECK (weight_grams > 0);
alter table unfinished_files add constraint unfinished_files_pkey PRIMARY KEY (storage_key);
alter table users add constraint users_pkey PRIMARY KEY (id);
alter table users add constraint users_email_check CHECK (email = lower(email));
alter table users add constraint users_status_check CHECK (status = ANY (ARRAY['active'::text, 'suspended'::text]));
alter table variety_lists add constraint variety_lists_pkey PRIMARY KEY (country_iso, grade_id);
alter table variety_lists add constraint variety_lists_country_iso_check CHECK (country_iso ~ '^[A-Z]{2}$'::text);
alter table vault add constraint vault_pkey PRIMARY KEY (is_only);
alter table vault add constraint vault_is_only_check CHECK (is_only);
alter table webhook_deliveries add constraint webhook_deliveries_pkey PRIMARY KEY (organisation_id, id);
alter table webhook_deliveries add constraint webhook_deliveries_event UNIQUE (organisation_id, webhook_id, event_id);
alter table webhook_deliveries add constraint webhook_deliveries_check CHECK ((status = 'retrying'::text) = (next_attempt_at IS NOT NULL));
alter table webhook_deliveries add constraint webhook_deliveries_status_check CHECK (status = ANY (ARRAY['retrying'::text, 'delivered'::text, 'failed'::text]));
alter table webhooks add constraint webhooks_pkey PRIMARY KEY (organisation_id, id);
alter table webhooks add constraint webhooks_check CHECK ((previous_secret IS NULL) = (previous_secret_until IS NULL));
alter table webhooks add constraint webhooks_check1 CHECK ((status = 'paused'::text) = (paused_at IS NOT NULL));
alter table webhooks add constraint webhooks_status_check CHECK (status = ANY (ARRAY['active'::text, 'paused'::text]));

alter table adjustments add constraint adjustments_storer_id_record_id_fkey FOREIGN KEY (storer_id, record_id) REFERENCES records(keeper_id, id);
alter table api_keys add constraint api_keys_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id);
alter table api_keys add constraint api_keys_made_by_key_fkey FOREIGN KEY (made_by_key) REFERENCES api_keys(id);
alter table api_keys add constraint api_keys_organisation_id_fkey FOREIGN KEY (organisation_id) REFERENCES organisations(id);
alter table bay_capacities add constraint bay_capacities_organisation_id_bay_id_fkey FOREIGN KEY (organisation_id, bay_id) REFERENCES bays(organisation_id, id);
alter table bay_checks add constraint bay_checks_organisation_id_bay_id_fkey FOREIGN KEY (organisation_id, bay_id) REFERENCES bays(organisation_id, id);
alter table bay_checks add constraint bay_checks_organisation_id_fkey FOREIGN KEY (organisation_id) REFERENCES organisations(id);
alter table bay_checks add constraint bay_checks_organisation_id_storage_id_fkey FOREIGN KEY (organisation_id, storage_id) REFERENCES storages(organisation_id, id);
alter table bays add constraint bays_organisation_id_storage_id_fkey FOREIGN KEY (organisation_id, storage_id) REFERENCES storages(organisation_id, id);
alter table business_units add constraint business_units_organisation_id_fkey FOREIGN KEY (organisation_id) REFERENCES organisations(id);
alter table charge_statements add constraint charge_statements_organisation_id_fkey FOREIGN KEY (organisation_id) REFERENCES organisations(id);
alter table check_plans add constraint check_plans_organisation_id_fkey FOREIGN KEY (organisation_id) REFERENCES organisations(id);
alter table check_plans add constraint check_plans_organisation_id_storage_id_fkey FOREIGN KEY (organisation_id, storage_id) REFERENCES storages(organisation_id, id);
alter table code_apps add constraint code_apps_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
alter table confirmations add constraint confirmations_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES organisations(id) ON DELETE CASCADE;
alter table confirmations add constraint confirmations_storer_id_fkey FOREIGN KEY (storer_id) REFERENCES organisations(id) ON DELETE CASCADE;
alter table conversation_messages add constraint conversation_messages_conversation_id_fkey FOREIGN KEY (conversation_id) REFERENCES conversations(id);
alter table conversation_messages add constraint conversation_messages_sent_by_fkey FOREIGN KEY (sent_by) REFERENCES users(id);
alter table conversation_reports add constraint conversation_reports_conversation_id_fkey FOREIGN KEY (conversation_id) REFERENCES conversations(id) ON DELETE CASCADE;
alter table conversation_reports add constraint conversation_reports_organisation_id_fkey FOREIGN KEY (organisation_id) REFERENCES organisations(id) ON DELETE CASCADE;
alter table conversations add constraint conversations_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id);
alter table conversations add constraint conversations_first_member_id_fkey FOREIGN KEY (first_member_id) REFERENCES users(id);
alter table conversations add constraint conversations_second_member_id_fkey FOREIGN KEY (second_member_id) REFERENCES users(id);
alter table counterparties add constraint counterparties_organisation_id_fkey FOREIGN KEY (organisation_id) REFERENCES organisations(id) ON DELETE CASCADE;
alter table counterparties add constraint counterparties_other_id_fkey FOREIGN KEY (other_id) REFERENCES organisations(id) ON DELETE CASCADE;
alter table email_changes add constraint email_changes_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
alter table events add constraint events_organisation_id_fkey FOREIGN KEY (organisation_id) REFERENCES organisations(id);
alter table expert_questions add constraint expert_questions_organisation_id_fkey FOREIGN KEY (organisation_id) REFERENCES organisations(id);
alter table external_identities add constraint external_identities_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id);
alter table factor_challenges add constraint factor_challenges_provider_organisation_id_fkey FOREIGN KEY (provider_organisation_id) REFERENCES organisations(id) ON DELETE CASCADE;
alter table factor_challenges add constraint factor_challenges_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
alter table factor_resets add constraint factor_resets_organisation_id_fkey FOREIGN KEY (organisation_id) REFERENCES organisations(id) ON DELETE CASCADE;
alter table factor_resets add constraint factor_resets_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
alter table files add constraint files_organisation_id_fkey FOREIGN KEY (organisation_id) REFERENCES organisations(id);
alter table harvest_plans add constraint harvest_plans_organisation_id_business_unit_id_fkey FOREIGN KEY (organisation_id, business_unit_id) REFERENCES business_units(organisation_id, id);
alter table harvest_plans add constraint harvest_plans_organisation_id_fkey FOREIGN KEY (organisation_id) REFERENCES organisations(id);
alter table holds add constraint holds_organisation_id_bay_id_fkey FOREIGN KEY (organisation_id, bay_id) REFERENCES bays(organisation_id, id);
alter table holds add constraint holds_organisation_id_fkey FOREIGN KEY (organisation_id) REFERENCES organisations(id);
alter table holds add constraint holds_organisation_id_record_id_fkey FOREIGN KEY (organisation_id, record_id) REFERENCES records(keeper_id, id);
alter table holds add constraint holds_organisation_id_traced_from_fkey FOREIGN KEY (organisation_id, traced_from) REFERENCES holds(organisation_id, id);
alter table identity_providers add constraint identity_providers_break_glass_fkey FOREIGN KEY (break_glass) REFERENCES users(id) ON DELETE SET NULL;
alter table identity_providers add constraint identity_providers_organisation_id_fkey FOREIGN KEY (organisation_id) REFERENCES organisations(id) ON DELETE CASCADE;
alter table import_aliases add constraint import_aliases_organisation_id_fkey FOREIGN KEY (organisation_id) REFERENCES organisations(id);
alter table import_faults add constraint import_faults_organisation_id_import_id_fkey FOREIGN KEY (organisation_id, import_id) REFERENCES imports(organisation_id, id) ON DELETE CASCADE;
alter table import_made add constraint import_made_organisation_id_import_id_fkey FOREIGN KEY (organisation_id, import_id) REFERENCES imports(organisation_id, id) ON DELETE CASCADE;
alter table import_mappings add constraint import_mappings_organisation_id_fkey FOREIGN KEY (organisation_id) REFERENCES organisations(id);
alter table imported_stock add constraint imported_stock_organisation_id_fkey FOREIGN KEY (organisation_id) REFERENCES organisations(id);
alter table imported_stock add constraint imported_stock_organisation_id_record_id_fkey FOREIGN KEY (organisation_id, record_id) REFERENCES records(keeper_id, id);
alter table imports add constraint imports_organisation_id_fkey FOREIGN KEY (organisation_id) REFERENCES organisations(id);
alter table invitations add constraint invitations_organisation_id_fkey FOREIGN KEY (organisation_id) REFERENCES organisations(id);
alter table ledger_balances add constraint ledger_balances_storer_id_record_id_fkey FOREIGN KEY (storer_id, record_id) REFERENCES records(keeper_id, id);
alter table ledger_counts add constraint ledger_counts_storer_id_record_id_fkey FOREIGN KEY (storer_id, record_id) REFERENCES records(keeper_id, id);
alter table ledger_days add constraint ledger_days_storer_id_record_id_fkey FOREIGN KEY (storer_id, record_id) REFERENCES records(keeper_id, id);
alter table ledger_entries add constraint ledger_entries_storer_id_destination_record_id_fkey FOREIGN KEY (storer_id, destination_record_id) REFERENCES records(keeper_id, id);
alter table ledger_entries add constraint ledger_entries_storer_id_fact_id_reverses_fkey FOREIGN KEY (storer_id, fact_id, reverses) REFERENCES ledger_entries(storer_id, fact_id, id);
alter table ledger_entries add constraint ledger_entries_storer_id_planting_id_fkey FOREIGN KEY (storer_id, planting_id) REFERENCES records(keeper_id, id);
alter table ledger_entries add constraint ledger_entries_storer_id_source_record_id_fkey FOREIGN KEY (storer_id, source_record_id) REFERENCES records(keeper_id, id);
alter table ledger_spans add constraint ledger_spans_keeper_id_record_id_fkey FOREIGN KEY (keeper_id, record_id) REFERENCES records(keeper_id, id);
alter table letterheads add constraint letterheads_organisation_id_fkey FOREIGN KEY (organisation_id) REFERENCES organisations(id) ON DELETE CASCADE;
alter table memberships add constraint memberships_organisation_id_fkey FOREIGN KEY (organisation_id) REFERENCES organisations(id);
alter table memberships add constraint memberships_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id);
alter table movement_changes add constraint movement_changes_organisation_id_movement_id_fkey FOREIGN KEY (organisation_id, movement_id) REFERENCES movements(organisation_id, id);
alter table movements add constraint movements_organisation_id_destination_record_id_fkey FOREIGN KEY (organisation_id, destination_record_id) REFERENCES records(keeper_id, id);
alter table movements add constraint movements_organisation_id_fkey FOREIGN KEY (organisation_id) REFERENCES organisations(id);
alter table movements add constraint movements_organisation_id_order_id_fkey FOREIGN KEY (organisation_id, order_id) REFERENCES orders(organisation_id, id);
alter table movements add constraint movements_organisation_id_source_record_id_fkey FOREIGN KEY (organisation_id, source_record_id) REFERENCES records(keeper_id, id);
alter table movements add constraint movements_organisation_id_ticket_id_fkey FOREIGN KEY (organisation_id, ticket_id) REFERENCES tickets(organisation_id, id) DEFERRABLE INITIALLY DEFERRED;
alter table movements add constraint movements_organisation_id_trade_id_fkey FOREIGN KEY (organisation_id, trade_id) REFERENCES trades(organisation_id, id);
alter table movements add constraint movements_organisation_id_weighbridge_file_id_fkey FOREIGN KEY (organisation_id, weighbridge_file_id) REFERENCES files(organisation_id, id);
alter table number_counters add constraint number_counters_organisation_id_kind_fkey FOREIGN KEY (organisation_id, kind) REFERENCES number_series(organisation_id, kind) ON DELETE CASCADE;
alter table number_series add constraint number_series_organisation_id_fkey FOREIGN KEY (organisation_id) REFERENCES organisations(id) ON DELETE CASCADE;
alter table order_changes add constraint order_changes_organisation_id_order_id_fkey FOREIGN KEY (organisation_id, order_id) REFERENCES orders(organisation_id, id) ON DELETE CASCADE;
alter table orders add constraint orders_organisation_id_fkey FOREIGN KEY (organisation_id) REFERENCES organisations(id);
alter table orders add constraint orders_organisation_id_storage_id_fkey FOREIGN KEY (organisation_id, storage_id) REFERENCES storages(organisation_id, id);
alter table orders add constraint orders_organisation_id_trade_id_fkey FOREIGN KEY (organisation_id, trade_id) REFERENCES trades(organisation_id, id);
alter table organisation_deletions add constraint organisation_deletions_asked_by_fkey FOREIGN KEY (asked_by) REFERENCES users(id) ON DELETE SET NULL;
alter table organisation_deletions add constraint organisation_deletions_organisation_id_fkey FOREIGN KEY (organisation_id) REFERENCES organisations(id) ON DELETE CASCADE;
alter table organisation_exports add constraint organisation_exports_asked_by_fkey FOREIGN KEY (asked_by) REFERENCES users(id) ON DELETE SET NULL;
alter table organisation_exports add constraint organisation_exports_organisation_id_fkey FOREIGN KEY (organisation_id) REFERENCES organisations(id) ON DELETE CASCADE;
alter table papers add constraint papers_organisation_id_fkey FOREIGN KEY (organisation_id) REFERENCES organisations(id) ON DELETE CASCADE;
alter table partners add constraint partners_organisation_id_fkey FOREIGN KEY (organisation_id) REFERENCES organisations(id) ON DELETE CASCADE;
alter table partners add constraint partners_organisation_id_merged_into_fkey FOREIGN KEY (organisation_id, merged_into) REFERENCES partners(organisation_id, id) DEFERRABLE INITIALLY DEFERRED;
alter table passkeys add constraint passkeys_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
alter table password_resets add constraint password_resets_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id);
alter table period_exceptions add constraint period_exceptions_organisation_id_fkey FOREIGN KEY (organisation_id) REFERENCES organisations(id) ON DELETE CASCADE;
alter table periods add constraint periods_organisation_id_fkey FOREIGN KEY (organisation_id) REFERENCES organisations(id) ON DELETE CASCADE;
alter table personal_events add constraint personal_events_organisation_id_fkey FOREIGN KEY (organisation_id) REFERENCES organisations(id);
alter table personal_events add constraint personal_events_recipient_id_fkey FOREIGN KEY (recipient_id) REFERENCES users(id);
alter table preferences add constraint preferences_organisation_id_fkey FOREIGN KEY (organisation_id) REFERENCES organisations(id) ON DELETE CASCADE;
alter table preferences add constraint preferences_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
alter table provider_identities add constraint provider_identities_organisation_id_fkey FOREIGN KEY (organisation_id) REFERENCES organisations(id) ON DELETE CASCADE;
alter table provider_identities add constraint provider_identities_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
alter table provider_sign_ins add constraint provider_sign_ins_organisation_id_fkey FOREIGN KEY (organisation_id) REFERENCES identity_providers(organisation_id) ON DELETE CASCADE;
alter table record_business_units add constraint record_business_units_storer_id_business_unit_id_fkey FOREIGN KEY (storer_id, business_unit_id) REFERENCES business_units(organisation_id, id);
alter table record_business_units add constraint record_business_units_storer_id_record_id_fkey FOREIGN KEY (storer_id, record_id) REFERENCES records(keeper_id, id);
alter table record_changes add constraint record_changes_storer_id_record_id_fkey FOREIGN KEY (storer_id, record_id) REFERENCES records(keeper_id, id);
alter table records add constraint records_keeper_id_bay_id_fkey FOREIGN KEY (keeper_id, bay_id) REFERENCES bays(organisation_id, id);
alter table records add constraint records_keeper_id_fkey FOREIGN KEY (keeper_id) REFERENCES organisations(id);
alter table records add constraint records_keeper_id_harvest_plan_id_fkey FOREIGN KEY (keeper_id, harvest_plan_id) REFERENCES harvest_plans(organisation_id, id);
alter table records add constraint records_keeper_id_storage_id_fkey FOREIGN KEY (keeper_id, storage_id) REFERENCES storages(organisation_id, id);
alter table recovery_codes add constraint recovery_codes_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
alter table report_mailing_recipients add constraint report_mailing_recipients_organisation_id_mailing_id_fkey FOREIGN KEY (organisation_id, mailing_id) REFERENCES report_mailings(organisation_id, id) ON DELETE CASCADE;
alter table report_mailing_recipients add constraint report_mailing_recipients_user_id_organisation_id_fkey FOREIGN KEY (user_id, organisation_id) REFERENCES memberships(user_id, organisation_id) ON DELETE CASCADE;
alter table report_mailings add constraint report_mailings_organisation_id_fkey FOREIGN KEY (organisation_id) REFERENCES organisations(id);
alter table reservations add constraint reservations_organisation_id_bay_id_fkey FOREIGN KEY (organisation_id, bay_id) REFERENCES bays(organisation_id, id);
alter table reservations add constraint reservations_organisation_id_fkey FOREIGN KEY (organisation_id) REFERENCES organisations(id);
alter table reservations add constraint reservations_organisation_id_record_id_fkey FOREIGN KEY (organisation_id, record_id) REFERENCES records(keeper_id, id);
alter table reservations add constraint reservations_organisation_id_trade_id_fkey FOREIGN KEY (organisation_id, trade_id) REFERENCES trades(organisation_id, id);
alter table samples add constraint samples_storer_id_movement_id_fkey FOREIGN KEY (storer_id, movement_id) REFERENCES movements(organisation_id, id);
alter table samples add constraint samples_storer_id_record_id_fkey FOREIGN KEY (storer_id, record_id) REFERENCES records(keeper_id, id);
alter table sessions add constraint sessions_organisation_id_fkey FOREIGN KEY (organisation_id) REFERENCES organisations(id);
alter table sessions add constraint sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id);
alter table settlement_lines add constraint settlement_lines_organisation_id_settlement_id_fkey FOREIGN KEY (organisation_id, settlement_id) REFERENCES settlements(organisation_id, id) ON DELETE CASCADE;
alter table settlements add constraint settlements_organisation_id_fkey FOREIGN KEY (organisation_id) REFERENCES organisations(id) ON DELETE CASCADE;
alter table sign_in_domains add constraint sign_in_domains_organisation_id_fkey FOREIGN KEY (organisation_id) REFERENCES identity_providers(organisation_id) ON DELETE CASCADE;
alter table stocktake_counts add constraint stocktake_counts_organisation_id_stocktake_id_bay_id_fkey FOREIGN KEY (organisation_id, stocktake_id, bay_id) REFERENCES stocktake_lines(organisation_id, stocktake_id, bay_id) ON DELETE CASCADE;
alter table stocktake_lines add constraint stocktake_lines_organisation_id_bay_id_fkey FOREIGN KEY (organisation_id, bay_id) REFERENCES bays(organisation_id, id) ON DELETE CASCADE;
alter table stocktake_lines add constraint stocktake_lines_organisation_id_stocktake_id_fkey FOREIGN KEY (organisation_id, stocktake_id) REFERENCES stocktakes(organisation_id, id) ON DELETE CASCADE;
alter table stocktakes add constraint stocktakes_organisation_id_fkey FOREIGN KEY (organisation_id) REFERENCES organisations(id) ON DELETE CASCADE;
alter table storage_business_units add constraint storage_business_units_organisation_id_business_unit_id_fkey FOREIGN KEY (organisation_id, business_unit_id) REFERENCES business_units(organisation_id, id);
alter table storage_business_units add constraint storage_business_units_organisation_id_storage_id_fkey FOREIGN KEY (organisation_id, storage_id) REFERENCES storages(organisation_id, id);
alter table storage_contracts add constraint storage_contracts_storer_id_fkey FOREIGN KEY (storer_id) REFERENCES organisations(id);
alter table storage_notes add constraint storage_notes_organisation_id_bay_id_fkey FOREIGN KEY (organisation_id, bay_id) REFERENCES bays(organisation_id, id);
alter table storage_notes add constraint storage_notes_organisation_id_storage_id_fkey FOREIGN KEY (organisation_id, storage_id) REFERENCES storages(organisation_id, id);
alter table storages add constraint storages_organisation_id_fkey FOREIGN KEY (organisation_id) REFERENCES organisations(id);
alter table storages add constraint storages_organisation_id_split_from_fkey FOREIGN KEY (organisation_id, split_from) REFERENCES storages(organisation_id, id);
alter table store_codes add constraint store_codes_organisation_id_storage_id_fkey FOREIGN KEY (organisation_id, storage_id) REFERENCES storages(organisation_id, id) ON DELETE CASCADE;
alter table tariffs add constraint tariffs_organisation_id_fkey FOREIGN KEY (organisation_id) REFERENCES organisations(id);
alter table tariffs add constraint tariffs_organisation_id_storage_contract_id_fkey FOREIGN KEY (organisation_id, storage_contract_id) REFERENCES storage_contracts(storer_id, id);
alter table tickets add constraint tickets_organisation_id_file_id_fkey FOREIGN KEY (organisation_id, file_id) REFERENCES files(organisation_id, id);
alter table tickets add constraint tickets_organisation_id_fkey FOREIGN KEY (organisation_id) REFERENCES organisations(id) ON DELETE CASCADE;
alter table trade_changes add constraint trade_changes_organisation_id_trade_id_fkey FOREIGN KEY (organisation_id, trade_id) REFERENCES trades(organisation_id, id) ON DELETE CASCADE;
alter table trade_windows add constraint trade_windows_organisation_id_trade_id_fkey FOREIGN KEY (organisation_id, trade_id) REFERENCES trades(organisation_id, id) ON DELETE CASCADE;
alter table trades add constraint trades_organisation_id_fkey FOREIGN KEY (organisation_id) REFERENCES organisations(id);
alter table trades add constraint trades_organisation_id_storage_id_fkey FOREIGN KEY (organisation_id, storage_id) REFERENCES storages(organisation_id, id);
alter table webhook_deliveries add constraint webhook_deliveries_organisation_id_webhook_id_fkey FOREIGN KEY (organisation_id, webhook_id) REFERENCES webhooks(organisation_id, id) ON DELETE CASCADE;
alter table webhooks add constraint webhooks_organisation_id_fkey FOREIGN KEY (organisation_id) REFERENCES organisations(id);

CREATE OR REPLACE FUNCTION public.ask_owner(owner text, storer uuid, commodity integer, year text, contract uuid, known text, at timestamp with time zone)
 RETURNS text
 LANGUAGE plpgsql
AS $function$
declare
  organisation uuid := case when owner ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then owner::uuid end;
  standing text;
  found_status text;
begin
  if organisation is null or organisation = storer or not exists (select from organisations where id = organisation) then return null; end if;
  select status into found_status from confirmations
  where owner_id = organisation and storer_id = storer and case when contract is null
    then contract_id is null and commodity_id = commodity and harvest_year = year else contract_id = contract end
  for share;
  if found_status is not null then return nullif(found_status, 'accepted'); end if;
  select stance into standing from counterparties where organisation_id = organisation and other_id = storer;
  found_status := coalesce(known, case standing when 'accepted' then 'accepted' when 'blocked' then 'declined' end, 'pending');
  insert into confirmations (owner_id, id, storer_id, commodity_id, harvest_year, contract_id, status, asked_at, decided_at)
  values (organisation, gen_random_uuid(), storer, commodity, case when contract is null then year end, contract, found_status, at,
    case when found_status <> 'pending' then at end)
  on conflict do nothing;
  -- Of two who ask at once, the other may have been first.
  select status into found_status from confirmations
  where owner_id = organisation and storer_id = storer and case when contract is null
    then contract_id is null and commodity_id = commodity and harvest_year = year else contract_id = contract end
  for share;
  return nullif(found_status, 'accepted');
end $function$;

CREATE OR REPLACE FUNCTION public.ask_owner_of_contract()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.confirmation := ask_owner(new.owner_id, new.storer_id, new.commodity_id, null, new.id, null, new.updated_at);
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.ask_owner_of_record()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.confirmation := ask_owner(new.owner_id, new.keeper_id, new.commodity_id, new.harvest_year, null,
    case when tg_op = 'UPDATE' then case when old.owner_id = new.owner_id then coalesce(old.confirmation, 'accepted') end end, new.updated_at);
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.begin_number_series()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into number_series (organisation_id, kind)
  select new.id, kind from unnest(array['ticket-in', 'ticket-out', 'transfer', 'passport', 'count', 'statement', 'charges']) each (kind);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.count_movements_added()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into movement_count_steps
  select organisation_id, date_trunc('month', effective_at at time zone 'UTC')::date, type, status, commodity_id, type_id, grade_id,
    coalesce(contract_id, '') <> '' or storage_contract_id is not null, count(*)
  from added group by 1, 2, 3, 4, 5, 6, 7, 8;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.count_movements_changed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into movement_count_steps
  select organisation_id, date_trunc('month', effective_at at time zone 'UTC')::date, type, status, commodity_id, type_id, grade_id,
    coalesce(contract_id, '') <> '' or storage_contract_id is not null, sum(step)
  from (select *, 1 as step from after union all select *, -1 from before) steps
  group by 1, 2, 3, 4, 5, 6, 7, 8 having sum(step) <> 0;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.document_number(prefix text, digits integer, suffix text, store text, year integer, number bigint)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN ((replace(replace(replace(prefix, '{store}'::text, store), '{yyyy}'::text, (year)::text), '{yy}'::text, "right"((year)::text, 2)) || lpad((number)::text, GREATEST(digits, length((number)::text)), '0'::text)) || replace(replace(replace(suffix, '{store}'::text, store), '{yyyy}'::text, (year)::text), '{yy}'::text, "right"((year)::text, 2)));

CREATE OR REPLACE FUNCTION public.end_ledger_span()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update ledger_spans set last_day = case when new.closing_grams = 0 then new.day else 'infinity' end
  where keeper_id = new.storer_id and record_id = new.record_id
    and not exists (
      select from ledger_days later
      where later.storer_id = new.storer_id and later.record_id = new.record_id and later.day > new.day);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.keep_ledger_spans()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  -- An upsert fires both triggers, one of them for nothing.
  if not exists (select from changed_days) then return null; end if;
  insert into ledger_spans as kept (record_id, keeper_id, owner_id, storage_id, bay_id, first_day, last_day)
  select r.id, r.keeper_id, coalesce(r.elsewhere_owner_id, r.keeper_id::text), r.storage_id, r.bay_id, first.day,
    case when last.closing_grams = 0 then last.day else 'infinity' end
  from (select distinct storer_id, record_id from changed_days) changed
  join records r on r.keeper_id = changed.storer_id and r.id = changed.record_id
  cross join lateral (
    select d.day from ledger_days d where d.storer_id = r.keeper_id and d.record_id = r.id order by d.day limit 1
  ) first
  cross join lateral (
    select d.day, d.closing_grams from ledger_days d where d.storer_id = r.keeper_id and d.record_id = r.id
    order by d.day desc limit 1
  ) last
  on conflict (keeper_id, record_id) do update set first_day = excluded.first_day, last_day = excluded.last_day
    where kept.first_day <> excluded.first_day or kept.last_day <> excluded.last_day;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.ledger_balance_at(storer uuid, record uuid, instant timestamp with time zone)
 RETURNS bigint
 LANGUAGE sql
 STABLE
AS $function$
  select coalesce((
      select closing_grams from ledger_days
      where storer_id = storer and record_id = record and day <= (instant at time zone 'UTC')::date
      order by day desc limit 1
    ), 0)
    - coalesce((
      select sum(grams)::bigint from ledger_entries
      where storer_id = storer and destination_record_id = record
        and effective_at > instant and effective_at < date_trunc('day', instant, 'UTC') + interval '1 day'
    ), 0)
    + coalesce((
      select sum(grams)::bigint from ledger_entries
      where storer_id = storer and source_record_id = record
        and effective_at > instant and effective_at < date_trunc('day', instant, 'UTC') + interval '1 day'
    ), 0)
$function$;

CREATE OR REPLACE FUNCTION public.ledger_balance_now(balance ledger_balances, instant timestamp with time zone)
 RETURNS bigint
 LANGUAGE sql
 STABLE
AS $function$
  select case
    when balance.settled_to <= instant and (balance.next_due_at is null or balance.next_due_at > instant)
      then balance.balance_grams
    else ledger_balance_at(balance.storer_id, balance.record_id, instant)
  end
$function$;

CREATE OR REPLACE FUNCTION public.move_ledger_spans()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update ledger_spans set owner_id = coalesce(new.elsewhere_owner_id, new.keeper_id::text), storage_id = new.storage_id, bay_id = new.bay_id
    where keeper_id = new.keeper_id and record_id = new.id;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.move_samples()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update samples set record_id = coalesce(new.destination_record_id, record_id),
    told_at = case when new.status <> 'deleted' and new.destination_record_id is not null then new.effective_at end
  where storer_id = new.organisation_id and movement_id = new.id;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.note_adjustment()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform note_record_changes(array[new.record_id]);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.note_balances()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into search_changes (organisation_id, record_id)
  select seen.organisation_id, r.id
  from changed join records r on r.keeper_id = changed.storer_id and r.id = changed.record_id
  cross join lateral (
    values (r.keeper_id::text), (case when r.owner_id <> r.keeper_id::text and length(r.owner_id) = 36 then r.owner_id end)
  ) seen (organisation_id)
  where seen.organisation_id is not null;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.note_called_since()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.called_since := greatest(new.called_since, new.updated_at);
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION public.note_cleaning()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform note_record_changes(array[new.destination_record_id]);
  if tg_op = 'UPDATE' then perform note_record_changes(array[old.destination_record_id]); end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.note_held_bay()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  held timestamptz := (
    select max(coalesce(over_at, '9999-12-31Z')) from holds where organisation_id = new.organisation_id and bay_id = new.bay_id);
begin
  update bays set held_until = held
  where organisation_id = new.organisation_id and id = new.bay_id and held_until is distinct from held;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.note_places()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform note_record_changes(array(
    select r.id from before b join after a on a.id = b.id join records r on r.storage_id = a.id
    where (b.organisation_id, b.name, b.type, b.location, b.tags) is distinct from (a.organisation_id, a.name, a.type, a.location, a.tags)));
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.note_record_changes(changed uuid[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  insert into search_changes (organisation_id, record_id)
  select keeper_id::text, id from records where id = any(changed)
  union all
  select owner_id, id from records where id = any(changed) and owner_id <> keeper_id::text and length(owner_id) = 36;
end $function$;

CREATE OR REPLACE FUNCTION public.note_records_added()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into search_changes (organisation_id, record_id)
  select keeper_id::text, id from added
  union all
  select owner_id, id from added where owner_id <> keeper_id::text and length(owner_id) = 36;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.note_records_changed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into search_changes (organisation_id, record_id)
  select keeper_id::text, id from after
  union all
  select owner_id, id from after where owner_id <> keeper_id::text and length(owner_id) = 36
  union all
  select old_owner.organisation_id, a.id from before b join after a on a.id = b.id
    cross join lateral (values (b.owner_id), (b.keeper_id::text)) old_owner (organisation_id)
  where (b.owner_id, b.keeper_id) is distinct from (a.owner_id, a.keeper_id) and length(old_owner.organisation_id) = 36;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.note_reserved_bay()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  reserved timestamptz := (
    select max(over_at) from reservations where organisation_id = new.organisation_id and bay_id = new.bay_id);
begin
  update bays set reserved_until = reserved
  where organisation_id = new.organisation_id and id = new.bay_id and reserved_until is distinct from reserved;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.note_unit_types()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform note_record_changes(array(
    select r.id from storage_business_units su join records r on r.storage_id = su.storage_id where su.business_unit_id = new.id));
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.note_units_of_places()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform note_record_changes(array(
    select r.id from changed join records r on r.storage_id = changed.storage_id));
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.note_units_of_records()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform note_record_changes(array(select record_id from changed));
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.note_unweighed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform note_record_changes(array[new.source_record_id, new.destination_record_id]);
  if tg_op = 'UPDATE' then perform note_record_changes(array[old.source_record_id, old.destination_record_id]); end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.note_unweighed_parcel()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update records r set has_unweighed = not r.has_unweighed
  where r.keeper_id = new.organisation_id
    and (r.id = new.destination_record_id or (tg_op = 'UPDATE' and r.id = old.destination_record_id))
    and r.has_unweighed <> exists (
      select from movements m
      where m.organisation_id = r.keeper_id and m.destination_record_id = r.id and m.weight_grams = 0 and m.status <> 'deleted');
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.plate(registration text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN lower(regexp_replace(registration, '[^[:alnum:]]'::text, ''::text, 'g'::text));

CREATE OR REPLACE FUNCTION public.plate_key(registration text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN lower(regexp_replace(regexp_replace(registration, '([[:alpha:]])[^[:alnum:]]+(?=[[:alpha:]])'::text, '\1-'::text, 'g'::text), '[^[:alnum:]-]|-(?![[:alpha:]])|(?<![[:alpha:]])-'::text, ''::text, 'g'::text));

CREATE OR REPLACE FUNCTION public.refuse_rewriting()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'DELETE' and current_setting('granary.organisation_deletion', true) = 'on' then return null; end if;
  raise exception 'ledger_entries is append-only';
end $function$;

CREATE OR REPLACE FUNCTION public.refuse_rewriting_audit()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'DELETE' and current_setting('granary.audit_retention', true) = 'on' then return null; end if;
  if tg_op = 'DELETE' and current_setting('granary.organisation_deletion', true) = 'on' then return null; end if;
  if tg_op = 'UPDATE' and current_setting('granary.audit_erasure', true) = 'on' then return null; end if;
  raise exception 'audit_entries is append-only';
end $function$;

CREATE OR REPLACE FUNCTION public.refuse_rewriting_pending()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'DELETE' and current_setting('granary.audit_chaining', true) = 'on' then return null; end if;
  if tg_op = 'DELETE' and current_setting('granary.organisation_deletion', true) = 'on' then return null; end if;
  raise exception 'audit_pending is append-only';
end $function$;

CREATE OR REPLACE FUNCTION public.tell_owner()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform tell_owner_of(new, new.asked_at);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.tell_owner_of(asked confirmations, at timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  if asked.contract_id is null and not exists (
    select from records r where r.owner_id = asked.owner_id::text and r.keeper_id = asked.storer_id and r.commodity_id = asked.commodity_id
      and r.harvest_year = asked.harvest_year
      and (r.source in ('planting', 'trade') or exists (select from ledger_days d where d.storer_id = r.keeper_id and d.record_id = r.id)))
  then return; end if;
  update confirmations set told_at = at where owner_id = asked.owner_id and id = asked.id and status = 'pending' and told_at is null;
  if not found then return; end if;
  insert into events (organisation_id, type, subject, data, occurred_at, awaited)
  values (asked.owner_id, 'confirmation.asked', asked.id::text,
    jsonb_build_object('ids', jsonb_build_array(asked.id), 'storerId', asked.storer_id, 'ownerId', asked.owner_id), at,
    exists (select from webhooks where organisation_id = asked.owner_id));
  insert into jobs (id, kind, key, payload, due_at, created_at)
  select gen_random_uuid(), 'confirmation-mail', asked.owner_id || ' ' || asked.storer_id || ' ' || m.user_id,
    jsonb_build_object('ownerId', asked.owner_id, 'storerId', asked.storer_id, 'userId', m.user_id), at, at
  from memberships m where m.organisation_id = asked.owner_id and m.status = 'active' and m.role in ('owner', 'admin')
  on conflict (kind, key) do update set payload = excluded.payload, status = 'queued', attempts = 0, finished_at = null, last_problem = null,
    due_at = greatest(excluded.due_at, jobs.finished_at + interval '1 day'), created_at = excluded.created_at
    where jobs.status <> 'queued';
end $function$;

CREATE OR REPLACE FUNCTION public.ticket_key(number text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN (number ~ '^[1-9][0-9]*$'::text) THEN number ELSE regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(lower(NORMALIZE(number, NFKC)), '^[\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u2000-\u206f\u2212\ufeff]*(?:(?:no|nr|n°)[\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u2000-\u206f\u2212\ufeff]*)?(?=[0-9])'::text, ''::text), '^([0-9]+)[.,]00?(?![0-9])[\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u2000-\u206f\u2212\ufeff]*$'::text, '\1'::text), '[\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u2000-\u206f\u2212\ufeff]+'::text, ' '::text, 'g'::text), '(?<=[0-9]) (?=[0-9])'::text, '-'::text, 'g'::text), ' '::text, ''::text, 'g'::text), '^0+(?=[^-])'::text, ''::text) END;

CREATE INDEX adjustments_files ON public.adjustments USING gin (file_ids) WHERE (file_ids <> '{}'::uuid[]);
CREATE INDEX adjustments_number_in_series ON public.adjustments USING btree (storer_id, number_counter_id, number_in_series) WHERE (number_counter_id IS NOT NULL);
CREATE INDEX adjustments_record ON public.adjustments USING btree (record_id, effective_at, id);
CREATE INDEX api_keys_made_by_key ON public.api_keys USING btree (made_by_key) WHERE (made_by_key IS NOT NULL);
CREATE INDEX api_keys_organisation ON public.api_keys USING btree (organisation_id);
CREATE INDEX audit_entries_at ON public.audit_entries USING btree (organisation_id, at, sequence);
CREATE INDEX audit_entries_erasure ON public.audit_entries USING btree (organisation_id, erasure_id) WHERE (erasure_id IS NOT NULL);
CREATE INDEX audit_entries_words ON public.audit_entries USING gin (words);
CREATE INDEX backup_runs_latest ON public.backup_runs USING btree (kind, asked_at);
CREATE UNIQUE INDEX backup_runs_queued ON public.backup_runs USING btree (kind) WHERE (status = 'queued'::text);
CREATE INDEX bay_capacities_bay ON public.bay_capacities USING btree (bay_id);
CREATE INDEX bay_checks_bay ON public.bay_checks USING btree (organisation_id, bay_id, checked_at DESC, id);
CREATE INDEX bay_checks_files ON public.bay_checks USING gin (file_ids) WHERE (file_ids <> '{}'::uuid[]);
CREATE INDEX bay_checks_storage ON public.bay_checks USING btree (organisation_id, storage_id, checked_at DESC, id);
CREATE INDEX bays_id ON public.bays USING btree (id);
CREATE UNIQUE INDEX bays_name ON public.bays USING btree (organisation_id, storage_id, lower(name));
CREATE INDEX bays_storage ON public.bays USING btree (storage_id, id);
CREATE INDEX business_units_id ON public.business_units USING btree (id);
CREATE UNIQUE INDEX business_units_name ON public.business_units USING btree (organisation_id, lower(name)) WHERE (archived_at IS NULL);
CREATE INDEX charge_statements_latest ON public.charge_statements USING btree (organisation_id, created_at DESC, id);
CREATE INDEX charge_statements_owner ON public.charge_statements USING btree (organisation_id, owner_id, first_month);
CREATE INDEX confirmations_asked ON public.confirmations USING btree (owner_id, asked_at DESC, id);
CREATE UNIQUE INDEX confirmations_contract ON public.confirmations USING btree (owner_id, contract_id) WHERE (contract_id IS NOT NULL);
CREATE UNIQUE INDEX confirmations_stock ON public.confirmations USING btree (owner_id, storer_id, commodity_id, harvest_year) WHERE (contract_id IS NULL);
CREATE INDEX confirmations_storer ON public.confirmations USING btree (storer_id, asked_at DESC, id);
CREATE INDEX confirmations_untold ON public.confirmations USING btree (asked_at) WHERE ((status = 'pending'::text) AND (told_at IS NULL));
CREATE UNIQUE INDEX conversation_messages_number ON public.conversation_messages USING btree (conversation_id, number);
CREATE INDEX conversation_reports_at ON public.conversation_reports USING btree (reported_at DESC, id);
CREATE INDEX conversations_first_member ON public.conversations USING btree (first_member_id, last_message_at);
CREATE INDEX conversations_first_unread ON public.conversations USING btree (first_member_id) WHERE (first_read_count < message_count);
CREATE UNIQUE INDEX conversations_listing ON public.conversations USING btree (first_member_id, second_member_id, listing_id) WHERE (listing_id IS NOT NULL);
CREATE INDEX conversations_second_member ON public.conversations USING btree (second_member_id, last_message_at);
CREATE INDEX conversations_second_unread ON public.conversations USING btree (second_member_id) WHERE (second_read_count < message_count);
CREATE INDEX conversations_strangers ON public.conversations USING btree (stranger_to, created_at) WHERE (stranger_to IS NOT NULL);
CREATE INDEX event_streams_news ON public.event_streams USING btree (owner_id) WHERE has_news;
CREATE INDEX events_age ON public.events USING brin (occurred_at) WITH (pages_per_range='32');
CREATE INDEX events_awaited ON public.events USING btree (organisation_id) WHERE (awaited AND (number IS NULL));
CREATE UNIQUE INDEX events_number ON public.events USING btree (organisation_id, number) WHERE (number IS NOT NULL);
CREATE INDEX events_unnumbered ON public.events USING btree (organisation_id, id) WHERE (number IS NULL);
CREATE INDEX expert_questions_files ON public.expert_questions USING gin (file_ids) WHERE (file_ids <> '{}'::uuid[]);
CREATE INDEX expert_questions_id ON public.expert_questions USING btree (id);
CREATE INDEX expert_questions_organisation ON public.expert_questions USING btree (organisation_id, created_at);
CREATE INDEX external_identities_user ON public.external_identities USING btree (user_id);
CREATE INDEX factor_challenges_expiry ON public.factor_challenges USING btree (expires_at);
CREATE INDEX factor_challenges_of_user ON public.factor_challenges USING btree (user_id);
CREATE UNIQUE INDEX factor_resets_open ON public.factor_resets USING btree (organisation_id, user_id) WHERE ((used_at IS NULL) AND (revoked_at IS NULL));
CREATE INDEX factor_resets_token ON public.factor_resets USING btree (token_hash);
CREATE INDEX files_id ON public.files USING btree (id);
CREATE INDEX files_organisation ON public.files USING btree (organisation_id, created_at) INCLUDE (size_bytes);
CREATE INDEX files_shared ON public.files USING gin (organisations) WHERE (organisations <> '{}'::text[]);
CREATE INDEX files_storage_key ON public.files USING btree (storage_key);
CREATE INDEX harvest_plans_id ON public.harvest_plans USING btree (id);
CREATE UNIQUE INDEX harvest_plans_kind ON public.harvest_plans USING btree (organisation_id, harvest_year, commodity_id, type_id, grade_id, lower(variety), tag_ids, business_unit_id) NULLS NOT DISTINCT;
CREATE INDEX holds_bay ON public.holds USING btree (organisation_id, bay_id, begins_at);
CREATE INDEX holds_begin ON public.holds USING btree (organisation_id, begins_at DESC, id);
CREATE INDEX holds_files ON public.holds USING gin (file_ids) WHERE (file_ids <> '{}'::uuid[]);
CREATE INDEX idempotency_keys_age ON public.idempotency_keys USING brin (created_at);
CREATE INDEX idempotency_keys_sealed ON public.idempotency_keys USING btree (created_at) WHERE (sealed IS NOT NULL);
CREATE INDEX imported_stock_alike ON public.imported_stock USING btree (organisation_id, alike) WHERE (alike IS NOT NULL);
CREATE INDEX imported_stock_record ON public.imported_stock USING btree (organisation_id, record_id);
CREATE INDEX imported_stock_reference ON public.imported_stock USING btree (organisation_id, reference_key) WHERE (reference_key IS NOT NULL);
CREATE INDEX imports_created ON public.imports USING btree (created_at);
CREATE INDEX imports_id ON public.imports USING btree (id);
CREATE INDEX imports_organisation ON public.imports USING btree (organisation_id, created_at DESC, id);
CREATE INDEX invitations_organisation ON public.invitations USING btree (organisation_id);
CREATE INDEX jobs_due ON public.jobs USING btree (due_at, id) WHERE (status = 'queued'::text);
CREATE INDEX jobs_failed ON public.jobs USING btree (created_at) WHERE (status = 'failed'::text);
CREATE INDEX jobs_finished ON public.jobs USING btree (finished_at) WHERE (status <> 'queued'::text);
CREATE INDEX known_networks_age ON public.known_networks USING btree (signed_in_at);
CREATE INDEX ledger_balances_due ON public.ledger_balances USING btree (next_due_at) WHERE (next_due_at IS NOT NULL);
CREATE INDEX ledger_counts_fact ON public.ledger_counts USING btree (fact_id) WHERE (withdrawn_at IS NULL);
CREATE INDEX ledger_counts_live ON public.ledger_counts USING btree (record_id, effective_at, fact_id) WHERE (withdrawn_at IS NULL);
CREATE INDEX ledger_counts_withdrawn ON public.ledger_counts USING btree (record_id) WHERE (withdrawn_at IS NOT NULL);
CREATE INDEX ledger_entries_destination ON public.ledger_entries USING btree (destination_record_id, effective_at, fact_id) INCLUDE (grams) WHERE (destination_record_id IS NOT NULL);
CREATE INDEX ledger_entries_planting ON public.ledger_entries USING btree (planting_id, effective_at) INCLUDE (grams, source_outside) WHERE (planting_id IS NOT NULL);
CREATE UNIQUE INDEX ledger_entries_reverses_key ON public.ledger_entries USING btree (storer_id, reverses) WHERE (reverses IS NOT NULL);
CREATE INDEX ledger_entries_source ON public.ledger_entries USING btree (source_record_id, effective_at, fact_id) INCLUDE (grams) WHERE (source_record_id IS NOT NULL);
CREATE INDEX ledger_spans_bay ON public.ledger_spans USING btree (bay_id, last_day) WHERE (bay_id IS NOT NULL);
CREATE INDEX ledger_spans_keeper ON public.ledger_spans USING btree (keeper_id, length_class, first_day) INCLUDE (last_day);
CREATE INDEX ledger_spans_owner ON public.ledger_spans USING btree (owner_id, length_class, first_day) INCLUDE (last_day) WHERE (owner_id <> (keeper_id)::text);
CREATE INDEX ledger_spans_storage ON public.ledger_spans USING btree (storage_id, last_day);
CREATE UNIQUE INDEX memberships_external_id ON public.memberships USING btree (organisation_id, external_id) WHERE (external_id IS NOT NULL);
CREATE INDEX memberships_organisation ON public.memberships USING btree (organisation_id);
CREATE UNIQUE INDEX memberships_user_name ON public.memberships USING btree (organisation_id, lower(user_name)) WHERE (user_name IS NOT NULL);
CREATE INDEX movement_changes_recorded ON public.movement_changes USING btree (organisation_id, recorded_at);
CREATE INDEX movement_count_steps_organisation ON public.movement_count_steps USING btree (organisation_id);
CREATE INDEX movements_ahead ON public.movements USING btree (organisation_id, effective_at) WHERE (effective_at > recorded_at);
CREATE INDEX movements_belated ON public.movements USING btree (organisation_id, effective_at) WHERE (happened_at IS NOT NULL);
CREATE INDEX movements_cleaning ON public.movements USING btree (source_record_id, effective_at) WHERE (adjustment_reason_id = 3);
CREATE INDEX movements_corrected ON public.movements USING btree (source_record_id, effective_at, id) WHERE ((adjustment_grams <> 0) AND (adjustment_reason_id IS NOT NULL));
CREATE INDEX movements_destination ON public.movements USING btree (destination_record_id, effective_at, id) WHERE (destination_record_id IS NOT NULL);
CREATE INDEX movements_last_sale ON public.movements USING btree (source_record_id, effective_at DESC, id DESC) WHERE (sold AND (type = 'outbound'::text) AND (status <> 'deleted'::text));
CREATE UNIQUE INDEX movements_number_in_series ON public.movements USING btree (organisation_id, number_counter_id, number_in_series, COALESCE(ticket_part, 0)) WHERE (number_counter_id IS NOT NULL);
CREATE INDEX movements_open ON public.movements USING btree (organisation_id, effective_at) WHERE (status = 'incomplete'::text);
CREATE INDEX movements_order ON public.movements USING btree (organisation_id, order_id, effective_at, id) WHERE (order_id IS NOT NULL);
CREATE INDEX movements_organisation ON public.movements USING btree (organisation_id, effective_at DESC, id DESC);
CREATE INDEX movements_partner ON public.movements USING btree (organisation_id, COALESCE(sender_id, receiver_id)) WHERE (COALESCE(sender_id, receiver_id) IS NOT NULL);
CREATE INDEX movements_receiver ON public.movements USING btree (organisation_id, receiver_id, effective_at) WHERE (type = 'outbound'::text);
CREATE INDEX movements_record ON public.movements USING btree (record_id);
CREATE INDEX movements_recorded ON public.movements USING btree (organisation_id, recorded_at DESC, id DESC);
CREATE INDEX movements_source ON public.movements USING btree (source_record_id, effective_at, id) WHERE (source_record_id IS NOT NULL);
CREATE INDEX movements_storage_contract ON public.movements USING btree (storage_contract_id, effective_at, id) WHERE (storage_contract_id IS NOT NULL);
CREATE INDEX movements_tare ON public.movements USING btree (organisation_id, plate_key(vehicle_registration), effective_at DESC, empty_grams) WHERE ((vehicle_registration IS NOT NULL) AND (empty_grams IS NOT NULL) AND (status <> 'deleted'::text));
CREATE INDEX movements_ticket ON public.movements USING btree (ticket_id, id) WHERE (ticket_id IS NOT NULL);
CREATE INDEX movements_ticket_key ON public.movements USING btree (organisation_id, ticket_key(load_reference), effective_at) WHERE ((load_reference IS NOT NULL) AND (status <> 'deleted'::text));
CREATE INDEX movements_to_clean ON public.movements USING btree (destination_record_id) WHERE (uncleaned_share > (0)::double precision);
CREATE INDEX movements_to_join ON public.movements USING btree (effective_at) WHERE (NOT is_joined);
CREATE INDEX movements_to_join_organisation ON public.movements USING btree (organisation_id, effective_at) WHERE (NOT is_joined);
CREATE INDEX movements_trade ON public.movements USING btree (organisation_id, trade_id, effective_at, id) WHERE (trade_id IS NOT NULL);
CREATE INDEX movements_unlike ON public.movements USING btree (destination_record_id) WHERE is_unlike;
CREATE INDEX movements_untold ON public.movements USING btree (destination_record_id) WHERE ((entered IS NULL) AND (source_record_id IS NOT NULL));
CREATE INDEX movements_unweighed ON public.movements USING btree (organisation_id, destination_record_id) WHERE ((weight_grams = 0) AND (status <> 'deleted'::text));
CREATE INDEX movements_vehicle ON public.movements USING btree (organisation_id, plate_key(vehicle_registration), effective_at DESC, id DESC) WHERE ((vehicle_registration IS NOT NULL) AND (status <> 'deleted'::text));
CREATE INDEX movements_weighbridge_file ON public.movements USING btree (organisation_id, weighbridge_file_id) WHERE (weighbridge_file_id IS NOT NULL);
CREATE INDEX movements_weight ON public.movements USING btree (organisation_id, weight_grams DESC, id DESC);
CREATE INDEX movements_weightless ON public.movements USING btree (organisation_id, effective_at) WHERE (weight_grams = 0);
CREATE INDEX notices_age ON public.notices USING btree (told_at);
CREATE INDEX orders_latest ON public.orders USING btree (organisation_id, created_at DESC, id);
CREATE INDEX orders_open ON public.orders USING btree (organisation_id, created_at DESC, id) WHERE (status = 'open'::text);
CREATE INDEX orders_partner ON public.orders USING btree (organisation_id, partner_id) WHERE (partner_id IS NOT NULL);
CREATE INDEX orders_partner_reference ON public.orders USING btree (organisation_id, lower(partner_reference)) WHERE (partner_reference <> ''::text);
CREATE INDEX orders_reference ON public.orders USING btree (organisation_id, lower(reference)) WHERE (reference <> ''::text);
CREATE INDEX orders_trade ON public.orders USING btree (organisation_id, trade_id) WHERE (trade_id IS NOT NULL);
CREATE INDEX organisation_deletions_due ON public.organisation_deletions USING btree (due_at);
CREATE INDEX organisation_exports_expire ON public.organisation_exports USING btree (expires_at) WHERE (storage_key IS NOT NULL);
CREATE UNIQUE INDEX organisation_exports_queued ON public.organisation_exports USING btree (organisation_id) WHERE (status = 'queued'::text);
CREATE UNIQUE INDEX organisations_id_text ON public.organisations USING btree (((id)::text));
CREATE INDEX papers_number_in_series ON public.papers USING btree (organisation_id, number_counter_id, number_in_series) WHERE (number_counter_id IS NOT NULL);
CREATE INDEX papers_token ON public.papers USING btree (token);
CREATE INDEX partners_expiring ON public.partners USING btree (organisation_id, first_expiry) WHERE (first_expiry IS NOT NULL);
CREATE INDEX partners_merged ON public.partners USING btree (organisation_id, merged_into) WHERE (merged_into IS NOT NULL);
CREATE INDEX partners_name ON public.partners USING btree (organisation_id, name_key);
CREATE INDEX partners_with_vehicles ON public.partners USING btree (organisation_id) WHERE (vehicles <> '{}'::text[]);
CREATE INDEX passkeys_of_user ON public.passkeys USING btree (user_id);
CREATE INDEX password_resets_age ON public.password_resets USING btree (created_at);
CREATE INDEX password_resets_asked_for ON public.password_resets USING btree (asked_for, created_at);
CREATE INDEX password_resets_asked_from ON public.password_resets USING btree (asked_from, created_at);
CREATE INDEX password_resets_user ON public.password_resets USING btree (user_id);
CREATE INDEX period_exceptions_user ON public.period_exceptions USING btree (organisation_id, user_id, until);
CREATE UNIQUE INDEX periods_standing ON public.periods USING btree (organisation_id, last_day) WHERE (reopened_at IS NULL);
CREATE INDEX personal_events_age ON public.personal_events USING btree (occurred_at);
CREATE UNIQUE INDEX personal_events_number ON public.personal_events USING btree (recipient_id, number) WHERE (number IS NOT NULL);
CREATE INDEX personal_events_unnumbered ON public.personal_events USING btree (recipient_id, id) WHERE (number IS NULL);
CREATE INDEX postcodes_cell ON public.postcodes USING btree (cell);
CREATE INDEX postcodes_key ON public.postcodes USING btree (key);
CREATE UNIQUE INDEX provider_identities_of_user ON public.provider_identities USING btree (organisation_id, issuer, user_id);
CREATE INDEX provider_identities_user ON public.provider_identities USING btree (user_id);
CREATE INDEX provider_sign_ins_expiry ON public.provider_sign_ins USING btree (expires_at);
CREATE INDEX provider_sign_ins_of_organisation ON public.provider_sign_ins USING btree (organisation_id);
CREATE INDEX record_business_units_unit ON public.record_business_units USING btree (business_unit_id);
CREATE INDEX record_changes_created ON public.record_changes USING btree (record_id) WHERE (type = 'created'::text);
CREATE INDEX record_changes_described ON public.record_changes USING btree (record_id, effective_at) WHERE (details ? 'description'::text);
CREATE INDEX record_changes_record ON public.record_changes USING btree (record_id, id);
CREATE INDEX record_changes_told ON public.record_changes USING btree (record_id, (
CASE
    WHEN ((type = 'created'::text) AND (NOT (details ? 'grams'::text))) THEN '-infinity'::timestamp with time zone
    ELSE effective_at
END), id) WHERE ((message <> ''::text) AND (NOT (details ? 'sourceMovementId'::text)));
CREATE INDEX records_elsewhere ON public.records USING btree (elsewhere_owner_id, keeper_id) INCLUDE (id) WHERE (elsewhere_owner_id IS NOT NULL);
CREATE INDEX records_harvest_plan ON public.records USING btree (harvest_plan_id) WHERE (harvest_plan_id IS NOT NULL);
CREATE INDEX records_id ON public.records USING btree (id);
CREATE INDEX records_keeper ON public.records USING btree (keeper_id, created_at DESC, id);
CREATE INDEX records_owner ON public.records USING btree (owner_id, created_at DESC, id);
CREATE UNIQUE INDEX records_parcel ON public.records USING btree (keeper_id, bay_id, owner_id, commodity_id, harvest_year, segregation) WHERE (bay_id IS NOT NULL);
CREATE INDEX records_split_group ON public.records USING btree (split_group_id) WHERE (split_group_id IS NOT NULL);
CREATE INDEX records_standing ON public.records USING btree (storage_id) WHERE (remaining_area_hectares > (0)::numeric);
CREATE INDEX records_storage ON public.records USING btree (storage_id);
CREATE INDEX records_unconfirmed ON public.records USING btree (owner_id, keeper_id) WHERE (confirmation IS NOT NULL);
CREATE INDEX records_unweighed ON public.records USING btree (keeper_id, bay_id) WHERE has_unweighed;
CREATE INDEX report_mailing_recipients_user ON public.report_mailing_recipients USING btree (user_id, organisation_id);
CREATE INDEX report_mailings_due ON public.report_mailings USING btree (next_due_at);
CREATE INDEX reservations_bay ON public.reservations USING btree (organisation_id, bay_id, over_at);
CREATE INDEX reservations_over ON public.reservations USING btree (organisation_id, over_at);
CREATE INDEX reservations_trade ON public.reservations USING btree (organisation_id, trade_id, begins_at);
CREATE INDEX samples_files ON public.samples USING gin (file_ids) WHERE (file_ids <> '{}'::uuid[]);
CREATE INDEX samples_of_movement ON public.samples USING btree (movement_id) WHERE (movement_id IS NOT NULL);
CREATE INDEX samples_record ON public.samples USING btree (record_id);
CREATE INDEX samples_told ON public.samples USING btree (record_id, told_at, id) WHERE (told_at IS NOT NULL);
CREATE UNIQUE INDEX search_changes_numbered ON public.search_changes USING btree (organisation_id, number) WHERE (number IS NOT NULL);
CREATE INDEX search_changes_unnumbered ON public.search_changes USING btree (organisation_id) WHERE (number IS NULL);
CREATE INDEX sessions_ended ON public.sessions USING btree (COALESCE(revoked_at, expires_at));
CREATE INDEX sessions_user ON public.sessions USING btree (user_id);
CREATE UNIQUE INDEX settlement_lines_movement ON public.settlement_lines USING btree (organisation_id, movement_id) WHERE (movement_id IS NOT NULL);
CREATE INDEX settlements_buyer ON public.settlements USING btree (organisation_id, buyer_id, settled_on DESC);
CREATE INDEX settlements_date ON public.settlements USING btree (organisation_id, settled_on DESC, id);
CREATE INDEX settlements_open ON public.settlements USING btree (organisation_id, settled_on DESC) WHERE (closed_at IS NULL);
CREATE INDEX short_links_age ON public.short_links USING btree (COALESCE(last_hit_at, created_at));
CREATE INDEX short_links_limit ON public.short_links USING btree (made_from, created_at) WHERE (made_from IS NOT NULL);
CREATE UNIQUE INDEX sign_in_domains_verified ON public.sign_in_domains USING btree (domain) WHERE (verified_at IS NOT NULL);
CREATE INDEX sign_in_failures_age ON public.sign_in_failures USING btree (last_failed_at);
CREATE INDEX stocktake_counts_files ON public.stocktake_counts USING gin (file_ids) WHERE (file_ids <> '{}'::uuid[]);
CREATE INDEX stocktake_lines_bay ON public.stocktake_lines USING btree (organisation_id, bay_id);
CREATE INDEX stocktakes_cut_off ON public.stocktakes USING btree (organisation_id, cut_off_at DESC, id);
CREATE INDEX stocktakes_open ON public.stocktakes USING btree (organisation_id) WHERE ((approved_at IS NULL) AND (cancelled_at IS NULL));
CREATE INDEX storage_business_units_storage ON public.storage_business_units USING btree (storage_id);
CREATE INDEX storage_business_units_unit ON public.storage_business_units USING btree (business_unit_id);
CREATE INDEX storage_contracts_files ON public.storage_contracts USING gin (file_ids) WHERE (file_ids <> '{}'::uuid[]);
CREATE INDEX storage_contracts_id ON public.storage_contracts USING btree (id);
CREATE INDEX storage_contracts_owner ON public.storage_contracts USING btree (owner_id, start_at DESC);
CREATE INDEX storage_contracts_storer ON public.storage_contracts USING btree (storer_id, owner_id, commodity_id, type_id, start_at DESC);
CREATE INDEX storage_notes_files ON public.storage_notes USING gin (file_ids) WHERE (file_ids <> '{}'::uuid[]);
CREATE INDEX storage_notes_storage ON public.storage_notes USING btree (storage_id, bay_id, created_at DESC, id);
CREATE INDEX storages_by_name ON public.storages USING btree (organisation_id, type, lower(name));
CREATE INDEX storages_extent ON public.storages USING gist (extent) WHERE (type = 'field'::text);
CREATE INDEX storages_id ON public.storages USING btree (id);
CREATE INDEX storages_name ON public.storages USING gin (name gin_trgm_ops);
CREATE INDEX storages_organisation ON public.storages USING btree (organisation_id, type, name, id);
CREATE INDEX storages_split_from ON public.storages USING btree (split_from) WHERE (split_from IS NOT NULL);
CREATE UNIQUE INDEX store_codes_code ON public.store_codes USING btree (organisation_id, lower(code));
CREATE INDEX tariffs_contract ON public.tariffs USING btree (organisation_id, storage_contract_id, first_day) WHERE (storage_contract_id IS NOT NULL);
CREATE INDEX tariffs_latest ON public.tariffs USING btree (organisation_id, created_at DESC, id);
CREATE INDEX tariffs_partner ON public.tariffs USING btree (organisation_id, partner_id, first_day);
CREATE INDEX tickets_id ON public.tickets USING btree (id);
CREATE INDEX tickets_organisation ON public.tickets USING btree (organisation_id);
CREATE INDEX trades_files ON public.trades USING gin (file_ids) WHERE (file_ids <> '{}'::uuid[]);
CREATE INDEX trades_latest ON public.trades USING btree (organisation_id, created_at DESC, id);
CREATE INDEX trades_open ON public.trades USING btree (organisation_id, commodity_id) WHERE (status = 'confirmed'::text);
CREATE INDEX trades_partner ON public.trades USING btree (organisation_id, partner_id, commodity_id);
CREATE INDEX trades_partner_reference ON public.trades USING btree (organisation_id, lower(partner_reference)) WHERE (partner_reference <> ''::text);
CREATE INDEX trades_reference ON public.trades USING btree (organisation_id, lower(reference)) WHERE (reference <> ''::text);
CREATE UNIQUE INDEX users_email ON public.users USING btree (email);
CREATE INDEX webhook_deliveries_age ON public.webhook_deliveries USING btree (last_attempt_at);
CREATE INDEX webhook_deliveries_id ON public.webhook_deliveries USING btree (id);
CREATE INDEX webhook_deliveries_log ON public.webhook_deliveries USING btree (webhook_id, last_attempt_at DESC, id);
CREATE INDEX webhooks_due ON public.webhooks USING btree (due_at, id) WHERE ((status = 'active'::text) AND (due_at IS NOT NULL));
CREATE INDEX webhooks_id ON public.webhooks USING btree (id);
CREATE INDEX webhooks_organisation ON public.webhooks USING btree (organisation_id, created_at);

CREATE TRIGGER adjustments_noted AFTER INSERT OR UPDATE ON adjustments FOR EACH ROW EXECUTE FUNCTION note_adjustment();
CREATE TRIGGER audit_entries_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON audit_entries FOR EACH STATEMENT EXECUTE FUNCTION refuse_rewriting_audit();
CREATE TRIGGER audit_pending_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON audit_pending FOR EACH STATEMENT EXECUTE FUNCTION refuse_rewriting_pending();
CREATE TRIGGER business_units_changed AFTER UPDATE OF type ON business_units FOR EACH ROW WHEN (old.type IS DISTINCT FROM new.type) EXECUTE FUNCTION note_unit_types();
CREATE CONSTRAINT TRIGGER confirmation_asks AFTER INSERT ON confirmations DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (new.status = 'pending'::text) EXECUTE FUNCTION tell_owner();
CREATE TRIGGER hold_changes AFTER INSERT OR UPDATE ON holds FOR EACH ROW EXECUTE FUNCTION note_held_bay();
CREATE TRIGGER ledger_balances_added AFTER INSERT ON ledger_balances REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_balances();
CREATE TRIGGER ledger_balances_changed AFTER UPDATE ON ledger_balances REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_balances();
CREATE TRIGGER ledger_days_added AFTER INSERT ON ledger_days REFERENCING NEW TABLE AS changed_days FOR EACH STATEMENT EXECUTE FUNCTION keep_ledger_spans();
CREATE TRIGGER ledger_days_changed AFTER UPDATE ON ledger_days FOR EACH ROW WHEN ((old.closing_grams = 0) <> (new.closing_grams = 0)) EXECUTE FUNCTION end_ledger_span();
CREATE TRIGGER ledger_entries_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON ledger_entries FOR EACH STATEMENT EXECUTE FUNCTION refuse_rewriting();
CREATE TRIGGER movements_added AFTER INSERT ON movements REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION count_movements_added();
CREATE TRIGGER movements_changed AFTER UPDATE ON movements REFERENCING OLD TABLE AS before NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION count_movements_changed();
CREATE TRIGGER movements_moved AFTER UPDATE OF status, destination_record_id, effective_at ON movements FOR EACH ROW WHEN ((old.status = 'deleted'::text) <> (new.status = 'deleted'::text) OR old.effective_at <> new.effective_at OR old.destination_record_id IS DISTINCT FROM new.destination_record_id) EXECUTE FUNCTION move_samples();
CREATE TRIGGER movements_to_clean_added AFTER INSERT ON movements FOR EACH ROW WHEN (new.uncleaned_share > 0::double precision) EXECUTE FUNCTION note_cleaning();
CREATE TRIGGER movements_to_clean_changed AFTER UPDATE ON movements FOR EACH ROW WHEN (new.uncleaned_share > 0::double precision OR old.uncleaned_share > 0::double precision) EXECUTE FUNCTION note_cleaning();
CREATE TRIGGER movements_unweighed_added AFTER INSERT ON movements FOR EACH ROW WHEN (new.weight_grams = 0) EXECUTE FUNCTION note_unweighed();
CREATE TRIGGER movements_unweighed_changed AFTER UPDATE ON movements FOR EACH ROW WHEN (new.weight_grams = 0 OR old.weight_grams = 0) EXECUTE FUNCTION note_unweighed();
CREATE TRIGGER unweighed_changes AFTER UPDATE OF weight_grams, status, destination_record_id ON movements FOR EACH ROW WHEN ((old.weight_grams = 0 OR new.weight_grams = 0) AND (old.weight_grams IS DISTINCT FROM new.weight_grams OR old.status IS DISTINCT FROM new.status OR old.destination_record_id IS DISTINCT FROM new.destination_record_id)) EXECUTE FUNCTION note_unweighed_parcel();
CREATE TRIGGER unweighed_comes AFTER INSERT ON movements FOR EACH ROW WHEN (new.weight_grams = 0 AND new.destination_record_id IS NOT NULL) EXECUTE FUNCTION note_unweighed_parcel();
CREATE TRIGGER organisations_number_series AFTER INSERT ON organisations FOR EACH ROW EXECUTE FUNCTION begin_number_series();
CREATE TRIGGER record_business_units_added AFTER INSERT ON record_business_units REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_units_of_records();
CREATE TRIGGER record_business_units_removed AFTER DELETE ON record_business_units REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_units_of_records();
CREATE TRIGGER called_since BEFORE UPDATE OF type_id, grade_id, variety, tag_ids, quality, uncleaned_share ON records FOR EACH ROW WHEN (old.type_id IS DISTINCT FROM new.type_id OR old.grade_id IS DISTINCT FROM new.grade_id OR old.variety IS DISTINCT FROM new.variety OR old.tag_ids IS DISTINCT FROM new.tag_ids OR old.quality IS DISTINCT FROM new.quality OR old.uncleaned_share IS DISTINCT FROM new.uncleaned_share) EXECUTE FUNCTION note_called_since();
CREATE TRIGGER record_asks BEFORE INSERT ON records FOR EACH ROW WHEN (new.owner_id <> new.keeper_id::text) EXECUTE FUNCTION ask_owner_of_record();
CREATE TRIGGER record_asks_again BEFORE UPDATE OF owner_id, commodity_id, harvest_year ON records FOR EACH ROW WHEN ((old.owner_id IS DISTINCT FROM new.owner_id OR old.commodity_id IS DISTINCT FROM new.commodity_id OR old.harvest_year IS DISTINCT FROM new.harvest_year) AND (old.owner_id <> old.keeper_id::text OR new.owner_id <> new.keeper_id::text)) EXECUTE FUNCTION ask_owner_of_record();
CREATE TRIGGER records_added AFTER INSERT ON records REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION note_records_added();
CREATE TRIGGER records_changed AFTER UPDATE ON records REFERENCING OLD TABLE AS before NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION note_records_changed();
CREATE TRIGGER records_moved AFTER UPDATE OF owner_id, storage_id, bay_id, confirmation, commodity_id, harvest_year ON records FOR EACH ROW WHEN (old.elsewhere_owner_id IS DISTINCT FROM new.elsewhere_owner_id OR old.storage_id IS DISTINCT FROM new.storage_id OR old.bay_id IS DISTINCT FROM new.bay_id) EXECUTE FUNCTION move_ledger_spans();
CREATE TRIGGER reservation_changes AFTER INSERT OR UPDATE ON reservations FOR EACH ROW EXECUTE FUNCTION note_reserved_bay();
CREATE TRIGGER storage_business_units_added AFTER INSERT ON storage_business_units REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_units_of_places();
CREATE TRIGGER storage_business_units_removed AFTER DELETE ON storage_business_units REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_units_of_places();
CREATE TRIGGER contract_asks BEFORE INSERT ON storage_contracts FOR EACH ROW EXECUTE FUNCTION ask_owner_of_contract();
CREATE TRIGGER contract_asks_again BEFORE UPDATE OF owner_id ON storage_contracts FOR EACH ROW WHEN (old.owner_id IS DISTINCT FROM new.owner_id) EXECUTE FUNCTION ask_owner_of_contract();
CREATE TRIGGER storages_changed AFTER UPDATE ON storages REFERENCING OLD TABLE AS before NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION note_places();
