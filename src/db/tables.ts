// Made by `node src/db/generate.ts` from the migrations. Do not edit.

import type { ColumnType } from 'kysely'

/** An exact decimal: text when read, since a number would round it. */
export type Decimal = ColumnType<string, string | number, string | number>

/** JSON: parsed when read. An array or a scalar must be written as JSON text, or the driver takes it for an SQL array. */
export type Json = ColumnType<unknown, JsonObject | string, JsonObject | string>

type JsonObject = object & { length?: never }

/** A moment. */
export type Timestamp = ColumnType<Date, Date | string, Date | string>

/** May be left out: the database has a default. */
export type Generated<T> =
  T extends ColumnType<infer S, infer I, infer U> ? ColumnType<S, I | undefined, U> : ColumnType<T, T | undefined, T>

/** Must be left out: the database makes the value itself. */
export type GeneratedAlways<T> =
  T extends ColumnType<infer S, infer _I, infer _U> ? ColumnType<S, never, never> : ColumnType<T, never, never>

export interface Adjustments {
  id: Generated<number>
  record_id: string
  effective_at: Timestamp
  counted_grams: number
  reason_id: number | null
  file_ids: Generated<string[]>
  recorded_by: string | null
  recorded_by_name: string
  recorded_at: Timestamp
  storer_id: string
  document_number: string | null
  number_counter_id: number | null
  number_in_series: number | null
  counted_by_name: Generated<string>
  withdrawn_at: Timestamp | null
  withdrawn_by: string | null
  withdrawn_by_name: string | null
}

export interface ApiKeys {
  id: string
  organisation_id: string
  name: string
  role: string
  key_hash: Buffer
  prefix: string
  created_by: string | null
  made_by_key: string | null
  created_at: Timestamp
  expires_at: Timestamp | null
  revoked_at: Timestamp | null
  permissions: Generated<string[]>
  allowed_addresses: Generated<string[]>
  last_used_at: Timestamp | null
}

export interface AuditChains {
  organisation_id: string
  last_sequence: Generated<number>
  last_hash: Generated<Buffer>
  kept_after: Generated<number>
  kept_after_hash: Generated<Buffer>
}

export interface AuditDeliveries {
  destination: string
  organisation_id: string
  sequence: number
}

export interface AuditEntries {
  organisation_id: string
  sequence: number
  at: Timestamp
  actor: string
  actor_id: string | null
  actor_name: string
  address: string
  user_agent: string
  request_id: string
  category: string
  deed: string
  subject_kind: string
  subject_id: string
  outcome: string
  before: Json | null
  after: Json | null
  hash: Buffer
  words: GeneratedAlways<string>
  erasure_id: string | null
}

export interface AuditPending {
  organisation_id: string
  id: GeneratedAlways<number>
  entry: string
}

export interface BackupRuns {
  id: string
  kind: string
  origin: string
  status: Generated<string>
  asked_by_name: Generated<string>
  asked_at: Timestamp
  finished_at: Timestamp | null
  file: string | null
  size_bytes: number | null
  row_count: number | null
  ledger_hash: string | null
  is_encrypted: boolean | null
  removed_at: Timestamp | null
  problem: Json | null
}

export interface BayCapacities {
  bay_id: number
  commodity_id: number
  capacity_grams: number
  organisation_id: string
}

export interface BayChecks {
  organisation_id: string
  id: string
  storage_id: string
  bay_id: number
  checked_at: Timestamp
  temperatures: Generated<Json>
  hottest_celsius: Decimal | null
  moisture_percentage: Decimal | null
  insects: string | null
  smell: string | null
  rodents: string | null
  note: Generated<string>
  file_ids: Generated<string[]>
  created_by: string | null
  created_by_name: string
  created_at: Timestamp
}

export interface Bays {
  id: GeneratedAlways<number>
  storage_id: string
  name: string
  created_at: Timestamp
  last_cleared_at: Timestamp | null
  organisation_id: string
  held_until: Timestamp | null
  reserved_until: Timestamp | null
}

export interface BusinessUnits {
  id: string
  organisation_id: string
  name: string
  type: string
  archived_at: Timestamp | null
  created_at: Timestamp
}

export interface ChargeStatements {
  organisation_id: string
  id: string
  owner_id: string
  first_month: string
  last_month: string
  number: string | null
  lines: Json | null
  totals: Json | null
  ledger_hash: string | null
  paper_id: number | null
  created_by: string | null
  created_by_name: string
  created_at: Timestamp
  closed_by: string | null
  closed_by_name: string | null
  closed_at: Timestamp | null
}

export interface CheckPlans {
  organisation_id: string
  storage_id: string
  every_days: number | null
  most_celsius: Decimal | null
  most_rise_celsius: Decimal | null
  most_moisture_percentage: Decimal | null
}

export interface ChoreTurns {
  name: string
  due_at: Timestamp
}

export interface CodeApps {
  user_id: string
  sealed_secret: string
  created_at: Timestamp
  confirmed_at: Timestamp | null
  used_step: Generated<number>
}

export interface Confirmations {
  owner_id: string
  id: string
  storer_id: string
  commodity_id: number
  harvest_year: string | null
  contract_id: string | null
  status: string
  asked_at: Timestamp
  decided_by: string | null
  decided_by_name: Generated<string>
  decided_at: Timestamp | null
  told_at: Timestamp | null
}

export interface ConversationMessages {
  id: GeneratedAlways<number>
  conversation_id: string
  number: number
  sent_by: string
  sent_by_name: string
  organisation_id: string
  message: string
  sent_at: Timestamp
  file_ids: Generated<string[]>
}

export interface ConversationReports {
  id: string
  conversation_id: string
  reported_by: string
  reported_by_name: string
  organisation_id: string
  against: string
  against_name: string
  against_organisation_id: string | null
  reason: string
  messages: Json
  reported_at: Timestamp
}

export interface Conversations {
  id: string
  first_member_id: string
  second_member_id: string
  listing_id: string | null
  listing_type: string | null
  title: string
  created_by: string
  created_at: Timestamp
  last_message_at: Timestamp
  message_count: number
  first_organisation_id: string | null
  second_organisation_id: string | null
  first_read_count: Generated<number>
  second_read_count: Generated<number>
  stranger_to: string | null
}

export interface Counterparties {
  organisation_id: string
  other_id: string
  stance: string
  decided_by: string | null
  decided_by_name: string
  decided_at: Timestamp
}

export interface DeletedOrganisations {
  id: string
  name: string
  deleted_at: Timestamp
}

export interface EmailChanges {
  user_id: string
  id: string
  new_email: string
  old_code_hash: Buffer
  new_code_hash: Buffer
  created_at: Timestamp
  expires_at: Timestamp
}

export interface EventStreams {
  owner_id: string
  last_number: Generated<number>
  has_news: Generated<boolean>
}

export interface Events {
  id: GeneratedAlways<number>
  transaction_id: string | null
  organisation_id: string
  type: string
  subject: string
  data: Json
  user_id: string | null
  occurred_at: Timestamp
  number: number | null
  awaited: Generated<boolean>
}

export interface ExpertQuestions {
  id: string
  organisation_id: string
  user_id: string
  user_name: string
  reply_to: string
  kind: string
  question: string
  file_ids: Generated<string[]>
  status: Generated<string>
  attempts: Generated<number>
  last_problem: Json | null
  created_at: Timestamp
  sent_at: Timestamp | null
  is_sent_out: Generated<boolean>
}

export interface ExternalIdentities {
  issuer: string
  subject: string
  user_id: string
  created_at: Timestamp
  id: string
}

export interface FactorChallenges {
  id: string
  token_hash: Buffer
  user_id: string | null
  purpose: string
  created_at: Timestamp
  expires_at: Timestamp
  proved_at: Timestamp | null
  provider_organisation_id: string | null
}

export interface FactorResets {
  organisation_id: string
  id: string
  user_id: string
  token_hash: Buffer
  asked_by: string
  asked_by_name: string
  created_at: Timestamp
  good_from: Timestamp
  expires_at: Timestamp
  confirmed_by_name: string | null
  used_at: Timestamp | null
  revoked_at: Timestamp | null
}

export interface Files {
  id: string
  organisation_id: string
  user_id: string | null
  user_name: string
  bucket: string
  type: string
  name: string
  content_type: string
  size_bytes: number
  sha256: Buffer
  storage_key: string
  organisations: Generated<string[]>
  tags: Generated<string[]>
  status: Generated<string>
  created_at: Timestamp
}

export interface HarvestPlans {
  id: string
  organisation_id: string
  harvest_year: string
  commodity_id: number
  type_id: number
  grade_id: number | null
  variety: string
  tag_ids: Generated<number[]>
  business_unit_id: string | null
  created_at: Timestamp
}

export interface Holds {
  organisation_id: string
  id: string
  bay_id: number
  record_id: string | null
  reason: string
  blocks: string
  begins_at: Timestamp
  ends_at: Timestamp | null
  note: Generated<string>
  file_ids: Generated<string[]>
  traced_from: string | null
  product: string | null
  dose: string | null
  aired_at: Timestamp | null
  withholding_days: number | null
  created_by: string | null
  created_by_name: string
  created_at: Timestamp
  released_at: Timestamp | null
  released_by_name: string | null
  release_note: string | null
  over_at: GeneratedAlways<Timestamp | null>
}

export interface IdempotencyKeys {
  request: Buffer
  status: number | null
  location: string | null
  etag: string | null
  body: string | null
  created_at: Timestamp
  organisation_id: string
  id: Buffer
  sealed: Buffer | null
}

export interface IdentityProviders {
  organisation_id: string
  issuer: string
  client_id: string
  sealed_secret: string | null
  is_enforced: Generated<boolean>
  break_glass: string | null
  role_claim: string | null
  roles: Generated<Json>
  default_role: string | null
  factor_values: Generated<string[]>
  created_at: Timestamp
  updated_at: Timestamp
}

export interface ImportAliases {
  id: string
  organisation_id: string
  what: string
  kind: string
  word: string
  word_key: string
  means: string
  made_by_name: string
  made_at: Timestamp
}

export interface ImportFaults {
  import_id: string
  row_number: number
  status: string
  cells: string[]
  reference: string
  messages: string[]
  problems: Json
  organisation_id: string
}

export interface ImportMade {
  import_id: string
  row_number: number
  place: number
  kind: string
  subject: string
  details: Generated<Json>
  undone_at: Timestamp | null
  organisation_id: string
}

export interface ImportMappings {
  organisation_id: string
  kind: string
  fingerprint: Buffer
  header: string[]
  mapping: Json
  used_by_name: string
  used_at: Timestamp
}

export interface ImportedStock {
  organisation_id: string
  fingerprint: Buffer
  record_id: string
  alike: Buffer | null
  reference_key: string | null
  posting_id: number | null
  grams: number | null
  import_id: string | null
  sha256: Buffer | null
}

export interface Imports {
  id: string
  organisation_id: string
  kind: string
  sha256: Buffer
  header: string[]
  total_rows: number
  rows_done: Generated<number>
  success: Generated<number>
  validation: Generated<number>
  errors: Generated<number>
  created_by: string | null
  created_by_name: string
  created_at: Timestamp
  finished_at: Timestamp | null
  unchanged: Generated<number>
  changed: Generated<number>
  left_out: Generated<number>
  report: Generated<Json>
  undone_at: Timestamp | null
  undone_by_name: string | null
  key_hash: Buffer | null
  began_at: Timestamp | null
}

export interface Invitations {
  id: string
  organisation_id: string
  email: string
  role: string
  token_hash: Buffer
  invited_by: string
  invited_by_name: string
  created_at: Timestamp
  expires_at: Timestamp
  accepted_at: Timestamp | null
  revoked_at: Timestamp | null
  is_mailed: Generated<boolean>
}

export interface Jobs {
  id: string
  kind: string
  key: string
  payload: Json
  status: Generated<string>
  attempts: Generated<number>
  due_at: Timestamp
  lease_id: string | null
  last_problem: Json | null
  created_at: Timestamp
  finished_at: Timestamp | null
}

export interface KeptSearches {
  organisation_id: string
  search: string
  shape: string
  number: number
  token: string | null
  rows: Buffer
}

export interface KnownNetworks {
  subject: string
  signed_in_at: Timestamp
}

export interface LedgerBalances {
  record_id: string
  balance_grams: Generated<number>
  received_grams: Generated<number>
  harvested_grams: Generated<number>
  loss_grams: Generated<number>
  sold_grams: Generated<number>
  settled_to: Timestamp
  next_due_at: Timestamp | null
  storer_id: string
}

export interface LedgerCounts {
  fact_id: number
  record_id: string
  effective_at: Timestamp
  counted_grams: number
  reason: string
  withdrawn_at: Timestamp | null
  max_gain_grams: number | null
  storer_id: string
}

export interface LedgerDays {
  record_id: string
  day: string
  closing_grams: number
  low_grams: number
  storer_id: string
}

export interface LedgerEntries {
  id: GeneratedAlways<number>
  fact_id: number
  effective_at: Timestamp
  recorded_at: Timestamp
  source_record_id: string | null
  source_outside: string | null
  destination_record_id: string | null
  destination_outside: string | null
  grams: number
  planting_id: string | null
  sold: Generated<boolean>
  is_count: Generated<boolean>
  reverses: number | null
  storer_id: string
}

export interface LedgerSpans {
  record_id: string
  keeper_id: string
  owner_id: string
  storage_id: string | null
  bay_id: number | null
  first_day: string
  last_day: string
  length_class: GeneratedAlways<number>
}

export interface Letterheads {
  organisation_id: string
  version: number
  said: Json
  logo: Buffer | null
  made_at: Timestamp
}

export interface LoggingSettings {
  service: string
  level: string
  filter: string
  changed_by: string | null
  changed_at: Timestamp
}

export interface Memberships {
  organisation_id: string
  user_id: string
  role: string
  status: Generated<string>
  created_at: Timestamp
  user_name: string | null
  external_id: string | null
  is_suspended_by_directory: Generated<boolean>
}

export interface MovementChanges {
  organisation_id: string
  movement_id: number
  id: GeneratedAlways<number>
  kind: string
  reason: Generated<string>
  changed: Generated<Json>
  recorded_by: string | null
  recorded_by_name: string
  recorded_at: Timestamp
}

export interface MovementCountSteps {
  organisation_id: string
  month: string
  type: string
  status: string
  commodity_id: number
  type_id: number
  grade_id: number | null
  has_contract: boolean
  counted: number
}

export interface MovementCounts {
  organisation_id: string
  month: string
  type: string
  status: string
  commodity_id: number
  type_id: number
  grade_id: number | null
  has_contract: boolean
  counted: number
}

export interface Movements {
  id: Generated<number>
  organisation_id: string
  type: string
  status: string
  effective_at: Timestamp
  record_id: string
  source_record_id: string | null
  destination_record_id: string | null
  sender_id: string | null
  sender_name: string | null
  receiver_id: string | null
  receiver_name: string | null
  weight_grams: number
  commodity_id: number
  type_id: number
  grade_id: number | null
  variety: string
  tag_ids: number[]
  quality: Generated<Json>
  driver_name: string | null
  vehicle_registration: string | null
  load_reference: string | null
  empty_grams: number | null
  full_grams: number | null
  weighbridge_file_id: string | null
  contract_id: string | null
  contract_reference: string | null
  storage_contract_id: string | null
  sold: Generated<boolean>
  adjust_to_zero: Generated<boolean>
  is_joined: Generated<boolean>
  adjustment_grams: number | null
  adjustment_reason_id: number | null
  adjustment_notes: string | null
  completed_at: Timestamp | null
  recorded_by: string | null
  recorded_by_name: string
  recorded_at: Timestamp
  deleted_at: Timestamp | null
  requires_cleaning: Generated<boolean>
  drying_moisture_percentage: Decimal | null
  drying_level_percentage: Decimal | null
  drying_loss_percentage: Decimal | null
  shrink_grams: Generated<number>
  harvest_moisture_percentage: Decimal | null
  harvest_temperature_celsius: Decimal | null
  entered: Generated<Json | null>
  is_unlike: Generated<boolean>
  deleted_by: string | null
  deleted_by_name: string | null
  clears_other_years: Generated<boolean>
  uncleaned_share: Generated<number>
  ticket_id: string | null
  ticket_part: number | null
  ticket_share: number | null
  lessened_net: Generated<boolean>
  grade_reason: Generated<string>
  readings: Json | null
  document_number: string | null
  number_counter_id: number | null
  number_in_series: number | null
  hold_override: Generated<string>
  happened_at: Timestamp | null
  trade_id: string | null
  trade_window: number | null
  order_id: string | null
}

export interface Notices {
  id: GeneratedAlways<number>
  topic: string
  data: Json
  told_at: Generated<Timestamp>
}

export interface NumberCounters {
  organisation_id: string
  kind: string
  storage_id: string
  year: number
  id: GeneratedAlways<number>
  last_number: number
  first_number: Generated<number>
}

export interface NumberSeries {
  organisation_id: string
  kind: string
  prefix: Generated<string>
  digits: Generated<number>
  suffix: Generated<string>
  restarts: Generated<string>
  first_month: Generated<number>
  by_store: Generated<boolean>
  names_store: GeneratedAlways<boolean>
  names_year: GeneratedAlways<boolean>
}

export interface OrderChanges {
  organisation_id: string
  order_id: string
  id: GeneratedAlways<number>
  status: string | null
  changed: Generated<Json>
  reason: Generated<string>
  recorded_by: string | null
  recorded_by_name: string
  recorded_at: Timestamp
}

export interface Orders {
  organisation_id: string
  id: string
  trade_id: string | null
  kind: string | null
  partner_id: string | null
  commodity_id: number | null
  type_id: number | null
  status: string
  reference: Generated<string>
  partner_reference: Generated<string>
  weight_grams: number | null
  load_count: number | null
  first_day: string | null
  last_day: string | null
  haulier: Generated<string>
  vehicles: Generated<string[]>
  storage_id: string | null
  bay_ids: Generated<number[]>
  place: Generated<string>
  opening_hours: Generated<string>
  instructions: Generated<string>
  driver_token: string | null
  created_by: string | null
  created_by_name: string
  created_at: Timestamp
  updated_at: Timestamp
}

export interface OrganisationDeletions {
  organisation_id: string
  asked_by: string | null
  asked_by_name: string
  asked_at: Timestamp
  due_at: Timestamp
  tried_at: Timestamp | null
}

export interface OrganisationExports {
  organisation_id: string
  id: string
  status: Generated<string>
  asked_by: string | null
  asked_by_name: string
  asked_at: Timestamp
  finished_at: Timestamp | null
  expires_at: Timestamp | null
  storage_key: string | null
  size_bytes: number | null
  sha256: Buffer | null
  missing_files: number | null
  problem: Json | null
}

export interface Organisations {
  id: string
  name: string
  country_iso: string
  time_zone: string
  locale: string
  status: Generated<string>
  created_at: Timestamp
  requires_reason: Generated<boolean>
  usual_full_grams: Generated<number>
  usual_net_grams: Generated<number>
  requires_grade_reason: Generated<boolean>
  units: Generated<Json>
  weighing: Generated<Json>
  counters_may_approve: Generated<boolean>
  closed_before: Timestamp | null
  audit_years: Generated<number>
  second_factor: Generated<string>
  second_factor_from: Timestamp | null
  session_days: Generated<number>
  idle_minutes: Generated<number>
  refuses_reserved: Generated<boolean>
}

export interface Papers {
  organisation_id: string
  id: GeneratedAlways<number>
  kind: string
  subject: string
  issue: number
  token: string
  facts: Json
  digest: Buffer
  prints: Generated<number>
  printed_by_name: string
  printed_at: Timestamp
  document_number: string | null
  number_counter_id: number | null
  number_in_series: number | null
}

export interface Partners {
  organisation_id: string
  id: string
  name: string
  name_key: string
  is_named: Generated<boolean>
  merged_into: string | null
  created_at: Timestamp
  updated_at: Timestamp
  brings_owned: boolean | null
  tax_number: Generated<string>
  ngr_number: Generated<string>
  vehicles: Generated<string[]>
  assurances: Generated<Json>
  declarations: Generated<Json>
  first_expiry: string | null
}

export interface Passkeys {
  id: string
  user_id: string
  credential_id: Buffer
  public_key: Buffer
  counter: number
  transports: Generated<string[]>
  name: string
  created_at: Timestamp
  last_used_at: Timestamp | null
}

export interface PasswordResets {
  id: string
  user_id: string | null
  asked_for: Buffer
  asked_from: Buffer | null
  token_hash: Buffer
  created_at: Timestamp
  expires_at: Timestamp
  used_at: Timestamp | null
}

export interface PeriodExceptions {
  organisation_id: string
  id: string
  user_id: string
  user_name: string
  until: Timestamp
  reason: string
  granted_by: string | null
  granted_by_name: string
  granted_at: Timestamp
  ended_by_name: string | null
  ended_at: Timestamp | null
}

export interface Periods {
  organisation_id: string
  id: string
  first_day: string | null
  last_day: string
  closed_before: Timestamp
  note: Generated<string>
  statement: Json
  ledger_hash: string
  paper_id: number | null
  closed_by: string | null
  closed_by_name: string
  closed_at: Timestamp
  reopened_by: string | null
  reopened_by_name: string | null
  reopened_at: Timestamp | null
  reopened_reason: string | null
  audit_head: Generated<string>
}

export interface PersonalEvents {
  id: Generated<number>
  transaction_id: string | null
  recipient_id: string
  organisation_id: string
  type: string
  subject: string
  data: Json
  user_id: string | null
  occurred_at: Timestamp
  number: number | null
}

export interface Postcodes {
  country_iso: string
  key: string
  postcode: string
  place: string
  region: string
  latitude: number
  longitude: number
  cell: GeneratedAlways<number>
}

export interface Preferences {
  user_id: string
  organisation_id: string
  entries: Json
  updated_at: Timestamp
}

export interface ProviderIdentities {
  organisation_id: string
  issuer: string
  subject: string
  user_id: string
  created_at: Timestamp
}

export interface ProviderSignIns {
  state_hash: Buffer
  organisation_id: string
  flow_hash: Buffer
  issuer: string
  redirect_uri: string
  expires_at: Timestamp
}

export interface RecordBusinessUnits {
  record_id: string
  business_unit_id: string
  storer_id: string
}

export interface RecordChanges {
  id: Generated<number>
  record_id: string
  type: string
  effective_at: Timestamp
  message: string
  details: Generated<Json>
  recorded_by: string | null
  recorded_by_name: string
  recorded_at: Timestamp
  storer_id: string
  wording: Json | null
}

export interface Records {
  id: string
  keeper_id: string
  owner_id: string
  storage_id: string | null
  bay_id: number | null
  name: string
  kind: string
  source: string
  commodity_id: number
  type_id: number
  grade_id: number | null
  variety: string
  tag_ids: Generated<number[]>
  harvest_year: string
  segregation: string
  tags: Generated<string[]>
  quality: Generated<Json>
  area_hectares: Decimal | null
  remaining_area_hectares: Decimal | null
  expected_yield_grams_per_hectare: number | null
  planted_on: string | null
  planted_on_precision: string | null
  created_by: string | null
  created_by_name: string
  created_at: Timestamp
  updated_at: Timestamp
  harvest_plan_id: string | null
  sold_ahead_grams: number | null
  yield_area_offset_hectares: Generated<Decimal>
  stated_at: Timestamp | null
  split_group_id: string | null
  uncleaned_share: Generated<number>
  first_description: Json | null
  called_since: Timestamp | null
  has_unweighed: Generated<boolean>
  confirmation: string | null
  elsewhere_owner_id: GeneratedAlways<string | null>
}

export interface RecoveryCodes {
  user_id: string
  code_hash: Buffer
}

export interface ReportMailingRecipients {
  organisation_id: string
  mailing_id: string
  user_id: string
  due_at: Timestamp | null
  status: string | null
  problem: Json | null
  settled_at: Timestamp | null
}

export interface ReportMailings {
  organisation_id: string
  id: string
  name: string
  query: Json
  every: string
  day: number | null
  hour: number
  attachment: string
  next_due_at: Timestamp
  created_by: string | null
  created_by_name: string
  created_at: Timestamp
  updated_at: Timestamp
}

export interface Reservations {
  organisation_id: string
  id: string
  trade_id: string
  bay_id: number
  record_id: string | null
  weight_grams: number | null
  begins_at: Timestamp
  ends_at: Timestamp | null
  note: Generated<string>
  created_by: string | null
  created_by_name: string
  created_at: Timestamp
  released_at: Timestamp | null
  released_by_name: string | null
  release_note: string | null
  over_at: GeneratedAlways<Timestamp>
}

export interface Samples {
  id: Generated<number>
  record_id: string
  movement_id: number | null
  fields: Json
  file_ids: Generated<string[]>
  grade_id: number | null
  recorded_by: string | null
  recorded_by_name: string
  recorded_at: Timestamp
  storer_id: string
  told_at: Timestamp | null
}

export interface SearchChanges {
  organisation_id: string
  record_id: string
  number: number | null
  token: string | null
  changed_at: Generated<Timestamp>
}

export interface SearchHeads {
  organisation_id: string
  number: number
  token: string | null
}

export interface Sessions {
  id: string
  user_id: string
  organisation_id: string
  family_hash: Buffer
  refresh_hash: Buffer
  created_at: Timestamp
  refreshed_at: Timestamp
  expires_at: Timestamp
  revoked_at: Timestamp | null
  user_agent: Generated<string>
  proved_at: Generated<Timestamp>
  address: Generated<string>
  is_by_provider: Generated<boolean>
  has_provider_factor: Generated<boolean>
}

export interface SettlementLines {
  organisation_id: string
  settlement_id: string
  line: number
  reference: string
  delivered_on: string
  vehicle: string
  weight_grams: number
  movement_id: number | null
  matched_by: string | null
  closed_grams: number | null
  decision: string | null
  reason_id: number | null
  note: Generated<string>
  decided_by_name: string | null
  decided_at: Timestamp | null
}

export interface Settlements {
  organisation_id: string
  id: string
  buyer_id: string
  reference: string
  settled_on: string
  closed_at: Timestamp | null
  closed_by_name: string | null
  created_by: string | null
  created_by_name: string
  created_at: Timestamp
}

export interface SetupCodes {
  code_hash: Buffer
  created_at: Timestamp
}

export interface ShortLinks {
  code: string
  target: string
  template: string
  source: string
  campaign: string
  made_from: Buffer | null
  hits: Generated<number>
  created_at: Timestamp
  last_hit_at: Timestamp | null
}

export interface SignInDomains {
  organisation_id: string
  id: string
  domain: string
  created_at: Timestamp
  mail_expires_at: Timestamp | null
  verified_at: Timestamp | null
}

export interface SignInFailures {
  subject: string
  failures: number
  last_failed_at: Timestamp
}

export interface SigningKeys {
  id: string
  public_jwk: Json
  created_at: Timestamp
  retired_at: Timestamp | null
  sealed_private_key: string
}

export interface StocktakeCounts {
  organisation_id: string
  stocktake_id: string
  bay_id: number
  number: number
  counted_grams: number
  counted_at: Timestamp
  counted_by: string | null
  counted_by_name: string
  how_measured: Json | null
  file_ids: Generated<string[]>
  note: Generated<string>
  entered_by: string | null
  entered_by_name: string
  entered_at: Timestamp
  ledger_mark: number
}

export interface StocktakeLines {
  organisation_id: string
  stocktake_id: string
  bay_id: number
  line: number
  storage_name: string | null
  bay_name: string | null
  record_id: string | null
  reason_id: Generated<number>
  left_out: string | null
  recount_asked_at: Timestamp | null
  recount_asked_by_name: string | null
  recount_after: number | null
  stock: Json | null
  book_grams: number | null
  variance_grams: number | null
  counted_record_id: string | null
  dated_at: Timestamp | null
  adjustment_id: number | null
}

export interface Stocktakes {
  organisation_id: string
  id: string
  name: string
  cut_off_at: Timestamp
  is_blind: boolean
  tolerance_percent: Decimal | null
  tolerance_grams: number | null
  counter_ids: Generated<string[]>
  approver_ids: Generated<string[]>
  created_by: string | null
  created_by_name: string
  created_at: Timestamp
  approved_at: Timestamp | null
  approved_by: string | null
  approved_by_name: string | null
  approved_mark: number | null
  ledger_hash: string | null
  cancelled_at: Timestamp | null
  cancelled_by_name: string | null
  audit_head: Generated<string>
}

export interface StorageBusinessUnits {
  storage_id: string
  business_unit_id: string
  organisation_id: string
}

export interface StorageContracts {
  id: string
  storer_id: string
  owner_id: string
  reference: string
  start_at: Timestamp
  end_at: Timestamp
  file_ids: Generated<string[]>
  weight_grams: number
  kind: string
  commodity_id: number
  type_id: number
  grade_id: number | null
  varieties: Generated<string[]>
  tag_ids: Generated<number[]>
  cleaning_agreed: boolean
  drying_agreed: boolean
  drying_level_percentage: Decimal | null
  drying_matrix: Generated<Json>
  created_by: string | null
  created_by_name: string
  created_at: Timestamp
  updated_at: Timestamp
  confirmation: string | null
}

export interface StorageNotes {
  id: string
  storage_id: string
  bay_id: number | null
  reason_id: number
  note: string
  file_ids: Generated<string[]>
  created_by: string | null
  created_by_name: string
  created_at: Timestamp
  organisation_id: string
}

export interface Storages {
  id: string
  organisation_id: string
  name: string
  type: string
  area_hectares: Decimal | null
  location: Json
  region_iso: GeneratedAlways<string>
  tags: Generated<string[]>
  created_at: Timestamp
  updated_at: Timestamp
  split_from: string | null
  boundary: Json | null
  extent: GeneratedAlways<string | null>
  outline: GeneratedAlways<Json | null>
}

export interface StoreCodes {
  organisation_id: string
  storage_id: string
  code: string
}

export interface Tariffs {
  organisation_id: string
  id: string
  partner_id: string | null
  storage_contract_id: string | null
  first_day: string
  last_day: string | null
  currency: string
  vat_code: Generated<string>
  rates: Json
  minimum: Decimal | null
  notes: Generated<string>
  created_by: string | null
  created_by_name: string
  created_at: Timestamp
}

export interface Tickets {
  id: string
  organisation_id: string
  reference: string | null
  empty_grams: number | null
  full_grams: number | null
  file_id: string | null
  created_at: Timestamp
  readings: Json | null
}

export interface TradeChanges {
  organisation_id: string
  trade_id: string
  id: GeneratedAlways<number>
  status: string | null
  changed: Generated<Json>
  reason: Generated<string>
  recorded_by: string | null
  recorded_by_name: string
  recorded_at: Timestamp
}

export interface TradeWindows {
  organisation_id: string
  trade_id: string
  number: number
  first_day: string
  last_day: string
  weight_grams: number
}

export interface Trades {
  organisation_id: string
  id: string
  kind: string
  status: string
  reference: Generated<string>
  partner_reference: Generated<string>
  partner_id: string
  commodity_id: number
  type_id: number | null
  grade_id: number | null
  varieties: Generated<string[]>
  tag_ids: Generated<number[]>
  harvest_year: string | null
  weight_grams: number
  tolerance_percentage: Generated<Decimal>
  tolerance_option: string | null
  delivery: string | null
  storage_id: string | null
  weight_final: string | null
  quality_final: string | null
  limits: Generated<Json>
  allowances: Generated<Json>
  price: Json | null
  notes: Generated<string>
  file_ids: Generated<string[]>
  created_by: string | null
  created_by_name: string
  created_at: Timestamp
  updated_at: Timestamp
}

export interface UnfinishedFiles {
  storage_key: string
  created_at: Timestamp
}

export interface Users {
  id: string
  email: string
  given_name: string
  family_name: string
  password_hash: string | null
  status: Generated<string>
  is_platform_admin: Generated<boolean>
  created_at: Timestamp
  email_proved_at: Timestamp | null
  factors: Generated<string[]>
  erased_at: Timestamp | null
}

export interface VarietyLists {
  country_iso: string
  grade_id: number
  varieties: string[]
  imported_by: string | null
  imported_at: Timestamp
}

export interface Vault {
  is_only: Generated<boolean>
  key_id: string
  answers_key: string
  created_at: Timestamp
}

export interface WebhookDeliveries {
  id: string
  webhook_id: string
  event_id: number
  event_type: string
  status: string
  attempts: number
  response_status: number | null
  last_problem: Json | null
  first_attempt_at: Timestamp
  last_attempt_at: Timestamp
  next_attempt_at: Timestamp | null
  event_number: number
  organisation_id: string
}

export interface Webhooks {
  id: string
  organisation_id: string
  url: string
  description: string
  types: Generated<string[]>
  secret: string
  previous_secret: string | null
  previous_secret_until: Timestamp | null
  status: Generated<string>
  paused_at: Timestamp | null
  pause_reason: Json | null
  failures: Generated<number>
  due_at: Timestamp | null
  lease_id: string | null
  created_by: string
  created_by_name: string
  created_at: Timestamp
  cursor_number: number
}

export interface Tables {
  adjustments: Adjustments
  api_keys: ApiKeys
  audit_chains: AuditChains
  audit_deliveries: AuditDeliveries
  audit_entries: AuditEntries
  audit_pending: AuditPending
  backup_runs: BackupRuns
  bay_capacities: BayCapacities
  bay_checks: BayChecks
  bays: Bays
  business_units: BusinessUnits
  charge_statements: ChargeStatements
  check_plans: CheckPlans
  chore_turns: ChoreTurns
  code_apps: CodeApps
  confirmations: Confirmations
  conversation_messages: ConversationMessages
  conversation_reports: ConversationReports
  conversations: Conversations
  counterparties: Counterparties
  deleted_organisations: DeletedOrganisations
  email_changes: EmailChanges
  event_streams: EventStreams
  events: Events
  expert_questions: ExpertQuestions
  external_identities: ExternalIdentities
  factor_challenges: FactorChallenges
  factor_resets: FactorResets
  files: Files
  harvest_plans: HarvestPlans
  holds: Holds
  idempotency_keys: IdempotencyKeys
  identity_providers: IdentityProviders
  import_aliases: ImportAliases
  import_faults: ImportFaults
  import_made: ImportMade
  import_mappings: ImportMappings
  imported_stock: ImportedStock
  imports: Imports
  invitations: Invitations
  jobs: Jobs
  kept_searches: KeptSearches
  known_networks: KnownNetworks
  ledger_balances: LedgerBalances
  ledger_counts: LedgerCounts
  ledger_days: LedgerDays
  ledger_entries: LedgerEntries
  ledger_spans: LedgerSpans
  letterheads: Letterheads
  logging_settings: LoggingSettings
  memberships: Memberships
  movement_changes: MovementChanges
  movement_count_steps: MovementCountSteps
  movement_counts: MovementCounts
  movements: Movements
  notices: Notices
  number_counters: NumberCounters
  number_series: NumberSeries
  order_changes: OrderChanges
  orders: Orders
  organisation_deletions: OrganisationDeletions
  organisation_exports: OrganisationExports
  organisations: Organisations
  papers: Papers
  partners: Partners
  passkeys: Passkeys
  password_resets: PasswordResets
  period_exceptions: PeriodExceptions
  periods: Periods
  personal_events: PersonalEvents
  postcodes: Postcodes
  preferences: Preferences
  provider_identities: ProviderIdentities
  provider_sign_ins: ProviderSignIns
  record_business_units: RecordBusinessUnits
  record_changes: RecordChanges
  records: Records
  recovery_codes: RecoveryCodes
  report_mailing_recipients: ReportMailingRecipients
  report_mailings: ReportMailings
  reservations: Reservations
  samples: Samples
  search_changes: SearchChanges
  search_heads: SearchHeads
  sessions: Sessions
  settlement_lines: SettlementLines
  settlements: Settlements
  setup_codes: SetupCodes
  short_links: ShortLinks
  sign_in_domains: SignInDomains
  sign_in_failures: SignInFailures
  signing_keys: SigningKeys
  stocktake_counts: StocktakeCounts
  stocktake_lines: StocktakeLines
  stocktakes: Stocktakes
  storage_business_units: StorageBusinessUnits
  storage_contracts: StorageContracts
  storage_notes: StorageNotes
  storages: Storages
  store_codes: StoreCodes
  tariffs: Tariffs
  tickets: Tickets
  trade_changes: TradeChanges
  trade_windows: TradeWindows
  trades: Trades
  unfinished_files: UnfinishedFiles
  users: Users
  variety_lists: VarietyLists
  vault: Vault
  webhook_deliveries: WebhookDeliveries
  webhooks: Webhooks
}
