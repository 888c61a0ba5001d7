-- One living code a person: asking again voids the one before.
create table password_reset (
  customer_id bigint primary key references customer (id) on delete cascade,
  code_hash bytea not null unique,
  expires_at timestamptz not null
);
