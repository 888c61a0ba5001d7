-- A new e-mail of an account counts once it is confirmed; the old address can stop it, also for a while afterwards.

create table email_change (
  id bigint generated always as identity primary key,
  customer_id bigint not null references customer (id),
  old_email text not null,
  old_email_key text not null,
  new_email text not null,
  code_hash bytea not null unique,
  stop_hash bytea not null unique,
  late_stop_hash bytea unique,
  requested_at timestamptz not null,
  expires_at timestamptz not null,
  confirmed_at timestamptz,
  stopped_at timestamptz,
  was_subscribed boolean not null default false,
  shop_due_at timestamptz,
  shop_attempts integer not null default 0
);
comment on table email_change is 'Changes of an account''s e-mail: asked for, confirmed at the new address, or stopped from the old one.';
create index email_change_customer on email_change (customer_id);
create index email_change_old_email on email_change (old_email_key) where confirmed_at is not null and stopped_at is null;
create index email_change_shop_due on email_change (shop_due_at) where shop_due_at is not null;
