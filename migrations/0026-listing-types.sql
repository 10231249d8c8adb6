-- A message may name a listing and not its kind; whoever knows the kind says it later.
alter table conversations drop constraint conversations_check1;
alter table conversations add check (listing_type is null or listing_id is not null);
