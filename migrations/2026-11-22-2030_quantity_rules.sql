-- What the shop sells in one order, and what it has left.
alter table product
  add column min_quantity int not null default 1 check (min_quantity > 0),
  add column max_quantity int check (max_quantity > 0),
  add column stock int check (stock >= 0);
alter table variant add column stock int check (stock >= 0);
comment on column product.stock is
  'Units left in the shop, 100 for more; null when it does not count them or does not say (R321).';
comment on column variant.stock is
  'Units left of the variant, or of its product where the shop does not count variants apart; as product.stock.';

-- Units left of what a gift wishes for; null when not known.
create function gift_stock(gift gift, product product, variant variant) returns int
language sql immutable parallel safe
return case when (gift).variant_id = 0 then (product).stock else (variant).stock end;
