-- What moved in the ledger by day, so that the money report reads days and not every line of all time.
-- Lines of one order's recount belong together: what a changed price takes from one account it adds to another.
create function ledger_movement(line ledger) returns text language sql stable as $$
  select case
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

create table ledger_day (
  day date not null,
  movement text not null constraint ledger_day_movement
    check (movement in ('received', 'refunded', 'certificates', 'orders', 'returned', 'within')),
  cents bigint not null,
  primary key (day, movement)
);
comment on table ledger_day is
  'What moved on each day in Athens, in cents, goods apart: the sums of the ledger''s lines up to money_held.counted_to.';

insert into ledger_day (day, movement, cents)
select (created_at at time zone 'Europe/Athens')::date, ledger_movement(ledger), sum(cents)
from ledger
where account <> 'goods' and id <= coalesce((select counted_to from money_held), 0)
group by 1, 2;
