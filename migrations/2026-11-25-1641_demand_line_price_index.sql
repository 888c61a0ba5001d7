-- no transaction
-- Products of a price band (R973).
create index concurrently if not exists demand_line_price on demand_line (price_from) where dimension = 'product';
