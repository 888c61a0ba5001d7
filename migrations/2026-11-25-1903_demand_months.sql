-- The demand of each product, category, brand and price band by month of the event (R1032).
create table demand_month_line (
  dimension text not null,
  key text not null,
  month text not null,
  brand text,
  category_ids int[] not null default '{}',
  price_from int,
  wished bigint not null,
  open bigint not null,
  given bigint not null,
  due_30 bigint not null,
  due_60 bigint not null,
  due_90 bigint not null,
  stock bigint,
  to_order bigint,
  primary key (dimension, key, month)
);
create index demand_month_line_wished on demand_month_line (dimension, wished desc, key, month);
create index demand_month_line_open on demand_month_line (dimension, open desc, key, month);
create index demand_month_line_given on demand_month_line (dimension, given desc, key, month);
create index demand_month_line_due_30 on demand_month_line (dimension, due_30 desc, key, month);
create index demand_month_line_due_60 on demand_month_line (dimension, due_60 desc, key, month);
create index demand_month_line_due_90 on demand_month_line (dimension, due_90 desc, key, month);
create index demand_month_line_month on demand_month_line (dimension, month);
create index demand_month_line_brand on demand_month_line (brand) where dimension = 'product';
create index demand_month_line_categories on demand_month_line using gin (category_ids) where dimension = 'product';
create index demand_month_line_price on demand_month_line (price_from) where dimension = 'product';
comment on table demand_month_line is
  'Units wished for, open and given by product, category, brand or price band, and month of the event, as counted last.';

-- So that the months are counted with the next run of the job, and not hours later.
update demand_build set started_at = null;
