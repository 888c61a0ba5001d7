-- no transaction
create index concurrently if not exists registry_event_month on registry
  (event_type, (event_month(event_day)) desc, id desc)
  where privacy = 'public' and searchable and removed_at is null;
