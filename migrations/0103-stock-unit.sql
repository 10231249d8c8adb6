-- The unit in which an organisation reads stock on its screens; what is kept stays grams (docs/decisions/0101-one-unit-of-stock.md).
alter table organisations add column stock_unit text not null default 't' check (stock_unit in ('t', 'kg'));
