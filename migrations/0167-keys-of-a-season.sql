-- kind: expand
-- Keys of what changes stock are kept for ninety days, all others for seven: those have sealed answers, and are found by their age.
-- step: index
create index concurrently idempotency_keys_sealed on idempotency_keys (created_at) where sealed is not null;
