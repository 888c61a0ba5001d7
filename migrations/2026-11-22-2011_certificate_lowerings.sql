-- A refund after a payout lowers the unspent certificate: stored before the shop is asked, one at a time a registry.
create table certificate_lowering (
  id bigint generated always as identity primary key,
  registry_id bigint not null references registry (id),
  payout_id bigint not null references payout (id),
  order_id int not null,
  state text not null default 'planned' check (state in ('planned', 'lowering', 'done')),
  lacking_cents int not null check (lacking_cents >= 0),
  cents int not null default 0 check (cents >= 0),
  from_cents int check (from_cents >= cents),
  attempts int not null default 0,
  next_attempt_at timestamptz not null,
  error text,
  created_at timestamptz not null,
  done_at timestamptz,
  check (state <> 'lowering' or (cents > 0 and from_cents is not null)),
  check ((state = 'done') = (done_at is not null))
);
comment on table certificate_lowering is
  'What is taken off unspent certificates because guests were given money back after it was paid out (R513).';
create unique index certificate_lowering_open on certificate_lowering (registry_id) where state <> 'done';
create index certificate_lowering_due on certificate_lowering (next_attempt_at) where state <> 'done';
create index certificate_lowering_payout on certificate_lowering (payout_id);

-- What was taken off a certificate is in the registry again, as what the shop took back of an order.
alter table payout
  drop constraint payout_returned_of_order,
  add constraint payout_refunded_when_done check (refunded_cents = 0 or state = 'done');
