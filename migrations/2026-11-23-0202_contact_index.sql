-- no transaction
-- Messages to staff of the last day are counted before each one (R719).
create index concurrently if not exists outbox_contact on outbox (created_at) where kind = 'contact';
