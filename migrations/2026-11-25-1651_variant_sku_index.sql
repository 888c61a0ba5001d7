-- no transaction
create index concurrently if not exists variant_sku on variant (upper(sku));
