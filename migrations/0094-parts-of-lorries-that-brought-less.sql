-- Of a deleted part of a lorry's load: the lorry's net was said to be less, and is again what it was when the part is restored
-- (docs/decisions/0052-tickets-in-parts.md).
alter table movements add column lessened_net boolean not null default false;
