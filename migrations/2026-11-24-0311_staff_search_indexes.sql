-- no transaction
-- What staff look for by what somebody says on the telephone.
create index concurrently if not exists customer_phone on customer (phone) where phone is not null;
create index concurrently if not exists guest_email on guest (email_key) where email_key is not null;
create index concurrently if not exists guest_phone on guest (phone) where phone is not null;
create index concurrently if not exists handoff_giver_address on handoff (lower(giver_email)) where giver_email is not null;
create index concurrently if not exists purchase_giver_address on purchase (lower(giver_email)) where giver_email is not null;
