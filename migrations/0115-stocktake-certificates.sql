-- Kinds of papers are the program's own list (papers/facts.ts), which grows with each of them.
alter table papers drop constraint if exists papers_kind_check;
