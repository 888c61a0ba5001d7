-- Who wants the shop's offers by mail, and whether the shop's list says so; it is told where the two differ.
alter table customer
  add column offers_wanted boolean not null generated always as
    (marketing_at is not null and confirmed_at is not null and leaving_at is null) stored,
  add column offers_told boolean not null default false,
  -- Not before this moment, after a failure; null = at once.
  add column offers_next_at timestamptz,
  add column offers_attempts int not null default 0;
create index customer_offers on customer (offers_next_at) where offers_told <> offers_wanted;
