-- Counts from a file (docs/imports.md): who counted, and when and by whom they were taken back with their import. Their number stays.
alter table adjustments
  add column counted_by_name text not null default '',
  add column withdrawn_at timestamptz,
  add column withdrawn_by uuid,
  add column withdrawn_by_name text;
