-- What was entered last is what a list of movements is often asked for: sorted by it, a page had to look at every movement there is.
create index movements_recorded on movements (organisation_id, recorded_at desc, id desc);
