-- no transaction
-- Staff find a product by its SKU (R974).
create index concurrently if not exists product_sku on product (upper(sku));
