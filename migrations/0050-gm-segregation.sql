-- What is declared free of genetic modification (tag 26) joins nothing that is not (rules.md §3).
update records set segregation =
  'gm:' || case when 26 = any (tag_ids) then 'non-gm' else 'undeclared' end || '|' || segregation;
