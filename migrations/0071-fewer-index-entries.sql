-- What a movement writes besides itself: less. Kept answers lie in the order of their age, which needs an entry for many and not for each; and the record of a movement
-- is its source or its destination, which are looked up already.
drop index idempotency_keys_age;
create index idempotency_keys_age on idempotency_keys using brin (created_at);
alter table movements drop constraint movements_record_id_fkey;
alter table movements add constraint movements_record_check check (
  record_id = coalesce(source_record_id, destination_record_id) or record_id = coalesce(destination_record_id, source_record_id)
);
