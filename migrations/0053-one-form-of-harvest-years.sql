-- Australia and New Zealand keep a harvest year as 2026/27: labelled 2026 it was another year, which joined nothing (rules.md §1).
create function pg_temp.in_one_form(label text) returns text language sql immutable as
  $$ select label || '/' || lpad(((label::integer + 1) % 100)::text, 2, '0') $$;

-- Crops of a plan that is there in both forms go to the one that stays.
update records r set harvest_plan_id = kept.id
from harvest_plans other join organisations o on o.id = other.organisation_id and o.country_iso in ('AU', 'NZ')
join harvest_plans kept on kept.organisation_id = other.organisation_id and kept.harvest_year = pg_temp.in_one_form(other.harvest_year)
  and (kept.commodity_id, kept.type_id, lower(kept.variety), kept.tag_ids) = (other.commodity_id, other.type_id, lower(other.variety), other.tag_ids)
  and kept.grade_id is not distinct from other.grade_id and kept.business_unit_id is not distinct from other.business_unit_id
where r.harvest_plan_id = other.id and other.harvest_year ~ '^[0-9]{4}$';
update harvest_plans p set harvest_year = pg_temp.in_one_form(p.harvest_year)
from organisations o
where o.id = p.organisation_id and o.country_iso in ('AU', 'NZ') and p.harvest_year ~ '^[0-9]{4}$' and not exists (
  select from harvest_plans kept
  where kept.organisation_id = p.organisation_id and kept.harvest_year = pg_temp.in_one_form(p.harvest_year)
    and (kept.commodity_id, kept.type_id, lower(kept.variety), kept.tag_ids) = (p.commodity_id, p.type_id, lower(p.variety), p.tag_ids)
    and kept.grade_id is not distinct from p.grade_id and kept.business_unit_id is not distinct from p.business_unit_id);

-- A parcel whose bay has known one of the kept form stays what it was: two parcels cannot become one.
update records r set harvest_year = pg_temp.in_one_form(r.harvest_year)
from organisations o
where o.id = r.keeper_id and o.country_iso in ('AU', 'NZ') and r.harvest_year ~ '^[0-9]{4}$' and not exists (
  select from records kept
  where kept.bay_id = r.bay_id and kept.owner_id = r.owner_id and kept.commodity_id = r.commodity_id
    and kept.harvest_year = pg_temp.in_one_form(r.harvest_year) and kept.segregation = r.segregation);

-- Behind a pooler the session goes on, and whoever migrates on it next would find the function there.
drop function pg_temp.in_one_form(text);
