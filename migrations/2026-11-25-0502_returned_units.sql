-- Goods that hosts have brought back to the shop: what they are worth has become smart change.
create table returned_unit (
  transfer_id bigint primary key references transfer (id),
  order_id bigint not null,
  line_id bigint not null,
  gift_id bigint not null references gift (id),
  registry_id bigint not null references registry (id),
  units integer not null check (units > 0),
  cents integer not null check (cents > 0),
  returned_at timestamptz not null
);
create index returned_unit_order on returned_unit (order_id, line_id);
create index returned_unit_gift on returned_unit (gift_id);
create index returned_unit_registry on returned_unit (registry_id);
comment on table returned_unit is
  'Units of goods that a host has returned to the shop, each by the transfer that made their worth smart change.';

-- What a host returns is moved from goods to leftovers.
alter table ledger
  drop constraint ledger_money,
  add constraint ledger_money check (account <> 'goods' or kind in ('gift', 'moved')) not valid;
