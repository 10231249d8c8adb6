-- Since when all that came into stock, left it or was said of it is what it is called now; null where it has never been called otherwise. What comes
-- late of the same after that is called nothing else, and nothing of it has to be told again. Of stock that is there already nobody knows before now.
alter table records add column called_since timestamptz default now();
alter table records alter column called_since drop default;

create function note_called_since() returns trigger language plpgsql as $$
begin
  new.called_since := greatest(new.called_since, new.updated_at);
  return new;
end
$$;
create trigger called_since before update of type_id, grade_id, variety, tag_ids, quality, uncleaned_share on records for each row
  when ((old.type_id, old.grade_id, old.variety, old.tag_ids, old.quality, old.uncleaned_share)
    is distinct from (new.type_id, new.grade_id, new.variety, new.tag_ids, new.quality, new.uncleaned_share))
  execute function note_called_since();
