-- no transaction
-- The guests of one registry by their number, a page after the other.
create index concurrently if not exists guest_registry on guest (registry_id, id);
