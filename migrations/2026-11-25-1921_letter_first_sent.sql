-- A letter that staff send again takes the place of the one before it: when that was first sent stays known.
alter table outbox add column first_sent_at timestamptz;
comment on column outbox.first_sent_at is 'When it was first sent, of one that staff have sent again (R965).';
