-- no transaction
-- What a registry holds is read from the index alone: the work list adds it up for every registry that closes this week.
create index concurrently if not exists ledger_registry_money on ledger (registry_id) include (account, cents);
drop index concurrently if exists ledger_registry;
