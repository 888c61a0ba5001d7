-- What of the shop's replies could not be read (R1301, R1302): an order, a row of a list, an order that seems to be gone.
create table unreadable_row (
  source text not null,
  row_id text not null,
  field text not null,
  reason text not null,
  seen_at timestamptz not null,
  last_seen_at timestamptz not null,
  primary key (source, row_id)
);
comment on table unreadable_row is 'A row of the shop''s replies that was set aside: where, which, and why; no people''s data.';
