-- Refunds of an order as a whole, which staff say the lines of.
create table refund_placement (
  refund_id int not null,
  line_id int not null,
  order_id int not null,
  cents int not null check (cents > 0),
  placed_at timestamptz not null,
  primary key (refund_id, line_id)
);
comment on table refund_placement is
  'Which lines of an order staff have taken a refund of the order as a whole from (R512).';
create index refund_placement_order on refund_placement (order_id);
