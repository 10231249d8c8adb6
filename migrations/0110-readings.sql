-- Where each reading of a lorry comes from: a scale, a hand, an earlier tare or a file, beside the weights themselves
-- (docs/decisions/0130-where-a-weight-comes-from.md). Null of what was entered before anybody said so.
alter table movements add column readings jsonb check (jsonb_typeof(readings) = 'object');
alter table tickets add column readings jsonb check (jsonb_typeof(readings) = 'object');
-- What an organisation lets pass at its weighbridge: whether weights may be typed, and for how long a tare is good.
alter table organisations add column weighing jsonb not null default '{}' check (jsonb_typeof(weighing) = 'object');
