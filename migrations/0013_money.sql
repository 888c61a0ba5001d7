-- Carts that a hand-off had before its present one: an order that comes of one late is still the hand-off's.
create table former_cart (
  cart_id text primary key,
  handoff_id bigint not null references handoff (id) on delete cascade
);

-- The giver left and was erased: a later reading of his order brings nothing of him back.
alter table handoff add column erased boolean not null default false;
update handoff set erased = true where customer_id is null and giver_name = '' and visibility = 'anonymous';

-- What the shop took back of an order that was placed for a host; in either direction, as the shop has it now.
alter table payout
  add column returned_cents int not null default 0,
  add column returned_units int not null default 0,
  add constraint payout_returned check (
    returned_cents between 0 and cents and returned_units between 0 and coalesce(units, 0)),
  add constraint payout_returned_of_order check (returned_cents = 0 or (way = 'order' and state = 'done'));
alter table ledger drop constraint ledger_back;

create or replace function payout_is_exact(of_payout bigint) returns void language plpgsql as $$
begin
  if exists (
    select from payout where id = of_payout
      and case when state = 'failed' then 0 else returned_cents - cents end <> (
        select coalesce(sum(cents), 0) from ledger
        where payout_id = of_payout and registry_id = payout.registry_id))
  then raise exception 'payout % does not agree with the ledger', of_payout;
  end if;
end $$;
drop trigger payout_exact on payout;
create constraint trigger payout_exact after insert or update of state, cents, returned_cents on payout
  deferrable initially deferred for each row execute function payout_kept();
