-- What the console needs of identity: a way to make the first organisation in a browser, and what a person prefers.

-- One-time codes that `npm start` prints while there is no organisation. Making one takes them all away.
create table setup_codes (
  code_hash bytea primary key,
  created_at timestamptz not null
);

-- How a person likes the console, in each organisation: views, density, language. Nothing here changes what anybody may do.
create table preferences (
  user_id uuid not null references users (id) on delete cascade,
  organisation_id uuid not null references organisations (id) on delete cascade,
  entries jsonb not null,
  updated_at timestamptz not null,
  primary key (user_id, organisation_id)
);
