-- no transaction
-- The products of a picture whose kind has become known.
create index concurrently if not exists product_image on product (image) where image is not null;
create index concurrently if not exists variant_image on variant (image) where image is not null;
