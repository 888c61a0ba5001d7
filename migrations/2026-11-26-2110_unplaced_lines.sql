-- A line that counted, and belongs to no gift any more although it stands in its order, gives nothing back to its guest: a
-- movement of its own, which the line's cause says.
create or replace function ledger_movement(line ledger) returns text language sql stable as $$
  select case
    when line.order_id > 0 and line.cause like '% unplaced %' then 'unplaced'
    when line.order_id is not null and line.kind in ('gift', 'contribution', 'gift_card', 'surplus') then coalesce(
      (select case when sum(same.cents) <> 0 then null when bool_or(same.account = 'goods') then 'goods' else 'within' end
        from ledger same
        where same.order_id = line.order_id and same.line_id = line.line_id and same.created_at = line.created_at
          and same.kind in ('gift', 'contribution', 'gift_card', 'surplus')),
      case when line.order_id < 0 then 'till'
        when (select sum(changed.money) from (
          select sum(same.cents) filter (where same.account <> 'goods') as money from ledger same
          where same.order_id = line.order_id and same.created_at = line.created_at
            and same.kind in ('gift', 'contribution', 'gift_card', 'surplus') and same.cause not like '% unplaced %'
          group by same.line_id having sum(same.cents) <> 0) changed) < 0
        then 'refunded' else 'received' end)
    when line.kind = 'certificate' then 'certificates'
    when line.kind = 'redeemed' then 'orders'
    when line.kind = 'returned' then 'returned'
    when line.kind = 'moved' and exists (
      select from ledger same where same.transfer_id = line.transfer_id and same.account = 'goods') then 'goods'
    else 'within' end
$$;
alter table ledger_day
  drop constraint ledger_day_movement,
  add constraint ledger_day_movement check (movement in (
    'received', 'refunded', 'unplaced', 'till', 'certificates', 'orders', 'returned', 'goods', 'within')) not valid;
