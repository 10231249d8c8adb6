-- What lorries weigh at an organisation at most, full and net: more is asked once (docs/decisions/0092-what-a-lorry-weighs.md). None weighs more
-- than 200 t.
alter table organisations
  add column usual_full_grams bigint not null default 60000000 check (usual_full_grams between 1 and 200000000),
  add column usual_net_grams bigint not null default 45000000 check (usual_net_grams between 1 and 200000000);
