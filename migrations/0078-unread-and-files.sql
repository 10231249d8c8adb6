-- What each of the two has read, for whom they act, and files that are sent along (docs/decisions/0072-unread-and-files.md). What was said before
-- this counts as read.
alter table conversations
  add column first_organisation_id uuid references organisations (id),
  add column second_organisation_id uuid references organisations (id),
  add column first_read_count integer not null default 0,
  add column second_read_count integer not null default 0;

update conversations c set
  first_read_count = message_count,
  second_read_count = message_count,
  first_organisation_id = (
    select m.organisation_id from conversation_messages m
    where m.conversation_id = c.id and m.sent_by = c.first_member_id order by m.number desc limit 1),
  second_organisation_id = (
    select m.organisation_id from conversation_messages m
    where m.conversation_id = c.id and m.sent_by = c.second_member_id order by m.number desc limit 1);

alter table conversation_messages add column file_ids uuid[] not null default '{}';

-- Only conversations with something unread are in these.
create index conversations_first_unread on conversations (first_member_id) where first_read_count < message_count;
create index conversations_second_unread on conversations (second_member_id) where second_read_count < message_count;

-- Where a file is used, and what others share.
create index movements_weighbridge_file on movements (organisation_id, weighbridge_file_id) where weighbridge_file_id is not null;
create index adjustments_files on adjustments using gin (file_ids) where file_ids <> '{}';
create index samples_files on samples using gin (file_ids) where file_ids <> '{}';
create index storage_contracts_files on storage_contracts using gin (file_ids) where file_ids <> '{}';
create index storage_notes_files on storage_notes using gin (file_ids) where file_ids <> '{}';
create index expert_questions_files on expert_questions using gin (file_ids) where file_ids <> '{}';
create index files_shared on files using gin (organisations) where organisations <> '{}';
