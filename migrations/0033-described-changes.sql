-- Most changes of a record say nothing of what its stock is called: that a load was weighed, or its driver. What is asked for those that do,
-- whenever something is entered late, must not go through all of them: a silo has tens of thousands.
create index record_changes_described on record_changes (record_id, effective_at) where details ? 'description';
