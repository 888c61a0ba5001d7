-- no transaction
-- What changed since the last look is found without reading what is older.
create index concurrently if not exists ledger_created on ledger using brin (created_at);
create index concurrently if not exists handoff_created on handoff using brin (created_at);
create index concurrently if not exists payout_created on payout (created_at);
create index concurrently if not exists purchase_changed on purchase (changed_at);
create index concurrently if not exists payout_shop_order on payout (shop_id) where method = 'order' and shop_id is not null;
