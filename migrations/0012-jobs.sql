-- Work that is done beside the requests, and what is asked of experts.

-- A job is entered by the transaction that wants it done, and done by whichever process takes it.
create table jobs (
  id uuid primary key,
  kind text not null,
  -- What is asked for twice under one key is done once.
  key text not null,
  -- What the work needs; emptied once it is done.
  payload jsonb not null,
  status text not null default 'queued' check (status in ('queued', 'done', 'failed')),
  -- Counted when an attempt begins, so that work which ends the process comes to an end as well.
  attempts integer not null default 0,
  -- Not before. Whoever takes a job moves this to the end of its lease: when the process dies, it is due again then.
  due_at timestamptz not null,
  -- The attempt that holds the job; only that one may say what became of it.
  lease_id uuid,
  last_problem text not null default '',
  created_at timestamptz not null,
  finished_at timestamptz,
  constraint jobs_key unique (kind, key),
  check ((status = 'queued') = (finished_at is null))
);
create index jobs_due on jobs (due_at, id) where status = 'queued';
create index jobs_failed on jobs (created_at) where status = 'failed';
create index jobs_finished on jobs (finished_at) where status <> 'queued';

-- A question to an agricultural expert, and what became of its mail.
create table expert_questions (
  id uuid primary key,
  organisation_id uuid not null references organisations,
  user_id uuid not null,
  user_name text not null,
  -- Where the answer goes: the asker's address, or who answers for the key that asked; empty where nobody does.
  reply_to text not null,
  kind text not null check (kind in ('question', 'grain-sample')),
  question text not null check (length(question) <= 1000),
  file_ids uuid[] not null default '{}',
  status text not null default 'queued' check (status in ('queued', 'sent', 'failed')),
  attempts integer not null default 0,
  last_problem text not null default '',
  created_at timestamptz not null,
  sent_at timestamptz,
  check ((status = 'sent') = (sent_at is not null))
);
create index expert_questions_organisation on expert_questions (organisation_id, created_at);
