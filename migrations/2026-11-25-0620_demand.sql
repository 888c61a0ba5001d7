-- What is wished for and given, by product and in larger groups, for the staff (R973): counted in slices by a job.

create table demand_build (
  id int primary key default 1 constraint demand_build_one check (id = 1),
  position bigint,
  started_at timestamptz,
  day date,
  finished_at timestamptz,
  shown_day date
);
insert into demand_build default values;
comment on table demand_build is 'How far the job has counted the demand, and when what staff see was counted; one row.';

create table demand_count (
  product_id int not null,
  month text not null,
  wished bigint not null,
  open bigint not null,
  given bigint not null,
  due_30 bigint not null,
  due_60 bigint not null,
  due_90 bigint not null,
  primary key (product_id, month)
);
comment on table demand_count is 'Units by product and month of the event, while the demand is counted anew.';

create table demand_line (
  dimension text not null,
  key text not null,
  brand text,
  category_ids int[] not null default '{}',
  wished bigint not null,
  open bigint not null,
  given bigint not null,
  swapped bigint not null,
  due_30 bigint not null,
  due_60 bigint not null,
  due_90 bigint not null,
  stock bigint,
  primary key (dimension, key)
);
create index demand_line_wished on demand_line (dimension, wished desc, key);
create index demand_line_open on demand_line (dimension, open desc, key);
create index demand_line_given on demand_line (dimension, given desc, key);
create index demand_line_swapped on demand_line (dimension, swapped desc, key);
create index demand_line_due_30 on demand_line (dimension, due_30 desc, key);
create index demand_line_due_60 on demand_line (dimension, due_60 desc, key);
create index demand_line_due_90 on demand_line (dimension, due_90 desc, key);
create index demand_line_brand on demand_line (brand) where dimension = 'product';
create index demand_line_categories on demand_line using gin (category_ids) where dimension = 'product';
comment on table demand_line is
  'Units wished for, open and given by product, category, brand, price band and month of the event, as counted last.';

create table product_swap (
  product_id int primary key,
  count int not null
);
comment on table product_swap is 'How often hosts have put another product in the place of this one.';

create table empty_product_search (
  words text primary key,
  count int not null,
  last_at timestamptz not null
);
create index empty_product_search_count on empty_product_search (count desc, words);
create index empty_product_search_last on empty_product_search (last_at);
comment on table empty_product_search is 'What hosts searched for on the add page and the shop does not have.';

create table empty_registry_search (
  length int primary key,
  count int not null,
  last_at timestamptz not null
);
comment on table empty_registry_search is
  'How many searches for a registry found nothing, by the number of characters typed; never the words.';
