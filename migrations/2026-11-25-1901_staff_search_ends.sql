-- no transaction
-- The end of a gift card's code as the console shows it, and phones of addresses, which hosts write as they like.
create index concurrently if not exists payout_code_end on payout (right(code, 4));
create index concurrently if not exists registry_home_phone
on registry (right(regexp_replace(home_address ->> 'phone', '\D', '', 'g'), 10)) where home_address is not null;
create index concurrently if not exists registry_shipping_phone
on registry (right(regexp_replace(shipping_address ->> 'phone', '\D', '', 'g'), 10)) where shipping_address is not null;
