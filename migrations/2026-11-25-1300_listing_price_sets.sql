-- no transaction
-- A search within prices counts what each category has of them: from the index alone, and of the range alone. By
-- (set_id, price_cents) it read the prices of every product.
create index concurrently if not exists product_listing_price_sets on product_listing (price_cents, set_id);
