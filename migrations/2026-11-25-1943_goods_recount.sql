-- The days that are counted already are counted again: by itself, so that the money report reads the sums of before
-- meanwhile. Only who adds to them waits.
select from money_held for update;
delete from ledger_day;
insert into ledger_day (day, movement, cents)
select (created_at at time zone 'Europe/Athens')::date, ledger_movement(ledger), sum(cents)
from ledger
where account <> 'goods' and id <= coalesce((select counted_to from money_held), 0)
group by 1, 2;
