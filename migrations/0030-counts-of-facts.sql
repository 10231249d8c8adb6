-- What a movement that is edited or deleted has counted was looked for among all counts that anybody ever made.
create index ledger_counts_fact on ledger_counts (fact_id) where withdrawn_at is null;
