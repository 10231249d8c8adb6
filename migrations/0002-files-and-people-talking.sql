-- Uploaded files, what people say to each other and ask experts, short links, and postcodes.

create table files (
  id uuid primary key,
  organisation_id uuid not null references organisations,
  user_id uuid,
  user_name text not null,
  bucket text not null check (bucket in ('images', 'files', 'videos')),
  type text not null,
  name text not null,
  content_type text not null,
  size_bytes bigint not null,
  sha256 bytea not null,
  -- Where the driver keeps the bytes; made by us, never from the caller's name.
  storage_key text not null,
  -- Whom it is shared with besides: the owner of stored grain reads its tickets, and both parties the files of a contract.
  organisations text[] not null default '{}',
  tags text[] not null default '{}',
  status text not null default 'active' check (status in ('active', 'archived')),
  created_at timestamptz not null
);
-- With the sizes, since a quota is their sum.
create index files_organisation on files (organisation_id, created_at) include (size_bytes);
create unique index files_storage_key on files (storage_key);

-- Bytes on their way into the store. The row is written before them and deleted by what makes them a file, so that bytes
-- whose upload was cut off are known, and removed.
create table unfinished_files (
  storage_key text primary key,
  created_at timestamptz not null
);

-- Conversations between two people.
create table conversations (
  id uuid primary key,
  -- The two of them, in the order of their ids, so that one pair is one key.
  first_member_id uuid not null references users,
  second_member_id uuid not null references users,
  -- What they talk about, where it is a listing. Its id is the trading system's own.
  listing_id text check (listing_id <> ''),
  -- A message may name a listing and not its kind; whoever knows the kind says it later.
  listing_type text check (listing_type in ('livestock', 'crop')),
  title text not null,
  created_by uuid not null references users,
  created_at timestamptz not null,
  last_message_at timestamptz not null,
  message_count integer not null,
  check (first_member_id < second_member_id),
  check (listing_type is null or listing_id is not null)
);
create unique index conversations_listing on conversations (first_member_id, second_member_id, listing_id)
  where listing_id is not null;
create index conversations_first_member on conversations (first_member_id, last_message_at);
create index conversations_second_member on conversations (second_member_id, last_message_at);

create table conversation_messages (
  id bigint generated always as identity primary key,
  conversation_id uuid not null references conversations,
  -- Its number within the conversation, from 1.
  number integer not null,
  sent_by uuid not null references users,
  -- As they were called, and for whom they acted, when they sent it.
  sent_by_name text not null,
  organisation_id uuid not null references organisations,
  message text not null check (message <> ''),
  sent_at timestamptz not null
);
create unique index conversation_messages_number on conversation_messages (conversation_id, number);

-- A question to an agricultural expert, and what became of its mail.
create table expert_questions (
  id uuid primary key,
  organisation_id uuid not null references organisations,
  user_id uuid not null,
  user_name text not null,
  -- Where the answer goes: the asker's address, or who answers for the key that asked; empty where nobody does.
  reply_to text not null,
  kind text not null check (kind in ('question', 'grain-sample')),
  question text not null check (length(question) <= 1000),
  file_ids uuid[] not null default '{}',
  status text not null default 'queued' check (status in ('queued', 'sent', 'failed')),
  attempts integer not null default 0,
  last_problem text not null default '',
  created_at timestamptz not null,
  sent_at timestamptz,
  check ((status = 'sent') = (sent_at is not null))
);
create index expert_questions_organisation on expert_questions (organisation_id, created_at);

-- Short links: /s/<code> leads to an address of the installation's own.
create table short_links (
  code text primary key check (code ~ '^[1-9A-HJ-NP-Za-km-z]{11}$'),
  -- Where it leads, with everything that is counted by in it.
  target text not null,
  template text not null,
  source text not null,
  campaign text not null,
  -- A hash of where the request came from, for the limit; forgotten after a day.
  made_from bytea,
  hits bigint not null default 0,
  created_at timestamptz not null,
  last_hit_at timestamptz
);
create index short_links_limit on short_links (made_from, created_at) where made_from is not null;
create index short_links_age on short_links (coalesce(last_hit_at, created_at));

-- Postcodes, where whoever runs the installation has loaded a table of them (granary places import). The gazetteer of towns and
-- villages is no table: it comes with the program and is searched in memory.
create table postcodes (
  country_iso text not null check (country_iso ~ '^[A-Z]{2}$'),
  -- Capital letters and digits alone, so that "al5 2jq" finds "AL5 2JQ".
  key text collate "C" not null check (key ~ '^[A-Z0-9]+$'),
  postcode text not null,
  -- What it is the postcode of, where the table says so: in some countries several places share one.
  place text not null,
  region text not null,
  latitude double precision not null check (latitude between -90 and 90),
  longitude double precision not null check (longitude between -180 and 180),
  -- The hundredth of a degree it lies in, south to north and west to east: what is near is in this cell or one beside it.
  cell integer not null generated always as
    (floor((latitude + 90) * 100)::integer * 36001 + floor((longitude + 180) * 100)::integer) stored,
  primary key (country_iso, key, place)
);
-- The beginning of a postcode, in whichever country.
create index postcodes_key on postcodes (key);
create index postcodes_cell on postcodes (cell);
