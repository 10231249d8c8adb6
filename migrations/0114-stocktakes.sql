-- Stock-takes: bays counted as of one moment, and approved together (docs/decisions/0134-stock-takes.md).
create table stocktakes (
  organisation_id uuid not null references organisations (id) on delete cascade,
  id uuid not null,
  name text not null,
  -- The moment of which the stock is stated.
  cut_off_at timestamptz not null,
  is_blind boolean not null,
  -- A difference above both has to be counted again by somebody else.
  tolerance_percent numeric(6,3) check (tolerance_percent >= 0),
  tolerance_grams bigint check (tolerance_grams >= 0),
  -- Who counts and who approves; nobody named is anybody who may.
  counter_ids uuid[] not null default '{}',
  approver_ids uuid[] not null default '{}',
  created_by uuid,
  created_by_name text not null,
  created_at timestamptz not null,
  approved_at timestamptz,
  approved_by uuid,
  approved_by_name text,
  -- Number below those of all entries of these bays since.
  approved_mark bigint,
  -- Of the organisation's ledger, as it was left by the approval.
  ledger_hash text,
  cancelled_at timestamptz,
  cancelled_by_name text,
  primary key (organisation_id, id),
  check (approved_at is null or cancelled_at is null),
  check ((approved_at is null) = (approved_by_name is null)),
  check ((approved_at is null) = (ledger_hash is null)),
  check ((cancelled_at is null) = (cancelled_by_name is null))
);
create index stocktakes_cut_off on stocktakes (organisation_id, cut_off_at desc, id);
create index stocktakes_open on stocktakes (organisation_id) where approved_at is null and cancelled_at is null;

create table stocktake_lines (
  organisation_id uuid not null,
  stocktake_id uuid not null,
  bay_id bigint not null,
  -- Its place in the session, from 1: the way through the stores.
  line integer not null check (line > 0),
  -- Names as they are when it is approved; of an open session those of the bay are shown.
  storage_name text,
  bay_name text,
  -- The parcel that was counted, where somebody has said which.
  record_id uuid,
  reason_id integer not null default 1,
  -- Why the bay is not counted; null where it is.
  left_out text,
  recount_asked_at timestamptz,
  recount_asked_by_name text,
  -- So many counts there were then.
  recount_after integer,
  -- As it was approved: the parcels that lay there at the cut-off, with the book; what was counted more (negative: less), and the count.
  stock jsonb,
  book_grams bigint,
  variance_grams bigint,
  counted_record_id uuid,
  dated_at timestamptz,
  adjustment_id bigint,
  primary key (organisation_id, stocktake_id, bay_id),
  unique (organisation_id, stocktake_id, line),
  foreign key (organisation_id, stocktake_id) references stocktakes on delete cascade,
  foreign key (organisation_id, bay_id) references bays on delete cascade
);
create index stocktake_lines_bay on stocktake_lines (organisation_id, bay_id);

-- Each count that somebody made, the last of a line stands. None is changed.
create table stocktake_counts (
  organisation_id uuid not null,
  stocktake_id uuid not null,
  bay_id bigint not null,
  number integer not null check (number > 0),
  counted_grams bigint not null check (counted_grams >= 0),
  counted_at timestamptz not null,
  -- Who stood at the heap; somebody without an account has a name alone.
  counted_by uuid,
  counted_by_name text not null,
  how_measured jsonb,
  file_ids uuid[] not null default '{}',
  note text not null default '',
  entered_by uuid,
  entered_by_name text not null,
  entered_at timestamptz not null,
  -- Number below those of all entries of the bay since.
  ledger_mark bigint not null,
  primary key (organisation_id, stocktake_id, bay_id, number),
  foreign key (organisation_id, stocktake_id, bay_id) references stocktake_lines on delete cascade
);
create index stocktake_counts_files on stocktake_counts using gin (file_ids) where file_ids <> '{}';

-- What was corrected since a bay was counted.
create index movement_changes_recorded on movement_changes (organisation_id, recorded_at);

-- Whether those who counted may approve (rules.md §12).
alter table organisations add column counters_may_approve boolean not null default false;
