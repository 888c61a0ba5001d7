-- What is known of the store's tax, for the time that it can't be asked.
create table store_tax (
  id int primary key default 1 check (id = 1),
  prices_include_tax boolean not null,
  classes jsonb not null,
  read_at timestamptz not null
);
comment on table store_tax is 'How the store enters prices, and the factors of its tax classes (R304); one row.';
comment on column store_tax.classes is 'List of { id, name, factor }; the factor is null where no rate is known.';

-- Whether the shop sells it today (R312): without a price it can't be bought.
create or replace function is_gift_available(gift gift, product product, variant variant) returns boolean
language sql immutable parallel safe
return coalesce((product).listed and (product).available
  and coalesce((variant).available, (gift).variant_id = 0)
  and product_price(product, variant) is not null, false);
