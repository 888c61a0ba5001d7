-- Tables, columns and indexes get the names that the field uses (docs/glossary.md). No row changes its meaning.

alter table attempt rename to rate_limit;
alter table device rename to known_device;
alter table cursor rename to job_cursor;
alter table find_word rename to search_word;
alter table find_key rename to search_key;
alter table find_mention rename to search_mention;
alter table find_beginning rename to search_prefix;
alter table find_entry rename to search_entry;
alter table sweep rename to catalogue_sync;
alter table shelf rename to product_listing;
alter table shelf_key rename to product_listing_key;
alter table credit_due rename to recredit_queue;
alter table money_move rename to transfer;
alter table owed rename to negative_balance;
alter table order_read rename to order_sync;
alter table unplaced rename to unmatched_line;
alter table hook_note rename to webhook_event;
alter sequence order_reading rename to order_sync_version;
alter table mail_stop rename to email_suppression;
alter table invitation_letter rename to invitation_email;

alter table customer rename column marketing_at to marketing_consent_at;
alter table customer rename column leaving_at to deletion_requested_at;
alter table customer rename column shop_tie_at to shop_link_due_at;
alter table customer rename column shop_tie_attempts to shop_link_attempts;
alter table customer rename column offers_wanted to newsletter_wanted;
alter table customer rename column offers_told to newsletter_synced;
alter table customer rename column offers_next_at to newsletter_next_attempt_at;
alter table customer rename column offers_attempts to newsletter_attempts;
alter table email_confirmation rename column spent_at to used_at;
alter table registry rename column find_kept to search_indexed;
alter table registry rename column portrait to photo;
alter table registry rename column closed_day to last_closed_day;
alter table search_prefix rename column beginning to prefix;
alter table search_entry rename column eras to periods;
alter table catalogue_sync rename column products to product_count;
alter table catalogue_sync rename column cursor to page_cursor;
alter table catalogue_sync rename column is_read to is_complete;
alter table catalogue_sync rename column changes_at to changes_read_until;
alter table handoff rename column held_until to reserved_until;
alter table handoff rename column making_until to cart_creation_until;
alter table handoff rename column cancel_asked_at to cancel_requested_at;
alter table ledger rename column pocket to account;
alter table ledger rename column move_id to transfer_id;
alter table recredit_queue rename column moved to version;
alter table payout rename column way to method;
alter table payout rename column next_at to next_attempt_at;
alter table payout rename column returned_cents to refunded_cents;
alter table payout rename column returned_units to refunded_units;
alter table order_sync rename column reading to version;
alter table order_sync rename column note to staff_note;
alter table order_sync rename column noted_at to staff_note_written_at;
alter table order_sync rename column note_attempts to staff_note_attempts;
alter table order_sync rename column note_next_at to staff_note_next_attempt_at;
alter table webhook_event rename column done_at to processed_at;
alter table webhook_event rename column next_at to next_attempt_at;
alter table outbox rename column next_at to next_attempt_at;
alter table guest rename column word to reply_message;
alter table guest rename column coming to coming_count;
alter table email_suppression rename column stopped_at to suppressed_at;
alter table share_picture rename column made_at to created_at;
alter table invitation_picture rename column mailed_at to emailed_at;

alter table handoff drop constraint handoff_state_check;
update handoff set state = 'expired' where state = 'lapsed';
alter table handoff add constraint handoff_state_check
  check (state in ('open', 'ordered', 'failed', 'expired'));

-- Which languages there are is said once, in the program: another one needs no migration.
do $$
declare found record;
begin
  for found in select conrelid::regclass as of_table, conname from pg_constraint
    where contype = 'c' and conname like '%\_language\_check' and connamespace = current_schema()::regnamespace
      and conrelid::regclass::text in ('category', 'customer', 'guest', 'handoff', 'outbox', 'payout', 'product_text', 'catalogue_sync')
  loop
    execute format('alter table %s drop constraint %I', found.of_table, found.conname);
  end loop;
end $$;

alter index customer_leaving rename to customer_deletion_requested;
alter index customer_offers rename to customer_newsletter_due;
alter index customer_untied rename to customer_shop_link_due;
alter index find_entry_all rename to search_entry_all;
alter index find_key_trigrams rename to search_key_trigrams;
alter index find_key_word rename to search_key_word;
alter index hook_note_waiting rename to webhook_event_waiting;
alter index invitation_letter_day rename to invitation_email_day;
alter index ledger_move rename to ledger_transfer;
alter index order_read_unnoted rename to order_sync_staff_note_due;
alter index registry_find_unkept rename to registry_search_unindexed;
alter index registry_portrait rename to registry_photo;
alter index shelf_brand rename to product_listing_brand;
alter index shelf_brand_down rename to product_listing_brand_down;
alter index shelf_featured rename to product_listing_featured;
alter index shelf_keys rename to product_listing_keys;
alter index shelf_newest rename to product_listing_newest;
alter index shelf_price rename to product_listing_price;
alter index shelf_price_down rename to product_listing_price_down;
alter index shelf_set rename to product_listing_set;
alter index shelf_sold rename to product_listing_sold;
alter index shelf_key_trigrams rename to product_listing_key_trigrams;
alter table ledger rename constraint ledger_pocket_check to ledger_account_check;
alter table ledger rename constraint ledger_of_move to ledger_of_transfer;

-- Functions name tables in their text, so they are made anew.
drop trigger product_came_or_went on product;
drop trigger product_price_moved on product;
drop trigger variant_came_or_went on variant;
drop trigger variant_price_moved on variant;
drop trigger gift_wish_moved on gift;
drop trigger ledger_exact on ledger;
drop trigger payout_exact on payout;
drop function product_moved();
drop function variant_moved();
drop function gift_moved();
drop function note_credit_due(bigint, int);
drop function money_left();
drop function payout_kept();
drop function payout_is_exact(bigint);

create function enqueue_recredit(of_gift bigint, of_product int) returns void language sql as $$
  insert into recredit_queue (gift_id)
  select id from gift
  where (id = of_gift or product_id = of_product)
    and exists (select from purchase where gift_id = gift.id)
  order by id
  on conflict (gift_id) do update set version = recredit_queue.version + 1
$$;

create function product_changed() returns trigger language plpgsql as $$
begin
  perform enqueue_recredit(null, case when tg_op = 'DELETE' then old.id else new.id end);
  return null;
end $$;
create trigger product_added_or_removed after insert or delete on product
  for each row execute function product_changed();
create trigger product_price_changed after update on product
  for each row when (old.price_cents is distinct from new.price_cents or old.type <> new.type)
  execute function product_changed();

create function variant_changed() returns trigger language plpgsql as $$
begin
  perform enqueue_recredit(null, case when tg_op = 'DELETE' then old.product_id else new.product_id end);
  return null;
end $$;
create trigger variant_added_or_removed after insert or delete on variant
  for each row execute function variant_changed();
create trigger variant_price_changed after update on variant
  for each row when (old.price_cents is distinct from new.price_cents)
  execute function variant_changed();

create function gift_changed() returns trigger language plpgsql as $$
begin
  perform enqueue_recredit(new.id, null);
  return null;
end $$;
create trigger gift_wish_changed after update on gift
  for each row when (old.quantity <> new.quantity or old.is_group <> new.is_group or old.price_cents <> new.price_cents)
  execute function gift_changed();

create function check_payout(of_payout bigint) returns void language plpgsql as $$
begin
  if exists (
    select from payout where id = of_payout
      and case when state = 'failed' then 0 else refunded_cents - cents end <> (
        select coalesce(sum(cents), 0) from ledger
        where payout_id = of_payout and registry_id = payout.registry_id))
  then raise exception 'payout % does not agree with the ledger', of_payout;
  end if;
end $$;

create function payout_changed() returns trigger language plpgsql as $$
begin
  perform check_payout(new.id);
  return null;
end $$;
create constraint trigger payout_exact after insert or update of state, cents, refunded_cents on payout
  deferrable initially deferred for each row execute function payout_changed();

create function check_ledger_line() returns trigger language plpgsql as $$
begin
  if new.payout_id is not null then perform check_payout(new.payout_id); end if;
  if new.transfer_id is not null and 0 <> (
    select sum(cents) from ledger where transfer_id = new.transfer_id and registry_id = new.registry_id)
  then raise exception 'transfer % makes or loses money', new.transfer_id;
  end if;
  if new.kind = 'settled' and 0 <> (
    select sum(cents) from ledger where kind = 'settled' and registry_id = new.registry_id)
  then raise exception 'settling registry % makes or loses money', new.registry_id;
  end if;
  -- Only a refund in the shop may leave less than nothing.
  if new.kind in ('certificate', 'redeemed') and 0 > (
    select sum(cents) from ledger where registry_id = new.registry_id and account <> 'goods')
  then raise exception 'registry % pays out more than it has', new.registry_id;
  end if;
  return null;
end $$;
create constraint trigger ledger_exact after insert on ledger
  deferrable initially deferred for each row
  when (new.kind in ('certificate', 'redeemed', 'returned', 'moved', 'settled'))
  execute function check_ledger_line();
