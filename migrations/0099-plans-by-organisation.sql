-- Every write asks for the plans of its own organisation that have come due and are not taken in yet; `movements_to_join` is for the job
-- that takes in everybody's.
create index movements_to_join_organisation on movements (organisation_id, effective_at) where not is_joined;
