-- Whether the mail of a question reaches the expert by itself. Where no mail server is set it becomes a file in the outbox, and nobody is told.
alter table expert_questions add column is_sent_out boolean not null default true;
