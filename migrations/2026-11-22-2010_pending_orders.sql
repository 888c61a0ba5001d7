-- Orders that are not paid hold their gifts for a time: awaiting payment on their purchases, unfinished ones by the
-- hand-off's own reservation.
alter table purchase
  add column held_until timestamptz,
  add constraint purchase_held check (held_until is null or state = 'pending');
create index purchase_held on purchase (held_until) where held_until is not null;

alter table handoff
  add column unfinished_order_id int,
  add column unfinished_order_at timestamptz,
  add constraint handoff_unfinished check ((unfinished_order_id is null) = (unfinished_order_at is null));
create index handoff_unfinished on handoff (unfinished_order_id) where unfinished_order_id is not null;

-- What pending orders wait for was not noted: each is read anew.
insert into webhook_event (id, scope, subject, received_at, next_attempt_at)
select distinct 'retry order ' || order_id, 'retry', 'order ' || order_id, now(), now() from purchase where state = 'pending'
on conflict (id) do update set processed_at = null, attempts = 0, next_attempt_at = excluded.next_attempt_at;
