-- Hosts may add a second factor to their password, as staff have one.
create table second_factor (
  customer_id bigint primary key references customer (id),
  sealed_time_secret text not null,
  last_time_step bigint not null,
  added_at timestamptz not null
);
comment on table second_factor is
  'The second factor of a host: the encrypted secret of their time codes, and the last step of which one was used.';

create table recovery_code (
  customer_id bigint not null references second_factor (customer_id) on delete cascade,
  code_digest bytea not null,
  primary key (customer_id, code_digest)
);
comment on table recovery_code is
  'What is left of the ten codes that stand in for a time code of a host once each, as keyed digests.';

create table factor_recovery (
  customer_id bigint primary key references second_factor (customer_id) on delete cascade,
  asked_at timestamptz not null,
  due_at timestamptz not null,
  stop_hash bytea not null unique
);
create index factor_recovery_due on factor_recovery (due_at);
comment on table factor_recovery is
  'A second factor that staff were asked to remove; it goes a day later, unless its host stops it. Only the hash of the code that does.';
