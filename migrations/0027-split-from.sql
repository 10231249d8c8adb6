-- The field that a field was made out of: two splits may make parts of one name and size, and a file that is sent again means its own.
-- Of fields that were split before, it is not known.
alter table storages add column split_from uuid references storages;
