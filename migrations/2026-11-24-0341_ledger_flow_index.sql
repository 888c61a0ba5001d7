-- no transaction
-- The lines behind a sum of the money report, newest first; what certificates still hold, and which was read longest ago.
create index concurrently if not exists ledger_in on ledger (kind, created_at, id) where account <> 'goods' and cents > 0;
create index concurrently if not exists ledger_out on ledger (kind, created_at, id) where account <> 'goods' and cents < 0;
create index concurrently if not exists payout_outstanding on payout (expires_on, balance_cents)
  where method = 'certificate' and state = 'done' and balance_cents > 0;
create index concurrently if not exists payout_read on payout (balance_at, shop_id)
  where method = 'certificate' and state = 'done' and balance_cents > 0;
create index concurrently if not exists payout_certificate on payout (shop_id) where method = 'certificate';
