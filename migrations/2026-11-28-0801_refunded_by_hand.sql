-- That an order was seen as refunded without a refund in the shop (R1304): kept, because a later status hides it.
alter table order_sync add column refunded_by_hand_at timestamptz;
comment on column order_sync.refunded_by_hand_at is 'When the shop first said that it was refunded, wholly or in part, without a refund that says how much (R1304).';
