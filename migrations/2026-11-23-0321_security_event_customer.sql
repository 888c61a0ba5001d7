-- no transaction
-- What the security log has of one person, for the download of their data.
create index concurrently if not exists security_event_customer on security_event (customer_id)
  where customer_id is not null;
