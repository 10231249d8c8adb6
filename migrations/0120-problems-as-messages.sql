-- What went wrong with work beside the requests is a message, so that each reader has it in their language; null where nothing did.
-- Texts of before stay as they are, in English: a string instead of a message.
alter table jobs
  alter column last_problem drop default,
  alter column last_problem drop not null,
  alter column last_problem type jsonb using to_jsonb(nullif(last_problem, ''));
alter table expert_questions
  alter column last_problem drop default,
  alter column last_problem drop not null,
  alter column last_problem type jsonb using to_jsonb(nullif(last_problem, ''));
alter table webhook_deliveries
  alter column last_problem drop not null,
  alter column last_problem type jsonb using to_jsonb(nullif(last_problem, ''));
alter table webhooks
  alter column pause_reason drop default,
  alter column pause_reason drop not null,
  alter column pause_reason type jsonb using to_jsonb(nullif(pause_reason, ''));
