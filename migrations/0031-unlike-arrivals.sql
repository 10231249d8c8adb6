-- A plan that a correction set apart from the stock it was to join was a conflict until its day, and forgotten when it came. So the movement
-- keeps it: true from the correction on, until the two are alike again.
alter table movements add column is_unlike boolean not null default false;
update movements set is_unlike = true from records source, records destination
where not movements.is_joined and source.id = movements.source_record_id and destination.id = movements.destination_record_id
  and (source.owner_id, source.commodity_id, source.harvest_year, source.segregation)
    is distinct from (destination.owner_id, destination.commodity_id, destination.harvest_year, destination.segregation);
create index movements_unlike on movements (destination_record_id) where is_unlike;
-- The heaviest load is what a list of movements is asked for now and then: sorted by it, a page had to look at every movement there is.
create index movements_weight on movements (organisation_id, weight_grams desc, id desc);
