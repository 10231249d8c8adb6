-- What a movement truly took from its parcel, where late entries have shown that it is not what the movement was said to carry; empty
-- where it is. So what comes late is told from the last departure before it, and not from the beginning (docs/decisions/0005). Null
-- where nobody has looked yet: movements from before this column.
alter table movements add column carried jsonb;
alter table movements alter column carried set default '{}';
create index movements_untold on movements (destination_record_id) where carried is null and source_record_id is not null;

-- By record and time: departures before a moment, and all that came and went since.
drop index movements_source;
drop index movements_destination;
create index movements_source on movements (source_record_id, effective_at, id) where source_record_id is not null;
create index movements_destination on movements (destination_record_id, effective_at, id) where destination_record_id is not null;

-- When somebody last said what a record is: what is entered before it later changes nothing of it.
alter table records add column stated_at timestamptz;
-- Nothing that a search finds is changed by it.
alter table records disable trigger user;
update records set stated_at = said.at from (
  select record_id, max(effective_at) as at from record_changes
  where type = 'updated' and details ? 'description' group by record_id
) said where said.record_id = records.id;
alter table records enable trigger user;
