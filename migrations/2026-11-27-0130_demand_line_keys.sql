-- The words by which a product's line of demand is found, beside its numbers: a word of a third of the catalogue was looked
-- up in the listing for a second.
alter table demand_line add column keys tsvector;
update demand_line set keys = product_listing.keys
from product_listing where dimension = 'product' and key = product_listing.product_id::text;
