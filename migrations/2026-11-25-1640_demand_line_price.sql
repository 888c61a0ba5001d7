-- The price band of a product whose demand was counted, so that staff narrow products by it (R973).

alter table demand_line add column price_from int;
update demand_line set price_from = case
  when product.price_cents >= 50000 then 50000 when product.price_cents >= 20000 then 20000
  when product.price_cents >= 10000 then 10000 when product.price_cents >= 5000 then 5000
  when product.price_cents >= 2000 then 2000 else 0 end
from product where demand_line.dimension = 'product' and demand_line.key = product.id::text;
