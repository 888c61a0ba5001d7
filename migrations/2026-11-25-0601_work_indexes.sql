-- no transaction
-- The facts of the staff's work lists.
create index concurrently if not exists outbox_failed on outbox (created_at) where state = 'failed';
create index concurrently if not exists registry_call_wish on registry ((coalesce(we_connect_at, created_at)))
  where we_connect and removed_at is null;
create index concurrently if not exists handoff_withdrawn on handoff (cancel_requested_at) where cancel_requested_at is not null;
