-- The last sale of a record, which every list of records tells: without this all of its sold loads are sorted for it.
create index movements_last_sale on movements (source_record_id, effective_at desc, id desc)
  where sold and type = 'outbound' and status <> 'deleted';
