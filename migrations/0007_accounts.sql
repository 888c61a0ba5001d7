-- What else there is to know of a person: whether the address is his, what he agreed to, whether he is leaving.
alter table customer
  add confirmed_at timestamptz,
  add marketing_at timestamptz,
  add leaving_at timestamptz,
  add erased_at timestamptz,
  add shop_tie_at timestamptz default now(),
  add shop_tie_attempts int not null default 0;
create index customer_leaving on customer (leaving_at) where leaving_at is not null and erased_at is null;
create index customer_untied on customer (shop_tie_at) where shop_customer_id is null and shop_tie_at is not null;

-- Sessions as people know them: where, and when last.
alter table session
  add id bigint generated always as identity unique,
  add agent text not null default '',
  add seen_at timestamptz not null default now();

-- Devices that a person has signed in from before: a new one is told of by letter.
create table device (
  customer_id bigint not null references customer (id) on delete cascade,
  device_hash bytea not null,
  seen_at timestamptz not null,
  primary key (customer_id, device_hash)
);

-- The last link that was sent to confirm an address; a spent one is kept, so that it can say so.
create table email_confirmation (
  customer_id bigint primary key references customer (id) on delete cascade,
  code_hash bytea not null unique,
  expires_at timestamptz not null,
  spent_at timestamptz
);
