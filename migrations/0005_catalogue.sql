-- What searching the catalogue needs of each listed product, in narrow rows, so that many are counted quickly.
-- Products of the same categories share a row of category_set, which knows how many they are.
create table category_set (
  id int generated always as identity primary key,
  category_ids int[] not null unique,
  -- These and all above them.
  branch_ids int[] not null,
  products int not null default 0,
  price_min int,
  price_max int
);
create index category_set_branches on category_set using gin (branch_ids);

create table shelf (
  product_id int primary key references product (id) on delete cascade,
  set_id int not null references category_set (id),
  price_cents int,
  -- Places in the shop's orders and the brand's place, 1 = first; null = in none.
  featured int,
  sold int,
  newest int,
  brand_rank int,
  keys tsvector not null
) with (toast_tuple_target = 128);
-- The keys are read by their index alone.
alter table shelf alter column keys set storage external;
create index shelf_keys on shelf using gin (keys);
create index shelf_set on shelf (set_id, price_cents);
create index shelf_featured on shelf (featured, product_id);
create index shelf_sold on shelf (sold, product_id);
create index shelf_newest on shelf (newest, product_id);
create index shelf_brand on shelf (brand_rank, product_id);
create index shelf_brand_down on shelf (brand_rank desc nulls last, product_id);
create index shelf_price on shelf (price_cents, product_id);
create index shelf_price_down on shelf (price_cents desc nulls last, product_id);

-- Every key of the shelf, for words with a typo.
create table shelf_key (key text collate "C" primary key);
create index shelf_key_trigrams on shelf_key using gin (key gin_trgm_ops);

-- These categories and all above them.
create function branches_of(ids int[]) returns int[] language sql stable as $$
  with recursive branch as (
    select unnest(ids) as id
    union
    select category.parent_id from branch join category on category.id = branch.id where category.parent_id <> 0)
  select coalesce(array_agg(id order by id), '{}') from branch
$$;

insert into category_set (category_ids, branch_ids, products, price_min, price_max)
select category_ids, branches_of(category_ids), count(*), min(price_cents), max(price_cents)
from product where listed group by category_ids;
insert into shelf (product_id, set_id, price_cents, featured, sold, newest, brand_rank, keys)
select product.id, category_set.id, product.price_cents, nullif(featured, 0), nullif(sold, 0), nullif(newest, 0),
  nullif(brand_rank, 0), array_to_tsvector(array(
    select distinct key from product_text text, unnest(string_to_array(text.search, ' ')) key
    where text.product_id = product.id and key <> ''))
from product join category_set on category_set.category_ids = product.category_ids where listed;
insert into shelf_key select distinct unnest(tsvector_to_array(keys)) from shelf;

drop index product_text_search;
drop index product_categories;

-- How far a sweep has come, so that the next process goes on from there.
alter table sweep
  add column started_at timestamptz,
  add column cursor text,
  add column products_read int not null default 0,
  add column is_read boolean not null default false;
