-- Gift cards: money given towards a card that the shop issues later; no number of units is wished for.
alter table handoff_line drop constraint handoff_line_kind_check;
alter table handoff_line add constraint handoff_line_kind_check check (kind in ('units', 'contribution', 'gift_card'));
alter table purchase drop constraint purchase_kind_check;
alter table purchase add constraint purchase_kind_check check (kind in ('units', 'contribution', 'gift_card'));
alter table ledger drop constraint ledger_kind_check;
alter table ledger add constraint ledger_kind_check check (kind in ('gift', 'contribution', 'gift_card', 'surplus'));

-- Gifts whose price or quantity moved after something was given: the clock credits them anew.
create table credit_due (
  gift_id bigint primary key references gift (id),
  moved int not null default 1
);
drop index gift_product;
create index gift_product on gift (product_id);

create function note_credit_due(of_gift bigint, of_product int) returns void language sql as $$
  insert into credit_due (gift_id)
  select id from gift
  where (id = of_gift or product_id = of_product)
    and exists (select from purchase where gift_id = gift.id)
  order by id
  on conflict (gift_id) do update set moved = credit_due.moved + 1
$$;

create function product_moved() returns trigger language plpgsql as $$
begin
  perform note_credit_due(null, case when tg_op = 'DELETE' then old.id else new.id end);
  return null;
end $$;
create trigger product_came_or_went after insert or delete on product
  for each row execute function product_moved();
create trigger product_price_moved after update on product
  for each row when (old.price_cents is distinct from new.price_cents or old.type <> new.type)
  execute function product_moved();

create function variant_moved() returns trigger language plpgsql as $$
begin
  perform note_credit_due(null, case when tg_op = 'DELETE' then old.product_id else new.product_id end);
  return null;
end $$;
create trigger variant_came_or_went after insert or delete on variant
  for each row execute function variant_moved();
create trigger variant_price_moved after update on variant
  for each row when (old.price_cents is distinct from new.price_cents)
  execute function variant_moved();

create function gift_moved() returns trigger language plpgsql as $$
begin
  perform note_credit_due(new.id, null);
  return null;
end $$;
create trigger gift_wish_moved after update on gift
  for each row when (old.quantity <> new.quantity or old.is_group <> new.is_group or old.price_cents <> new.price_cents)
  execute function gift_moved();

-- What the giver asked for by the link in his letter, and whether the goods go to the hosts.
alter table handoff add column cancel_asked_at timestamptz;
alter table order_read add column to_hosts boolean;
