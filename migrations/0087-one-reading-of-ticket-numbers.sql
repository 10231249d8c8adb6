-- One reading of the number of a ticket (docs/decisions/0087-the-same-ticket.md): 1, 0001, 1.0, “No. 1” and “N° 1” are one number.
-- `ticketKey` in src/kernel/ticket-number.ts reads numbers in the same way, step by step.
create function ticket_key(number text) returns text
  language sql immutable parallel safe
  return case when number ~ '^[1-9][0-9]*$' then number else
    regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(
      lower(normalize(number, NFKC)),
      -- What is written before a number.
      '^[\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u2000-\u206f\u2212\ufeff]*(?:(?:no|nr|n°)[\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u2000-\u206f\u2212\ufeff]*)?(?=[0-9])', ''),
      -- A whole number that a spreadsheet has kept as a fraction.
      '^([0-9]+)[.,]00?(?![0-9])[\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u2000-\u206f\u2212\ufeff]*$', '\1'),
      -- Only between two figures does a mark part anything: 12-3 is another number than 1-23.
      '[\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u2000-\u206f\u2212\ufeff]+', ' ', 'g'),
      '(?<=[0-9]) (?=[0-9])', '-', 'g'),
      ' ', '', 'g'),
      '^0+(?=[^-])', '') end;

drop index movements_load_reference;
create index movements_ticket_key on movements (organisation_id, ticket_key(load_reference), effective_at)
  where load_reference is not null and status <> 'deleted';
