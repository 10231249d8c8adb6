-- What has grown old is looked for every hour. A machine that signs in for every request leaves a session each time, and whoever guesses at
-- e-mail addresses a row for each of them: without an index all of them are read again for every piece that is forgotten.
create index sessions_ended on sessions (coalesce(revoked_at, expires_at));
create index sign_in_failures_age on sign_in_failures (last_failed_at);
create index known_networks_age on known_networks (signed_in_at);
