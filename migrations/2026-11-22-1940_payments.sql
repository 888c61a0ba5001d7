-- Which money may leave: what the shop says of each order's payment, and whose money each line of the ledger is.
create table order_payment (
  order_id int primary key,
  status text not null,
  method text not null,
  is_paid boolean not null,
  is_disputed boolean not null default false,
  paid_at timestamptz,
  first_paid_at timestamptz,
  received_at timestamptz,
  check (not is_paid or (paid_at is not null and first_paid_at is not null))
);
comment on table order_payment is
  'What is known of the payment of each order that brought money: by it money may leave or waits.';
-- Orders counted until now were taken as paid when they were placed; each is read anew before its money leaves.
insert into order_payment (order_id, status, method, is_paid, paid_at, first_paid_at)
select order_id, '', '', true, min(ordered_at), min(ordered_at) from purchase where state = 'paid' group by order_id;

-- Lines from before have none: their money counts as free.
alter table ledger add column source_order_id int;

alter table closing add column due_at timestamptz, add column settled_at timestamptz;
update closing set due_at = created_at, settled_at = created_at;
alter table closing alter column due_at set not null;
create index closing_unsettled on closing (due_at) where settled_at is null;
