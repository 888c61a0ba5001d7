-- Money that leaves a registry: one row a request, kept before the shop is asked.
create table payout (
  id bigint generated always as identity primary key,
  registry_id bigint not null references registry (id),
  -- certificate: a gift card of the shop · order: the product itself, ordered for the host.
  way text not null check (way in ('certificate', 'order')),
  -- own: the host pays the rest himself, with this certificate.
  reason text not null check (reason in ('collect', 'prepayment', 'redeem', 'own', 'closing')),
  closing_number int,
  idempotency_key text not null,
  fingerprint text not null,
  cents int not null check (cents > 0),
  -- Our own: a certificate's code, or the id under which the order is found again.
  code text not null unique check (length(code) <= 20),
  gift_id bigint references gift (id),
  units int check (units > 0),
  language text not null check (language in ('en', 'el')),
  to_name text not null,
  to_surname text not null,
  to_email text not null,
  expires_on date,
  state text not null default 'waiting' check (state in ('waiting', 'done', 'failed')),
  attempts int not null default 0,
  next_at timestamptz not null,
  error text,
  -- The certificate's or the order's id in the shop.
  shop_id int,
  balance_cents int,
  balance_at timestamptz,
  created_at timestamptz not null,
  done_at timestamptz,
  unique (registry_id, idempotency_key),
  unique (registry_id, closing_number),
  check ((reason = 'closing') = (closing_number is not null)),
  check ((way = 'order') = (units is not null)),
  check ((state = 'done') = (shop_id is not null))
);
create index payout_waiting on payout (next_at) where state = 'waiting';

-- Leftovers sent to another gift of the same registry.
create table money_move (
  id bigint generated always as identity primary key,
  registry_id bigint not null references registry (id),
  idempotency_key text not null,
  fingerprint text not null,
  from_gift_id bigint not null references gift (id),
  to_gift_id bigint not null references gift (id),
  cents int not null check (cents > 0),
  created_at timestamptz not null,
  unique (registry_id, idempotency_key)
);

-- What each line belongs to: goods were bought as such; gift is money towards a gift; change is what is left over.
alter table ledger
  alter column order_id drop not null,
  alter column line_id drop not null,
  add column pocket text check (pocket in ('goods', 'gift', 'change')),
  add column payout_id bigint references payout (id),
  add column move_id bigint references money_move (id);
alter table ledger disable trigger ledger_append_only;
update ledger set pocket = case kind
  when 'surplus' then 'change'
  when 'gift' then case when exists (
    select from gift join product on product.id = gift.product_id
    where gift.id = ledger.gift_id and product.type = 'digital') then 'gift' else 'goods' end
  else 'gift' end;
alter table ledger enable trigger ledger_append_only;
alter table ledger
  alter column pocket set not null,
  drop constraint ledger_kind_check,
  add constraint ledger_kind_check check (kind in
    ('gift', 'contribution', 'gift_card', 'surplus', 'certificate', 'redeemed', 'returned', 'moved', 'settled')),
  add constraint ledger_of_order check (
    (kind in ('gift', 'contribution', 'gift_card', 'surplus')) = (order_id is not null and line_id is not null)),
  add constraint ledger_of_payout check ((kind in ('certificate', 'redeemed', 'returned')) = (payout_id is not null)),
  add constraint ledger_of_move check ((kind = 'moved') = (move_id is not null)),
  add constraint ledger_out check (kind not in ('certificate', 'redeemed') or cents < 0),
  add constraint ledger_back check (kind <> 'returned' or cents > 0),
  add constraint ledger_change check (kind <> 'surplus' or pocket = 'change'),
  add constraint ledger_money check (pocket <> 'goods' or kind = 'gift');
create index ledger_gift on ledger (gift_id);
create index ledger_payout on ledger (payout_id) where payout_id is not null;
create index ledger_move on ledger (move_id) where move_id is not null;

-- Checked at the end of each transaction: what a payout takes is what it pays, and a failed one has given all back.
create function payout_is_exact(of_payout bigint) returns void language plpgsql as $$
begin
  if exists (
    select from payout where id = of_payout
      and case when state = 'failed' then 0 else -cents end <> (
        select coalesce(sum(cents), 0) from ledger
        where payout_id = of_payout and registry_id = payout.registry_id))
  then raise exception 'payout % does not agree with the ledger', of_payout;
  end if;
end $$;

create function payout_kept() returns trigger language plpgsql as $$
begin
  perform payout_is_exact(new.id);
  return null;
end $$;
create constraint trigger payout_exact after insert or update of state, cents on payout
  deferrable initially deferred for each row execute function payout_kept();

create function money_left() returns trigger language plpgsql as $$
begin
  if new.payout_id is not null then perform payout_is_exact(new.payout_id); end if;
  if new.move_id is not null and 0 <> (
    select sum(cents) from ledger where move_id = new.move_id and registry_id = new.registry_id)
  then raise exception 'move % makes or loses money', new.move_id;
  end if;
  if new.kind = 'settled' and 0 <> (
    select sum(cents) from ledger where kind = 'settled' and registry_id = new.registry_id)
  then raise exception 'settling registry % makes or loses money', new.registry_id;
  end if;
  -- Only a refund in the shop may leave less than nothing.
  if new.kind in ('certificate', 'redeemed') and 0 > (
    select sum(cents) from ledger where registry_id = new.registry_id and pocket <> 'goods')
  then raise exception 'registry % pays out more than it has', new.registry_id;
  end if;
  return null;
end $$;
create constraint trigger ledger_exact after insert on ledger
  deferrable initially deferred for each row
  when (new.kind in ('certificate', 'redeemed', 'returned', 'moved', 'settled'))
  execute function money_left();

-- Every closing of a registry has its number: moving the date makes a later one possible, never the same again.
create table closing (
  registry_id bigint not null references registry (id),
  number int not null check (number > 0),
  day date not null,
  cents int not null check (cents >= 0),
  created_at timestamptz not null,
  primary key (registry_id, number)
);
-- The closing day that was last worked off.
alter table registry add column closed_day date;
create index registry_closing on registry (closing_day) where removed_at is null;
create index registry_unclosed on registry (closing_day)
  where removed_at is null and closed_day is distinct from closing_day;

create table closing_notice (
  registry_id bigint not null references registry (id),
  day date not null,
  kind text not null check (kind in ('week', 'day')),
  primary key (registry_id, day, kind)
);

-- The most that was found missing after money had been paid out: staff are told when it grows.
create table owed (
  registry_id bigint primary key references registry (id),
  cents int not null check (cents >= 0),
  changed_at timestamptz not null
);
