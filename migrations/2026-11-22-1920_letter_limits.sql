-- What a message counts against: its kind's share of the site's budget, its recipient, its sender and their network address.
alter table outbox
  add column kind text not null default 'notice',
  add column parts integer not null default 1 check (parts > 0),
  add column recipient_key text,
  add column sender_id bigint,
  add column sender_address bytea,
  add column released_at timestamptz;

create index outbox_to on outbox (recipient_key, created_at) where recipient_key is not null;
create index outbox_by on outbox (sender_id, created_at) where sender_id is not null;
create index outbox_from on outbox (sender_address, created_at) where sender_address is not null;
create index outbox_released on outbox (released_at) where released_at is not null;
