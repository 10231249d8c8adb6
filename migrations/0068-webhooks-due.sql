-- The place of a webhook is a number among its organisation's events, and it is due when there is something for it: an idle one is never looked at.

-- The order in which they were told until now.
update events set number = told.number
from (
  select id, row_number() over (partition by organisation_id order by transaction_id, id) as number
  from events where organisation_id in (select organisation_id from webhooks)
) told
where events.id = told.id;

insert into event_streams (owner_id, last_number)
select organisation_id, max(number) from events where number is not null group by organisation_id;

alter table webhooks
  add column cursor_number bigint,
  -- Null while there is nothing to be sent.
  alter column due_at drop not null;

update webhooks w set cursor_number = coalesce(
  (select e.number - 1 from events e
    where e.organisation_id = w.organisation_id and (e.transaction_id, e.id) > (w.cursor_transaction, w.cursor_event)
    order by e.transaction_id, e.id limit 1),
  (select last_number from event_streams where owner_id = w.organisation_id),
  0
);
update webhooks w set due_at = null
where failures = 0 and lease_id is null
  and not exists (select from events e where e.organisation_id = w.organisation_id and e.number > w.cursor_number);

drop index events_stream;
drop index webhooks_due;
alter table webhooks
  alter column cursor_number set not null,
  drop column cursor_transaction,
  drop column cursor_event;
create index webhooks_due on webhooks (due_at, id) where status = 'active' and due_at is not null;

alter table webhook_deliveries add column event_number bigint;
update webhook_deliveries d set event_number = coalesce((select number from events e where e.id = d.event_id), 0);
alter table webhook_deliveries
  alter column event_number set not null,
  drop column event_transaction;
