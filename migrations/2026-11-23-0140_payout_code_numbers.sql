-- Codes of payouts are made from registry, reason and number, so that a certificate can be found again after a restore.
-- Payouts from before keep the codes that they have, and no number.

alter table payout add column code_number int;
