-- no transaction
-- Texts that are not looked up yet; empty once all are.
create index concurrently if not exists registry_event_place_pending on registry (id)
  where event_place is not null and event_place_id is null;
