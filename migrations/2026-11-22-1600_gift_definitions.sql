-- What a gift costs, is called, looks like and has been given is defined once, here; queries of every feature use it.

-- Cents incl. VAT; null when the shop shows no price.
create function product_price(product product, variant variant) returns int
language sql immutable parallel safe
return coalesce((variant).price_cents, (product).price_cents);

-- Cents incl. VAT: the shop's price of today; a gift card keeps the price that it had when it was added (R302).
create function gift_price(gift gift, product product, variant variant) returns int
language sql immutable parallel safe
return case when (product).type = 'giftcertificate' then (gift).price_cents
  else coalesce(product_price(product, variant), (gift).price_cents) end;

-- Whether the shop sells it today (R312).
create function is_gift_available(gift gift, product product, variant variant) returns boolean
language sql immutable parallel safe
return coalesce((product).listed and (product).available
  and coalesce((variant).available, (gift).variant_id = 0), false);

create function product_image(product product, variant variant) returns text
language sql immutable parallel safe
return coalesce((variant).image, (product).image);

-- Name and path of every product for readers of a language: in that language, else in English, else in any.
create function product_text_in(reader_language text) returns table (product_id int, name text, path text)
language sql stable parallel safe
begin atomic
  select product.id,
    coalesce(own.name, english.name, (
      select product_text.name from product_text where product_text.product_id = product.id
      order by product_text.language limit 1)),
    coalesce(own.path, english.path, (
      select product_text.path from product_text where product_text.product_id = product.id
      order by product_text.language limit 1))
  from product
  left join product_text own on own.product_id = product.id and own.language = reader_language
  left join product_text english on english.product_id = product.id and english.language = 'en';
end;

-- Whether all of it is given (R319): a group gift when its price is covered; more can always be put on a gift card.
-- Units and cents are those of gift_given.
create function is_gift_given(gift gift, product product, variant variant, units int, cents int) returns boolean
language sql immutable parallel safe
return case when coalesce((product).type, '') = 'giftcertificate' then false
  when (gift).is_group then coalesce(is_gift_given.cents, 0) >= gift_price(gift, product, variant)
  else coalesce(is_gift_given.units, 0) >= (gift).quantity end;

-- Who gave: one person by their e-mail, else by their cart; null for what isn't paid or is worth nothing.
create function giver_key(purchase purchase) returns text
language sql immutable parallel safe
return case when (purchase).state = 'paid' and (purchase).cents > 0
  then coalesce(lower((purchase).giver_email), (purchase).handoff_id::text) end;

-- What was given towards these gifts (R319): paid and credited purchases, and money that hosts moved to them. Units
-- for gifts that are given whole, cents for group gifts and gift cards. Gifts without anything are left out.
create function gift_given(gift_ids bigint[]) returns table (gift_id bigint, units int, cents int, givers int)
language sql stable parallel safe
begin atomic
  select given.gift_id, sum(given.units)::int, sum(given.cents)::int, count(distinct given.giver)::int
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
