-- no transaction
-- A certificate is of one payout.
create unique index concurrently if not exists payout_handmade on payout (handmade_id) where handmade_id is not null;
