-- Certificates that were made by hand for a payout (R1150): chosen first, then marked in the shop, then done.
alter table payout add column handmade_id int;
comment on column payout.handmade_id is 'The shop''s certificate that somebody made by hand for it, from its choice on (R1150).';
