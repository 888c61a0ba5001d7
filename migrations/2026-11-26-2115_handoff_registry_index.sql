-- no transaction
-- The unique key of registry and idempotency key begins with the registry, too: each hand-off wrote both twice.
drop index concurrently if exists handoff_registry;
