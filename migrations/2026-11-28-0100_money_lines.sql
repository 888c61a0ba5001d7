-- Money that has bought something is not money (R1160): each purchase says whether its cents are money of the registry.
alter table purchase add column is_money boolean not null default false;
comment on column purchase.is_money is
  'Whether its cents are money of the registry, and not what they have bought (R1160).';
update purchase set is_money = kind <> 'units' or exists (
  select from ledger where ledger.order_id = purchase.order_id and ledger.line_id = purchase.line_id
    and ledger.kind = 'gift' and ledger.account = 'gift');

-- What of an order can be money at most, and whether the shop says what certificates have paid of it (R1163).
alter table order_payment
  add column most_money_cents int,
  add column is_unproved boolean not null default false,
  add column proof_accepted_at timestamptz;
comment on column order_payment.most_money_cents is
  'What of the order can be money of registries at most, in cents; null while that was not read (R1160).';
comment on column order_payment.is_unproved is
  'The shop does not tell what gift certificates have paid of it: its money waits (R1163).';
comment on column order_payment.proof_accepted_at is
  'When staff accepted what gift certificates have paid without the shop telling it (R1163).';

-- A group gift is given when its price is covered, or by a unit of it (R1161).
create or replace function is_gift_given(gift gift, product product, variant variant, units int, cents int) returns boolean
language sql immutable parallel safe
return case when coalesce((product).type, '') = 'giftcertificate' then false
  when (gift).is_group then coalesce(is_gift_given.units, 0) > 0
    or coalesce(is_gift_given.cents, 0) >= gift_price(gift, product, variant)
  else coalesce(is_gift_given.units, 0) >= (gift).quantity end;
