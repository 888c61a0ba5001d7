-- What repeats within a window is counted in one row, so that a flood of requests doesn't fill the disk.
create table security_event (
  id bigint generated always as identity primary key,
  kind text not null,
  window_start timestamptz not null,
  customer_id bigint,
  registry_id bigint,
  network bytea,
  about text,
  count integer not null default 1,
  cents bigint not null default 0,
  first_at timestamptz not null,
  last_at timestamptz not null,
  unique nulls not distinct (kind, window_start, customer_id, registry_id, network, about)
);
create index security_event_window on security_event (window_start);
comment on table security_event is
  'The security log: who signed in, failed, changed or took out what, by ids; what repeats within a window is counted.';
