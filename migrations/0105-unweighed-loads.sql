-- Loads that nobody has weighed yet are looked for parcel by parcel in the bays concerned, and not among all of an organisation.
drop index movements_unweighed;
create index movements_unweighed on movements (organisation_id, destination_record_id) where weight_grams = 0 and status <> 'deleted';
