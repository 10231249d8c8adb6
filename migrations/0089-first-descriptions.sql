-- How each parcel was described when it was made (rules.md §3): its description is told from there. Loads that described it may be deleted or
-- corrected away while stock that a count found stays, and what lies there then has to be the same whether it is told anew or not.
-- Of parcels that are there already it is how they are described now: it matters only where no load describes them.

alter table records add column first_description jsonb;

-- No search tells this, so none has to read the parcels again for it.
alter table records disable trigger records_changed;

update records set first_description = jsonb_build_object('typeId', type_id, 'gradeId', grade_id, 'variety', variety,
  'tagIds', tag_ids, 'quality', quality, 'uncleanedShare', uncleaned_share)
where source <> 'planting';

alter table records enable trigger records_changed;
