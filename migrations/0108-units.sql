-- The units that the people of an organisation read and type, as its country has them; what is kept stays grams and hectares
-- (docs/decisions/0107-units-of-an-organisation.md).
alter table organisations add column units jsonb not null default '{"scale": "kg", "stock": "t", "besides": null, "area": "ha"}';
update organisations set units = jsonb_set(units, '{stock}', to_jsonb(stock_unit));
update organisations set units = '{"scale": "lb", "stock": "bu", "besides": null, "area": "ac"}' where country_iso = 'US';
update organisations set units = units || '{"besides": "bu", "area": "ac"}' where country_iso = 'CA';
alter table organisations drop column stock_unit;
alter table organisations add constraint organisations_units_check check (
  units ->> 'scale' in ('kg', 'lb')
  and units ->> 'stock' in ('t', 'kg', 'lb', 'short ton', 'bu')
  and coalesce(units ->> 'besides', 'bu') = 'bu'
  and units ->> 'area' in ('ha', 'ac')
);
