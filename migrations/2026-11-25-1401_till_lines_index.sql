-- no transaction
create index concurrently if not exists ledger_till on ledger (created_at, id) where order_id < 0 and account <> 'goods';
