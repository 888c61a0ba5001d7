-- no transaction
-- What is kept of somebody who asks for it, found by their e-mail.
create index concurrently if not exists contact_message_email on contact_message (lower(email));
create index concurrently if not exists co_host_invitation_email on co_host_invitation (lower(email));
