-- A hand-off beyond the limits of R413 goes to the shop all the same, without a reservation.
alter table handoff add column reserves boolean not null default true;

create table reservation_log (
  id bigint generated always as identity primary key,
  handoff_id bigint not null references handoff on delete cascade,
  gift_id bigint not null references gift on delete cascade,
  amount bigint not null check (amount > 0),
  device bytea not null,
  network bytea not null,
  wide_network bytea not null,
  reserved_at timestamptz not null
);
create index reservation_log_handoff on reservation_log (handoff_id);
create index reservation_log_gift on reservation_log (gift_id);
create index reservation_log_device on reservation_log (device);
create index reservation_log_network on reservation_log (network);
create index reservation_log_wide_network on reservation_log (wide_network);
create index reservation_log_time on reservation_log (reserved_at);
comment on table reservation_log is
  'Who set aside how much of which gift, for two days: by it the limits of reservations are counted. Devices and networks are keyed digests.';
