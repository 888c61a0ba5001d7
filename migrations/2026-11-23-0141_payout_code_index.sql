-- no transaction
-- No two payouts of a registry have a code made from the same reason and number.
create unique index concurrently if not exists payout_code_number on payout (registry_id, reason, code_number) where code_number is not null;
