-- Units that were taken off their order before dispatch, and whose worth a manager with a second person made money (R1162).
create table freed_unit (
  id bigint generated always as identity primary key,
  order_id int not null,
  line_id int not null,
  gift_id bigint not null references gift (id),
  registry_id bigint not null references registry (id),
  handoff_id bigint not null references handoff (id),
  units int not null check (units > 0),
  cents int not null check (cents > 0),
  freed_at timestamptz not null
);
create index freed_unit_order on freed_unit (order_id, line_id);
create index freed_unit_gift on freed_unit (gift_id);
create index freed_unit_registry on freed_unit (registry_id);
create index freed_unit_handoff on freed_unit (handoff_id);
comment on table freed_unit is
  'Units of goods that were taken off an order before dispatch: their worth is money as far as it was captured and not given back.';
