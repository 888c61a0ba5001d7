-- The goods of an order that go to the hosts of a registry, and since when they are on their way (R972). Orders of before
-- are noted when they are read the next time.
create table delivery (
  order_id int not null,
  registry_id bigint not null references registry (id),
  for_hosts boolean,
  ordered_at timestamptz not null,
  sent_at timestamptz,
  primary key (order_id, registry_id)
);
create index delivery_waiting on delivery (order_id, registry_id) where sent_at is null and for_hosts is not false;
create index delivery_registry on delivery (registry_id, order_id);
comment on table delivery is
  'Goods of a paid order given to a registry: whether they go to its hosts, and since when they are on their way.';
