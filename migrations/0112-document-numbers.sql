-- Numbers of documents (docs/decisions/0132-numbers-of-documents.md): a series for each kind of paper of an organisation, and how far it has come.

create table number_series (
  organisation_id uuid not null references organisations (id) on delete cascade,
  kind text not null check (kind in ('ticket-in', 'ticket-out', 'transfer', 'passport', 'count', 'statement')),
  -- What stands before and behind the figures, with {store}, {yy} and {yyyy} where these are to stand, and how many figures there are at least.
  prefix text not null default '',
  digits smallint not null default 1 check (digits between 1 and 10),
  suffix text not null default '',
  restarts text not null default 'never' check (restarts in ('never', 'calendar-year', 'harvest-year')),
  -- The month in which a year of it begins.
  first_month smallint not null default 1 check (first_month between 1 and 12),
  -- Each store has numbers of its own.
  by_store boolean not null default false,
  names_store boolean not null generated always as (position('{store}' in prefix || suffix) > 0) stored,
  names_year boolean not null generated always as (position('{yy' in prefix || suffix) > 0) stored,
  primary key (organisation_id, kind)
);

-- The last number that was given, by what begins again at 1. Its row is also the lock.
create table number_counters (
  organisation_id uuid not null,
  kind text not null,
  -- Only zeros where all stores have one series.
  storage_id uuid not null,
  -- 0 where it never begins again.
  year integer not null,
  id bigint not null generated always as identity,
  last_number bigint not null check (last_number > 0),
  -- More than 1 where an organisation had numbered its papers before there were series.
  first_number bigint not null default 1 check (first_number > 0),
  primary key (organisation_id, kind, storage_id, year),
  unique (organisation_id, id),
  foreign key (organisation_id, kind) references number_series (organisation_id, kind) on delete cascade
);

-- What a store is called in numbers.
create table store_codes (
  organisation_id uuid not null,
  storage_id uuid not null,
  code text not null check (code <> ''),
  primary key (organisation_id, storage_id),
  foreign key (organisation_id, storage_id) references storages (organisation_id, id) on delete cascade
);
create unique index store_codes_code on store_codes (organisation_id, lower(code));

create function begin_number_series() returns trigger language plpgsql as $$
begin
  insert into number_series (organisation_id, kind)
  select new.id, kind from unnest(array['ticket-in', 'ticket-out', 'transfer', 'passport', 'count', 'statement']) each (kind);
  return null;
end $$;
create trigger organisations_number_series after insert on organisations for each row execute function begin_number_series();

-- A number as it is printed: with more figures than it is to have at least, it has as many as it needs.
create function document_number(prefix text, digits integer, suffix text, store text, year integer, number bigint) returns text
  language sql immutable parallel safe
  return replace(replace(replace(prefix, '{store}', store), '{yyyy}', year::text), '{yy}', right(year::text, 2))
    || lpad(number::text, greatest(digits, length(number::text)), '0')
    || replace(replace(replace(suffix, '{store}', store), '{yyyy}', year::text), '{yy}', right(year::text, 2));

-- Of a load that was weighed or completed; all parts of one lorry have one.
alter table movements add column document_number text;
alter table movements add column number_counter_id bigint;
alter table movements add column number_in_series bigint;

-- Of a passport and a statement; all issues of one have one.
alter table papers add column document_number text;
alter table papers add column number_counter_id bigint;
alter table papers add column number_in_series bigint;

-- Of what was counted together.
alter table adjustments add column document_number text;
alter table adjustments add column number_counter_id bigint;
alter table adjustments add column number_in_series bigint;

-- Organisations that are there go on after what they have printed: the numbers of movements, with six figures.
insert into number_series (organisation_id, kind, digits)
select o.id, kind, case when kind in ('ticket-in', 'ticket-out', 'transfer') and exists (select from movements m where m.organisation_id = o.id) then 6 else 1 end
from organisations o, unnest(array['ticket-in', 'ticket-out', 'transfer', 'passport', 'count', 'statement']) each (kind);
insert into number_counters (organisation_id, kind, storage_id, year, last_number, first_number)
select s.organisation_id, s.kind, '00000000-0000-0000-0000-000000000000', 0, printed.last, printed.last + 1
from number_series s
join (select organisation_id, max(id) as last from movements group by organisation_id) printed on printed.organisation_id = s.organisation_id
where s.kind in ('ticket-in', 'ticket-out', 'transfer');
update movements m set document_number = lpad(printed.first::text, greatest(6, length(printed.first::text)), '0')
from (select organisation_id, id, min(id) over (partition by organisation_id, coalesce(ticket_id::text, id::text)) as first from movements) printed
where printed.organisation_id = m.organisation_id and printed.id = m.id
  and (m.status = 'complete' or m.completed_at is not null or (m.empty_grams is not null and m.full_grams is not null));

create unique index movements_number_in_series on movements (organisation_id, number_counter_id, number_in_series, coalesce(ticket_part, 0))
  where number_counter_id is not null;
create index papers_number_in_series on papers (organisation_id, number_counter_id, number_in_series) where number_counter_id is not null;
create index adjustments_number_in_series on adjustments (storer_id, number_counter_id, number_in_series) where number_counter_id is not null;
