-- Money that was moved away and then refunded leaves no gift with less than nothing given: more than its price would be
-- offered to guests.
create or replace function gift_given(gift_ids bigint[]) returns table (gift_id bigint, units int, cents int, givers int)
language sql stable parallel safe
begin atomic
  select given.gift_id, sum(given.units)::int, greatest(0, sum(given.cents))::int, count(distinct given.giver)::int
  from (
    select purchase.gift_id, giver_key(purchase) as giver,
      case when purchase.kind = 'contribution' then 0 else purchase.credited_units end as units,
      case when purchase.kind = 'units' then 0 else purchase.credited_cents end as cents
    from purchase where purchase.gift_id = any(gift_given.gift_ids) and purchase.state = 'paid'
    union all
    select ledger.gift_id, null, 0, ledger.cents
    from ledger where ledger.gift_id = any(gift_given.gift_ids) and ledger.kind = 'moved' and ledger.account = 'gift'
  ) given
  group by given.gift_id;
end;
