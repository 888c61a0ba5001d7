-- Gifts that were paid at the shop's till, as staff typed their receipts. What they count for is in purchase and ledger,
-- under the receipt's id below zero in the place of an order's number.
create table till_receipt (
  id bigint generated always as identity primary key,
  number text not null,
  -- The number without case, spaces and look-alike letters.
  number_key text not null,
  registry_id bigint not null references registry (id),
  handoff_id bigint not null references handoff (id),
  recorded_at timestamptz not null,
  reversed_at timestamptz
);
create unique index till_receipt_number on till_receipt (number_key) where reversed_at is null;
create index till_receipt_registry on till_receipt (registry_id);
create index till_receipt_handoff on till_receipt (handoff_id);
comment on table till_receipt is
  'Receipts of the shop''s till that staff have recorded; purchase.order_id of their lines is the id below zero.';

-- Money that staff recorded is a column of its own in the money report, what they took back included.
create or replace function ledger_movement(line ledger) returns text language sql stable as $$
  select case
    when line.order_id < 0 and line.kind in ('gift', 'contribution', 'gift_card', 'surplus') then 'till'
    when line.order_id is not null and line.kind in ('gift', 'contribution', 'gift_card', 'surplus') then
      case when (select sum(same.cents) from ledger same
        where same.order_id = line.order_id and same.created_at = line.created_at and same.account <> 'goods'
          and same.kind in ('gift', 'contribution', 'gift_card', 'surplus')) < 0
      then 'refunded' else 'received' end
    when line.kind = 'certificate' then 'certificates'
    when line.kind = 'redeemed' then 'orders'
    when line.kind = 'returned' then 'returned'
    else 'within' end
$$;
alter table ledger_day
  drop constraint ledger_day_movement,
  add constraint ledger_day_movement
    check (movement in ('received', 'refunded', 'till', 'certificates', 'orders', 'returned', 'within')) not valid;
