-- Nearly every movement changes days that are there, and hardly ever where a span begins or ends: asking each time cost more
-- than storing the day (docs/decisions/0032).

drop trigger ledger_days_changed on ledger_days;

-- Days are never taken away, so what is left of a span is its end: the last day, once nothing remains of it.
create function end_ledger_span() returns trigger language plpgsql as $$
begin
  update ledger_spans set last_day = case when new.closing_grams = 0 then new.day else 'infinity' end
  where record_id = new.record_id
    and not exists (select from ledger_days later where later.record_id = new.record_id and later.day > new.day);
  return null;
end $$;
create trigger ledger_days_changed after update on ledger_days for each row
  when ((old.closing_grams = 0) <> (new.closing_grams = 0)) execute function end_ledger_span();
