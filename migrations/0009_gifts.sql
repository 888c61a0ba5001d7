-- Surprise mode: the hosts learn nothing of what was given until that day, or until they switch it off.
alter table registry
  add column surprise boolean not null default false,
  add column reveal_day date;
create index registry_surprise on registry (reveal_day) where surprise and removed_at is null;

-- What was given to a registry, newest first, page by page.
drop index purchase_registry;
create index purchase_registry on purchase (registry_id, ordered_at desc, order_id desc, line_id desc);
