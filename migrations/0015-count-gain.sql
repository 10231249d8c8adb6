-- The most that a count may gain, when it has a limit: an entry before it may not raise the gain past it either.
alter table ledger_counts add column max_gain_grams bigint check (max_gain_grams >= 0);
