-- What kind of picture each address of the shop's catalogue shows, so that it is drawn as it should be.
create table product_picture (
  url text primary key,
  kind text,
  attempts int not null default 0,
  due_at timestamptz,
  seen_at timestamptz not null,
  constraint product_picture_kind check (kind in ('cutout', 'pack', 'photo', 'missing'))
);
create index product_picture_due on product_picture (due_at) where due_at is not null;
comment on table product_picture is 'The pictures of the catalogue by address, and what kind each is; `due_at` is when it is looked at next.';
