-- no transaction
-- What jobs look for among rows of which there are many more.
create index concurrently if not exists customer_unconfirmed on customer (id) where confirmed_at is null and erased_at is null;
create index concurrently if not exists outbox_recipient on outbox (recipient) where recipient <> '';
create index concurrently if not exists outbox_erasures on outbox (id) where template = 'account-erased' and state <> 'waiting';
