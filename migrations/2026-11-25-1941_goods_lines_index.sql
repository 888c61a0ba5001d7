-- no transaction
-- Units that hosts returned, and what was taken back of them, as the money report lists them.
create index concurrently if not exists ledger_returned_goods on ledger (created_at, id)
  where kind = 'moved' and account = 'goods';
