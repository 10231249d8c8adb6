-- What is on its way into a bay, or lies there, without a weight is judged by kind like any other load (rules.md §3).
create index movements_unweighed on movements (organisation_id) where weight_grams = 0 and status <> 'deleted';
