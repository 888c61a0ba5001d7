-- no transaction
-- Every foreign key is the beginning of an index, so that no question about what refers to a row reads a whole table.
create index concurrently if not exists certificate_lowering_registry on certificate_lowering (registry_id);
create index concurrently if not exists co_host_invitation_inviter on co_host_invitation (invited_by);
create index concurrently if not exists former_cart_handoff on former_cart (handoff_id);
create index concurrently if not exists gift_registry on gift (registry_id);
create index concurrently if not exists handoff_customer on handoff (customer_id) where customer_id is not null;
create index concurrently if not exists payout_gift on payout (gift_id) where gift_id is not null;
create index concurrently if not exists registry_event_type on registry (event_type);
create index concurrently if not exists registry_owner on registry (customer_id);
create index concurrently if not exists registry_second_host on registry (co_host_id) where co_host_id is not null;
create index concurrently if not exists registry_change_customer on registry_change (customer_id) where customer_id is not null;
create index concurrently if not exists search_mention_registry on search_mention (registry_id);
create index concurrently if not exists transfer_source on transfer (from_gift_id) where from_gift_id is not null;
create index concurrently if not exists transfer_target on transfer (to_gift_id) where to_gift_id is not null;
-- The new ones find these rows too.
drop index concurrently if exists registry_customer;
drop index concurrently if exists registry_co_host;
