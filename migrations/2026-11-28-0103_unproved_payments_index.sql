-- no transaction
-- The work list of money whose gift certificates the shop does not tell of reads those orders alone (R1163).
create index concurrently if not exists order_payment_unproved on order_payment (order_id)
  where is_unproved and proof_accepted_at is null;
