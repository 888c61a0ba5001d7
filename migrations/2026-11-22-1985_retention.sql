-- What the retention job looks for, so that each of its slices is cheap.
create index session_expires on session (expires_at);
create index known_device_seen on known_device (seen_at);
create index password_reset_expires on password_reset (expires_at);
create index email_confirmation_expires on email_confirmation (expires_at);
create index co_host_invitation_expires on co_host_invitation (expires_at);
create index registry_change_at on registry_change (at);
create index handoff_unpaid_giver on handoff (created_at)
  where state <> 'ordered' and (giver_name is not null or giver_email is not null or message is not null);
create index handoff_giver_email on handoff (created_at) where giver_email is not null;
create index handoff_line_message on handoff_line (handoff_id) where message is not null;
create index purchase_handoff on purchase (handoff_id);
create index purchase_void_giver on purchase (changed_at)
  where state = 'void' and (giver_name <> '' or giver_email is not null or message is not null);
create index purchase_giver_email on purchase (ordered_at) where giver_email is not null;
create index webhook_event_processed on webhook_event (processed_at) where processed_at is not null;
create index webhook_event_received on webhook_event (received_at);
create index closing_notice_day on closing_notice (day);
create index invitation_email_sent on invitation_email (sent_at);
create index outbox_done on outbox (created_at) where state <> 'waiting';
create index outbox_done_recipient on outbox (created_at) where state <> 'waiting' and recipient <> '';
create index mailbox_received on mailbox (received_at);
create index text_message_received on text_message (received_at);
create index rate_limit_window on rate_limit (window_start);
create index registry_basis on registry ((coalesce(event_day, closing_day, (created_at at time zone 'UTC')::date)));

-- Hosts are told before the guest list of a past event is deleted.
create table guest_list_notice (
  registry_id bigint primary key references registry,
  told_at timestamptz not null
);
comment on table guest_list_notice is
  'Registries whose hosts were told that the guest list of their past event will be deleted, and when.';

-- Lines that we wrote into the shop's staff notes and that have to leave it, because the person was erased.
alter table order_sync add column staff_note_erased_lines text;
create index registry_removed on registry (removed_at) where removed_at is not null;
