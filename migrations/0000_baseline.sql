-- The tables as they begin: a feature's tables, then the functions and triggers that hold them together, then the rows
-- that every database has. Until the first release it is changed in place (docs/decisions/migrations.md). Money is whole
-- cents.

create extension if not exists pg_trgm;

-- What columns choose from; in the order of the alphabet, as their texts would be sorted

create type closing_notice_kind as enum ('day', 'week');
create type guest_reply as enum ('coming', 'not_coming');
create type handoff_state as enum ('expired', 'failed', 'open', 'ordered');
create type host_kind as enum ('couple', 'hosts', 'organisers', 'parents', 'person');
create type language as enum ('el', 'en');
create type ledger_account as enum ('change', 'gift', 'goods');
create type ledger_kind as enum ('certificate', 'contribution', 'gift', 'gift_card', 'moved', 'redeemed', 'returned',
  'settled', 'surplus');
create type letter_channel as enum ('mail', 'sms');
create type letter_state as enum ('failed', 'sent', 'waiting');
create type line_kind as enum ('contribution', 'gift_card', 'units');
create type link_kind as enum ('co_host', 'email_change', 'email_change_late_stop', 'email_change_stop', 'email_confirmation',
  'factor_stop', 'password_reset', 'sign_in', 'staff_invitation', 'staff_stop');
create type lowering_state as enum ('done', 'lowering', 'planned');
create type money_act_state as enum ('changed', 'done', 'refused', 'stopped', 'waiting');
create type money_movement as enum ('certificates', 'goods', 'orders', 'received', 'refunded', 'returned', 'till',
  'unplaced', 'within');
create type payout_method as enum ('certificate', 'order');
create type payout_reason as enum ('closing', 'collect', 'own', 'prepayment', 'redeem');
create type payout_state as enum ('done', 'failed', 'waiting');
create type payout_trouble as enum ('card_changed', 'code_taken', 'order_gone', 'other', 'owner_held',
  'owner_unconfirmed', 'shop_away', 'shop_connection', 'shop_refused');
create type photo_role as enum ('afterwards', 'cover', 'letter');
create type picture_kind as enum ('cutout', 'missing', 'pack', 'photo');
create type picture_use as enum ('background', 'photo');
create type privacy as enum ('private', 'public', 'shareable');
create type purchase_state as enum ('paid', 'pending', 'void');
create type renewal_failure as enum ('other', 'scope', 'token');
create type search_index_state as enum ('building', 'empty', 'kept', 'live');
create type staff_role as enum ('manager', 'owner', 'support');
create type staff_search_kind as enum ('giver', 'host', 'registry');
create type text_align as enum ('center', 'left', 'right');
create type tile_tone as enum ('honey', 'leaf', 'lilac', 'rose', 'sand', 'sky');
create type visibility as enum ('anonymous', 'full', 'initials');


-- Functions that indexes use

create function event_month(day date) returns int language sql immutable parallel safe
  return coalesce((extract(year from day) * 12 + extract(month from day))::int, 0);
comment on function event_month(day date) is 'The months of an event since the year 0; 0 while its date is undecided.';

create function typo_forms(key text) returns int[] language sql immutable strict parallel safe
begin atomic
  select case when key ~ '^@' or length(ltrim(key, '~')) < 5 then '{}'::int[]
    else array(select distinct hashtext(left(key, at - 1) || substr(key, at + 1))
      from generate_series(case when key ~ '^~' then 2 else 1 end, length(key) + 1) at)
    end;
end;
comment on function typo_forms(key text) is 'Digests of a key and of the key without each of its letters; none of a short key, or of a place.';

-- server

create unlogged table rate_limit (
  key text,
  window_start timestamptz,
  count integer not null,
  primary key (key, window_start)
);
comment on table rate_limit is 'How many attempts were counted under one key in one window; keys are digests.';
create index rate_limit_window on rate_limit (window_start);

create table outbox (
  id bigint generated always as identity primary key,
  cause text not null unique,
  template text not null,
  language language not null,
  recipient text not null,
  props jsonb not null,
  message_id text not null unique,
  state letter_state default 'waiting' not null,
  attempts integer default 0 not null,
  next_attempt_at timestamptz default now() not null,
  sent_at timestamptz,
  error text,
  created_at timestamptz default now() not null,
  channel letter_channel default 'mail' not null,
  kind text default 'notice' not null,
  parts integer default 1 not null check (parts > 0),
  recipient_key text,
  sender_id bigint,
  sender_address bytea,
  released_at timestamptz,
  first_sent_at timestamptz
);
comment on table outbox is 'E-mails and text messages to send, written in the transaction of their cause.';
comment on column outbox.cause is 'Unique: one message for each cause.';
comment on column outbox.channel is
  'A text message''s template is `sms`, its recipient a number in E.164, its text is `props.text`.';
comment on column outbox.kind is 'Whose share of the site''s budget it uses (R719).';
comment on column outbox.parts is
  'What it uses of the budget: 1 for an e-mail, the paid parts of a text message.';
comment on column outbox.recipient_key is
  'The recipient''s mailbox or number, by which their messages are counted.';
comment on column outbox.sender_id is
  'The customer who caused it, and a keyed digest of the network address it was caused from.';
comment on column outbox.released_at is 'When it left for the mail server for the first time.';
comment on column outbox.first_sent_at is 'When it was first sent, of one that staff have sent again (R965).';
create index outbox_waiting on outbox (next_attempt_at) where state = 'waiting';
create index outbox_to on outbox (recipient_key, created_at) where recipient_key is not null;
create index outbox_by on outbox (sender_id, created_at) where sender_id is not null;
create index outbox_from on outbox (sender_address, created_at) where sender_address is not null;
create index outbox_released on outbox (released_at) where released_at is not null;
create index outbox_done on outbox (created_at) where state <> 'waiting';
create index outbox_done_recipient on outbox (created_at) where (state <> 'waiting') and (recipient <> '');
create index outbox_recipient on outbox (recipient) where recipient <> '';
create index outbox_erasures on outbox (id) where (template = 'account-erased') and (state <> 'waiting');
create index outbox_contact on outbox (created_at) where kind = 'contact';
create index outbox_failed on outbox (created_at) where state = 'failed';

create table mailbox (
  message_id text primary key,
  recipient text not null,
  language language not null,
  subject text not null,
  html text not null,
  plain text not null,
  received_at timestamptz default now() not null
);
comment on table mailbox is 'E-mails of the demonstration, shown at /dev/mail.';
create index mailbox_received on mailbox (received_at);

create table text_message (
  message_id text primary key,
  recipient text not null,
  body text not null,
  received_at timestamptz default now() not null
);
comment on table text_message is 'Text messages of the demonstration, shown at /dev/sms.';
create index text_message_received on text_message (received_at);

create table security_event (
  id bigint generated always as identity primary key,
  kind text not null,
  window_start timestamptz not null,
  customer_id bigint,
  registry_id bigint,
  network bytea,
  about text,
  count integer default 1 not null,
  cents bigint default 0 not null,
  first_at timestamptz not null,
  last_at timestamptz not null,
  constraint security_event_kind_window_start_customer_id_registry_id_ne_key unique nulls not distinct (kind,
    window_start, customer_id, registry_id, network, about)
);
comment on column security_event.network is 'A keyed digest of the network address.';
comment on table security_event is
  'The security log: who signed in, failed, changed or took out what, by ids; what repeats within a window is counted.';
create index security_event_window on security_event (window_start);
create index security_event_customer on security_event (customer_id) where customer_id is not null;

create table lease (
  name text primary key,
  holder uuid not null,
  held_until timestamptz not null
);
comment on table lease is
  'Work that one process does at a time: who does it, and until when it is theirs if they say no more.';

create table job_run (
  name text primary key,
  succeeded_at timestamptz,
  failed_at timestamptz
);
comment on table job_run is
  'When each job last succeeded and failed, on whichever process; those of every few seconds to 20 seconds.';

create table schema_break (
  migration text primary key,
  reason text not null
);
comment on table schema_break is
  'The migrations that took away what older releases need, with what that was; those releases refuse to start.';


-- site

create table storefront_token (
  store_hash text,
  channel_id integer,
  sealed_token text,
  ends_at timestamptz,
  renewal_failure renewal_failure,
  renewal_failed_at timestamptz,
  constraint storefront_token_check check ((sealed_token is null) = (ends_at is null)),
  constraint storefront_token_check1 check ((renewal_failure is null) = (renewal_failed_at is null)),
  primary key (store_hash, channel_id)
);
comment on table storefront_token is
  'The newest storefront token of each channel, encrypted with a key derived from SECRET, and how its last renewal failed (R956).';
comment on column storefront_token.sealed_token is 'See `sealText`; null as long as none was made.';

create table contact_message (
  id bigint generated always as identity primary key,
  cause text not null unique,
  name text not null,
  email text not null,
  message text not null,
  created_at timestamptz not null
);
comment on table contact_message is 'What a visitor wrote on the contact page, for the work list of the staff.';
comment on column contact_message.cause is 'The same message of one day has one.';
create index contact_message_created on contact_message (created_at);
create index contact_message_email on contact_message (lower(email));


-- account

create table customer (
  id bigint generated always as identity primary key,
  email text not null,
  email_key text not null unique,
  name text not null,
  surname text not null,
  phone text,
  password_hash text not null,
  language language not null,
  shop_customer_id integer,
  created_at timestamptz default now() not null,
  confirmed_at timestamptz,
  marketing_consent_at timestamptz,
  deletion_requested_at timestamptz,
  erased_at timestamptz,
  shop_link_due_at timestamptz default now(),
  shop_link_attempts integer default 0 not null,
  newsletter_wanted boolean generated always as ((marketing_consent_at is not null) and (confirmed_at is not null)
    and (deletion_requested_at is null)) stored not null,
  newsletter_synced boolean default false not null,
  newsletter_next_attempt_at timestamptz,
  newsletter_attempts integer default 0 not null,
  payout_hold_since timestamptz,
  payout_hold_until timestamptz,
  shop_tie_cut_at timestamptz,
  shop_tie_asks boolean default false not null
);
comment on column customer.email_key is 'The address folded for comparison; unique.';
comment on column customer.confirmed_at is 'When the e-mail was confirmed.';
comment on column customer.marketing_consent_at is 'Since when they agree to offers by e-mail.';
comment on column customer.deletion_requested_at is
  'When they asked to be deleted; signing in within the grace period takes it back.';
comment on column customer.erased_at is 'When personal data was erased; the row stays for the counts.';
comment on column customer.shop_link_due_at is
  'When to look for their customer of the shop; null when there is nothing to look for.';
comment on column customer.newsletter_wanted is
  'Agrees to offers, has confirmed the e-mail, and has not asked to be deleted.';
comment on column customer.newsletter_synced is 'Whether the shop''s list of subscribers has the same.';
comment on column customer.newsletter_next_attempt_at is 'When to send it to the shop again, after a failure.';
comment on column customer.payout_hold_since is
  'Since when, and until when, no money leaves because e-mail or password changed (R130).';
comment on table customer is
  'A person with an account; the row stays, without the person, once the account is erased.';
comment on column customer.shop_tie_cut_at is
  'When the tie to the shop''s customer was cut; only the shop''s password ties to one that there is (R1222).';
comment on column customer.shop_tie_asks is 'Whether the host is yet to be asked for that password.';
create index customer_deletion_requested on customer (deletion_requested_at)
  where (deletion_requested_at is not null) and (erased_at is null);
create index customer_shop_link_due on customer (shop_link_due_at) where (shop_customer_id is null)
  and (shop_link_due_at is not null);
create index customer_newsletter_due on customer (newsletter_next_attempt_at)
  where newsletter_synced <> newsletter_wanted;
create index customer_unconfirmed on customer (id) where (confirmed_at is null) and (erased_at is null);
create index customer_phone on customer (phone) where phone is not null;

create table session (
  token_hash bytea primary key,
  customer_id bigint references customer (id) on delete cascade,
  person_id bigint,
  created_at timestamptz default now() not null,
  expires_at timestamptz not null,
  id bigint generated always as identity unique,
  agent text default '' not null,
  seen_at timestamptz default now() not null,
  proved_at timestamptz default now() not null,
  constraint session_owner check (num_nonnulls(customer_id, person_id) = 1)
);
comment on column session.customer_id is 'The host whose it is; null: one of the staff.';
comment on column session.agent is 'The User-Agent header.';
comment on column session.seen_at is 'Precise to the hour, of the staff to the minute.';
comment on column session.proved_at is 'When the person last gave the password (R127), and of the staff the time code (R1181).';
comment on table session is 'A sign-in on one device; of its token only the hash is stored.';
create index session_customer on session (customer_id);
create index session_person on session (person_id) where person_id is not null;
create index session_expires on session (expires_at);

create table known_device (
  customer_id bigint references customer (id) on delete cascade,
  device_hash bytea,
  seen_at timestamptz not null,
  primary key (customer_id, device_hash)
);
comment on table known_device is
  'A device that a customer has signed in from before, so that a new one can be told of by e-mail.';
create index known_device_seen on known_device (seen_at);

create table email_change (
  id bigint generated always as identity primary key,
  customer_id bigint not null references customer (id),
  old_email text not null,
  old_email_key text not null,
  new_email text not null,
  requested_at timestamptz not null,
  expires_at timestamptz not null,
  confirmed_at timestamptz,
  stopped_at timestamptz,
  was_subscribed boolean default false not null,
  shop_due_at timestamptz,
  shop_attempts integer default 0 not null,
  old_is_own boolean default false not null
);
comment on table email_change is
  'Changes of an account''s e-mail: asked for, confirmed at the new address, or stopped from the old one.';
comment on column email_change.was_subscribed is 'Whether the former address was on the shop''s list of subscribers.';
comment on column email_change.shop_due_at is 'When to tell the shop; null when it knows.';
comment on column email_change.old_is_own is
  'Whether the old address was confirmed; only then letters about the account go there while it can be taken back.';
create index email_change_customer on email_change (customer_id);
create index email_change_old_email on email_change (old_email_key) where (confirmed_at is not null)
  and (stopped_at is null);
create index email_change_shop_due on email_change (shop_due_at) where shop_due_at is not null;

create table second_factor (
  id bigint generated always as identity primary key,
  customer_id bigint unique references customer (id),
  person_id bigint unique,
  sealed_time_secret text not null,
  last_time_step bigint not null,
  added_at timestamptz not null,
  constraint second_factor_owner check (num_nonnulls(customer_id, person_id) = 1)
);
comment on table second_factor is
  'The second factor of a host or of one of the staff: the encrypted secret of their time codes, and the last step of which one was used.';
comment on column second_factor.customer_id is 'The host whose it is; null: one of the staff.';
comment on column second_factor.last_time_step is 'The last step of 30 seconds whose code was used: none is used twice.';

create table recovery_code (
  factor_id bigint references second_factor (id) on delete cascade,
  code_digest bytea,
  primary key (factor_id, code_digest)
);
comment on table recovery_code is
  'What is left of the ten codes that stand in for a time code once each, as keyed digests.';
comment on column recovery_code.code_digest is 'A keyed digest.';

create table factor_recovery (
  customer_id bigint primary key references second_factor (customer_id) on delete cascade,
  asked_at timestamptz not null,
  due_at timestamptz not null
);
comment on table factor_recovery is
  'A second factor that staff were asked to remove; it goes a day later, unless its host stops it.';
create index factor_recovery_due on factor_recovery (due_at);

create table link (
  kind link_kind,
  subject_id bigint,
  hash bytea not null unique,
  expires_at timestamptz not null,
  used_at timestamptz,
  email text,
  primary key (kind, subject_id)
);
comment on table link is
  'The last link of each kind that was sent about something, which opens or stops it once; only the hash of its code is stored.';
comment on column link.subject_id is
  'What it is about, by its kind: an account, a change of its e-mail, a registry, one of the staff, or what they ask for.';
comment on column link.email is 'Whom it invites to be a co-host.';
create index link_expires on link (expires_at);
create index link_email on link (lower(email)) where email is not null;


-- catalogue

create table category (
  id integer,
  language language,
  parent_id integer not null,
  name text not null,
  path text not null,
  position integer not null,
  primary key (id, language)
);
comment on table category is 'The shop''s category tree, one row a language.';

create table product (
  id integer primary key,
  sku text not null,
  type text not null,
  brand text,
  image text,
  price_cents integer check (price_cents > 0),
  category_ids integer[] not null,
  featured integer default 0 not null,
  sold integer default 0 not null,
  newest integer default 0 not null,
  brand_rank integer default 0 not null,
  available boolean not null,
  listed boolean not null,
  has_options boolean not null,
  seen_at timestamptz default now() not null,
  seen_in jsonb default '{}' not null,
  min_quantity integer default 1 not null check (min_quantity > 0),
  max_quantity integer check (max_quantity > 0),
  stock integer check (stock >= 0),
  modifiers jsonb default '{}' not null,
  needs_file boolean default false not null,
  is_preorder boolean default false not null,
  released_on date
);
comment on table product is 'A product of the shop as the last sync read it, in what no language changes.';
comment on column product.type is
  'The shop''s product type in lower case: physical, digital, giftcertificate.';
comment on column product.image is
  'The address of its picture, with the picture''s kind as fragment (catalogue/pictures.rules.ts).';
comment on column product.price_cents is
  'The maximum of the price range, incl. VAT, whole cents; null when the shop shows no price.';
comment on column product.is_preorder is 'Sold before it is released (R1370).';
comment on column product.released_on is
  'From which day a pre-order is available; null where the shop says none.';
comment on column product.featured is
  'Positions in the shop''s own sort orders, 1 = first; 0 = not in it (yet).';
comment on column product.brand_rank is
  'Position of the brand in the Greek-aware order of all brands; 0 = no brand.';
comment on column product.listed is 'False once a sync no longer finds it in the shop of every language.';
comment on column product.seen_in is 'When the shop of each language last had it: { en, el }.';
comment on column product.min_quantity is 'The fewest and most units that the shop sells in one order.';
comment on column product.stock is
  'Units left in the shop, 100 for more; null when it does not count them or does not say (R321).';
comment on column product.modifiers is
  'What the shop asks of the buyer, such as an engraving, by language: lists of its modifiers as the port has them.';
comment on column product.needs_file is
  'Whether the shop requires what cannot be asked for with a gift: a file, or a kind of modifier that is not known.';
create index product_categories on product using gin (category_ids);
create index product_image on product (image) where image is not null;
create index product_sku on product (upper(sku));

create table product_text (
  product_id integer references product (id) on delete cascade,
  language language,
  name text not null,
  path text not null,
  description text not null,
  search text not null,
  primary key (product_id, language)
);
comment on table product_text is
  'Name, address and description of a product in one language, with its search keys.';
comment on column product_text.search is
  'Search keys of name, brand, SKU and categories, with spaces between (base/greek/phonetic-keys.ts).';
create index product_text_name on product_text (name);

create table variant (
  id integer primary key,
  product_id integer not null references product (id) on delete cascade,
  sku text not null,
  price_cents integer check (price_cents > 0),
  available boolean not null,
  image text,
  options jsonb not null,
  option_value_ids integer[] not null,
  stock integer check (stock >= 0)
);
comment on table variant is 'A variant of a product: its options, price and availability.';
comment on column variant.options is 'The chosen options, named in each language: [{ option, value }].';
comment on column variant.stock is
  'Units left of the variant, or of its product where the shop does not count variants apart; as product.stock.';
create index variant_product on variant (product_id);
create index variant_image on variant (image) where image is not null;
create index variant_sku on variant (upper(sku));

create table catalogue_sync (
  language language primary key,
  finished_at timestamptz,
  product_count integer not null,
  started_at timestamptz,
  page_cursor text,
  products_read integer default 0 not null,
  is_complete boolean default false not null,
  changes_read_until timestamptz,
  problem text
);
comment on table catalogue_sync is 'How far the sync of the catalogue has come in each language.';
comment on column catalogue_sync.started_at is 'When the running sync began; null when none is running.';
comment on column catalogue_sync.changes_read_until is
  'Up to when changes of products have been read since the last complete sync.';
comment on column catalogue_sync.page_cursor is 'The shop''s cursor of the last page stored.';
comment on column catalogue_sync.problem is
  'What the last complete reading failed of, if it does not pass by itself; null once one has finished.';

create table category_set (
  id integer generated always as identity primary key,
  category_ids integer[] not null unique,
  branch_ids integer[] not null,
  products integer default 0 not null,
  price_min integer,
  price_max integer
);
comment on table category_set is
  'Each combination of categories that some product has, with its branches, count and price range.';
create index category_set_branches on category_set using gin (branch_ids);

create table product_listing (
  product_id integer primary key references product (id) on delete cascade,
  set_id integer not null references category_set (id),
  price_cents integer,
  featured integer,
  sold integer,
  newest integer,
  brand_rank integer,
  keys tsvector not null
) with (toast_tuple_target=128);
comment on table product_listing is 'One listed product with all that the product search filters and orders by.';
alter table product_listing alter column keys set storage external;
create index product_listing_keys on product_listing using gin (keys);
create index product_listing_set on product_listing (set_id, price_cents);
create index product_listing_featured on product_listing (featured, product_id);
create index product_listing_sold on product_listing (sold, product_id);
create index product_listing_newest on product_listing (newest, product_id);
create index product_listing_brand on product_listing (brand_rank, product_id);
create index product_listing_brand_down on product_listing (brand_rank desc nulls last, product_id);
create index product_listing_price on product_listing (price_cents, product_id);
create index product_listing_price_down on product_listing (price_cents desc nulls last, product_id);
create index product_listing_price_sets on product_listing (price_cents, set_id);

create table product_listing_key (
  key text collate "C" primary key
);
comment on table product_listing_key is 'Every search key of the listed products, for searches with a typing mistake.';
create index product_listing_key_trigrams on product_listing_key using gin (key gin_trgm_ops);

create table store_tax (
  id integer default 1 primary key check (id = 1),
  prices_include_tax boolean not null,
  classes jsonb not null,
  read_at timestamptz not null
);
comment on table store_tax is 'How the store enters prices, and the factors of its tax classes (R304); one row.';
comment on column store_tax.classes is 'List of { id, name, factor }; the factor is null where no rate is known.';

create table empty_product_search (
  words text primary key,
  count integer not null,
  last_at timestamptz not null
);
comment on table empty_product_search is 'What hosts searched for on the add page and the shop does not have.';
create index empty_product_search_count on empty_product_search (count desc, words);
create index empty_product_search_last on empty_product_search (last_at);

create table product_picture (
  url text primary key,
  kind picture_kind,
  attempts integer default 0 not null,
  due_at timestamptz,
  seen_at timestamptz not null
);
comment on column product_picture.url is 'As the shop says it.';
comment on column product_picture.kind is 'Null until it was looked at.';
comment on column product_picture.attempts is 'How often it was asked for in vain.';
comment on column product_picture.due_at is 'When it is looked at (again); null when what it is is known.';
comment on column product_picture.seen_at is 'When the catalogue had it last.';
comment on table product_picture is
  'The pictures of the catalogue by address, and what kind each is; `due_at` is when it is looked at next.';
create index product_picture_due on product_picture (due_at) where due_at is not null;


-- registry

create table event_type (
  slug text primary key,
  position integer not null,
  illustration text default 'sparkles' not null,
  tone tile_tone default 'sand' not null,
  starts_as_group boolean default false not null,
  hides_day_and_place boolean default false not null,
  host_kind host_kind default 'hosts' not null,
  is_active boolean default true not null
);
comment on table event_type is 'A kind of event that a registry can be for, with its order and picture.';
comment on column event_type.illustration is 'The name of its picture among those of the pages.';
comment on column event_type.tone is 'The colour behind the picture.';
comment on column event_type.starts_as_group is 'Whether each gift starts as a group gift.';
comment on column event_type.hides_day_and_place is 'Whether search results show neither day nor place of such an event.';
comment on column event_type.host_kind is 'Whose names the forms ask for.';
comment on column event_type.is_active is 'Whether new registries may be of it.';

create table search_word (
  id integer generated always as identity primary key,
  word text collate "C" not null unique
);
comment on table search_word is
  'The dictionary of registry search: each word that some registry has or had, folded.';

create table search_key (
  key text collate "C",
  word_id integer references search_word (id) on delete cascade,
  primary key (key, word_id)
);
comment on table search_key is 'The keys by which a word is found: as written, in Greeklish, by sound.';
create index search_key_word on search_key (word_id);
create index search_key_trigrams on search_key using gin (key gin_trgm_ops);
create index search_key_typos on search_key using gin (typo_forms(key)) with (fastupdate=off);

create table picture (
  name text primary key check (name ~ '^[0-9a-f]{40}$'),
  use picture_use not null,
  bytes bytea not null,
  created_at timestamptz default now() not null,
  emailed_at timestamptz,
  registry_id bigint
);
comment on table picture is
  'JPEG bytes of hosts'' pictures, named by a keyed digest of what they hold and of their use.';
comment on column picture.use is
  'A registry''s photo or an invitation''s background: each has its own address, which serves no other use.';
comment on column picture.emailed_at is 'When an e-mail showed it last.';
comment on column picture.registry_id is 'For which it was uploaded first.';
create index picture_registry on picture (registry_id) where registry_id is not null;

create table search_prefix (
  id integer generated always as identity primary key,
  prefix text collate "C" not null unique
);
comment on table search_prefix is 'Beginnings of the dictionary''s words, for searches of half-typed names.';

create table event_type_text (
  slug text references event_type (slug),
  language language,
  name text not null,
  search_words text default '' not null,
  landing_title text not null,
  landing_lead text not null,
  landing_text text not null,
  primary key (slug, language)
);
comment on table event_type_text is 'Name, landing texts and search words of an event type in one language.';
comment on column event_type_text.search_words is
  'Words beside the name by which people search for such events, with spaces between.';

create schema search_twin;
create table search_twin.search_word (
  id integer generated always as identity primary key,
  word text collate "C" not null unique
);
comment on table search_twin.search_word is 'As public.search_word: of the search index that is built, or was before.';

create table search_twin.search_key (
  key text collate "C",
  word_id integer references search_twin.search_word(id) on delete cascade,
  primary key (key, word_id)
);
comment on table search_twin.search_key is 'As public.search_key.';
create index search_key_word on search_twin.search_key (word_id);
create index search_key_trigrams on search_twin.search_key using gin (key gin_trgm_ops);
create index search_key_typos on search_twin.search_key using gin (typo_forms(key)) with (fastupdate=off);

create table search_twin.search_prefix (
  id integer generated always as identity primary key,
  prefix text collate "C" not null unique
);
comment on table search_twin.search_prefix is 'As public.search_prefix.';

create table search_index (
  schema_name text primary key,
  state search_index_state not null,
  shape integer default 0 not null,
  position bigint default 0 not null,
  changed_at timestamptz default now() not null
);
comment on table search_index is
  'The two sets of tables of the registry search, by their schemas: which one answers, and how far the other one is built.';
comment on column search_index.state is '`kept`: no longer searched, but by processes of the former release.';
comment on column search_index.shape is '`searchIndexShape` of the release that built it.';
comment on column search_index.position is 'While it is built: the registries up to this id are in it.';
create unique index search_index_live on search_index ((true)) where state = 'live';

create table search_change (
  id bigint generated always as identity primary key,
  registry_id bigint not null
);
comment on table search_change is
  'Registries that changed while a search index is built: noted by the database, whatever release made the change.';

create table empty_registry_search (
  length integer primary key,
  count integer not null,
  last_at timestamptz not null
);
comment on table empty_registry_search is
  'How many searches for a registry found nothing, by the number of characters typed; never the words.';

create table registry (
  id bigint generated always as identity primary key,
  code text not null unique check (code ~ '^[ABEZHKMNPTYX345679]{12}$'),
  customer_id bigint not null references customer (id),
  event_type text not null references event_type (slug),
  name text not null,
  surname text not null,
  partner_name text,
  partner_surname text,
  registry_name text not null,
  message text,
  greeting text,
  english_greeting text,
  family_line text,
  afterword text,
  cover text,
  event_place text,
  event_day date,
  event_sequence integer default 0 not null,
  closing_day date,
  guest_count integer not null check ((guest_count > 1) and (guest_count <= 1000)),
  privacy privacy not null,
  searchable boolean default true not null,
  we_connect boolean default false not null,
  home_address jsonb,
  shipping_address jsonb,
  terms_version text not null,
  terms_at timestamptz not null,
  version integer default 1 not null,
  created_at timestamptz default now() not null,
  removed_at timestamptz,
  search_indexed boolean default false not null,
  co_host_id bigint references customer (id) on delete set null,
  slug text unique,
  thumbnail text references picture (name),
  photo text references picture (name),
  full_picture text references picture (name),
  draft_key text,
  surprise boolean default false not null,
  reveal_day date,
  last_closed_day date,
  event_place_id text,
  search_engines boolean default false not null,
  we_connect_at timestamptz
);
comment on table registry is 'A gift registry: the event, its hosts, its privacy, its closing day.';
comment on column registry.english_greeting is 'The hosts'' letter in English; `greeting` is read where there is none.';
comment on column registry.family_line is 'Parents, koumbaroi or godparents, in one line below the names.';
comment on column registry.afterword is 'What the gifts became, in the hosts'' own words; shown once it is closed.';
comment on column registry.cover is
  'Which of our pictures stands for a photograph; null for that of the kind of event.';
comment on column registry.event_place is
  'The place of the event, which guests see; the host''s addresses are never shown to them (R225).';
comment on column registry.we_connect_at is
  'Since when the hosts wish to be called (R223); null while they do not.';
comment on column registry.version is
  'Raised by every change that guests can see; cached and open pages compare it.';
comment on column registry.event_sequence is
  'Grows with each change of the event''s day: by it calendars know the later file (RFC 5545).';
comment on column registry.search_indexed is 'Whether its words are in the search index.';
comment on column registry.co_host_id is 'The co-host''s customer id; null without one.';
comment on column registry.slug is
  'The address in use out of those that the host chose; null without any.';
comment on column registry.thumbnail is
  'Names of the host''s pictures: 120 × 120, the same crop in full size, and the uncropped picture.';
comment on column registry.draft_key is
  'The key of the form that created it: sent twice, the form creates one registry.';
comment on column registry.surprise is
  'Whether what was given is hidden from its hosts, until `reveal_day` where there is one.';
comment on column registry.last_closed_day is 'The last closing day that was processed.';
comment on column registry.event_place_id is
  'The place of the gazetteer that event_place names; empty where it names none.';
comment on column registry.search_engines is 'Whether the hosts let search engines show it; counts only while it is public.';
create index registry_search_unindexed on registry (id) where not search_indexed;
create index registry_thumbnail on registry (thumbnail) where thumbnail is not null;
create index registry_photo on registry (photo) where photo is not null;
create index registry_full_picture on registry (full_picture) where full_picture is not null;
create unique index registry_draft on registry (customer_id, draft_key) where draft_key is not null;
create index registry_surprise on registry (reveal_day) where surprise and (removed_at is null);
create index registry_closing on registry (closing_day) where removed_at is null;
create index registry_unclosed on registry (closing_day) where (removed_at is null)
  and (last_closed_day is distinct from closing_day);
create index registry_basis on registry (coalesce(event_day, closing_day, ((created_at AT TIME ZONE 'UTC'))::date));
create index registry_removed on registry (removed_at) where removed_at is not null;
create index registry_event_type on registry (event_type);
create index registry_created_day on registry ((((created_at AT TIME ZONE 'Europe/Athens'))::date));
create index registry_owner on registry (customer_id);
create index registry_second_host on registry (co_host_id) where co_host_id is not null;
create index registry_event_month on registry (event_type, event_month(event_day) desc, id desc)
  where (privacy = 'public') and searchable and (removed_at is null);
create index registry_call_wish on registry (we_connect_at) where we_connect and (removed_at is null);
create index registry_home_phone on registry ("right"(regexp_replace((home_address ->> 'phone'), '\D', '', 'g'), 10))
  where home_address is not null;
create index registry_shipping_phone on registry ("right"(regexp_replace((shipping_address ->> 'phone'), '\D', '',
  'g'), 10)) where shipping_address is not null;

create table page_photo (
  registry_id bigint references registry (id),
  role photo_role,
  large text references picture (name),
  small text not null references picture (name),
  position integer default 0 not null,
  width integer not null check (width > 0),
  height integer not null check (height > 0),
  alt text default '' not null,
  primary key (registry_id, role, large)
);
comment on table page_photo is
  'More photographs of a registry: the cover as a wide band, those in the letter, and one of what the gifts became.';
comment on column page_photo.large is 'Names of its two JPEGs; `width` and `height` are those of the large one.';
comment on column page_photo.alt is 'What it shows, in the hosts'' words, for who does not see it.';
create index page_photo_large on page_photo (large);
create index page_photo_small on page_photo (small);

create table slug (
  slug text primary key check ((length(slug) between 3 and 60) and (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$')),
  folded text not null unique,
  registry_id bigint not null references registry (id) on delete cascade,
  created_at timestamptz default now() not null,
  has_ending boolean default false not null,
  answers boolean default true not null
);
comment on column slug.has_ending is 'Whether it ends in random characters, so that nobody guesses it.';
comment on column slug.answers is
  'Whether it leads to its registry; one that stopped stays the registry''s, so that nobody else gets it.';
comment on column slug.folded is
  'The slug as `foldSlug` writes it: the same for slugs that people confuse; unique.';
comment on table slug is 'Every address that a host ever chose for a registry; earlier ones redirect.';
create index slug_registry on slug (registry_id);

create table registry_change (
  id bigint generated always as identity primary key,
  registry_id bigint not null references registry (id) on delete cascade,
  customer_id bigint references customer (id) on delete set null,
  what text not null,
  about text,
  at timestamptz default now() not null
);
comment on table registry_change is 'Who of the hosts changed what in a registry, and when.';
create index registry_change_latest on registry_change (registry_id, id desc);
create index registry_change_at on registry_change (at);
create index registry_change_customer on registry_change (customer_id) where customer_id is not null;

create table search_entry (
  registry_id bigint primary key references registry (id) on delete cascade,
  words integer[] not null,
  facts text[] not null,
  periods integer[] generated always as (array[((registry_id >> 13))::integer,
    (('-1'::integer - (registry_id >> 17)))::integer]) stored not null
);
comment on table search_entry is
  'All that a public registry is found by, for searches of several words, places and dates.';
comment on column search_entry.words is 'Numbers from `searchToken` (registry/search/search.rules.ts).';
comment on column search_entry.facts is 'Strings from `searchFacts` (registry/search/search.rules.ts).';
create index search_entry_by_period on search_entry using gin (periods, words, facts) with (fastupdate=off);

create table search_mention (
  word_id integer references search_word (id) on delete cascade,
  registry_id bigint references registry (id) on delete cascade,
  is_place boolean,
  primary key (word_id, registry_id, is_place)
);
comment on table search_mention is 'Which public registry has which word, in its names or as its place.';
comment on column search_mention.is_place is 'Of the place of the event, not of its name or its hosts.';
create index search_mention_registry on search_mention (registry_id);

create table search_twin.search_mention (
  word_id integer references search_twin.search_word(id) on delete cascade,
  registry_id bigint references registry (id) on delete cascade,
  is_place boolean,
  primary key (word_id, registry_id, is_place)
);
comment on table search_twin.search_mention is 'As public.search_mention.';
create index search_mention_registry on search_twin.search_mention (registry_id);

create table search_lost_word (
  id bigint generated always as identity primary key,
  word_id integer not null
);
comment on table search_lost_word is
  'Words that a registry had and has no more, whose others may be none: deleted from the dictionary then.';

create table search_twin.search_lost_word (
  id bigint generated always as identity primary key,
  word_id integer not null
);
comment on table search_twin.search_lost_word is 'As public.search_lost_word.';

create table search_twin.search_entry (
  registry_id bigint primary key references registry (id) on delete cascade,
  words integer[] not null,
  facts text[] not null,
  periods integer[] generated always as (array[((registry_id >> 13))::integer,
    (('-1'::integer - (registry_id >> 17)))::integer]) stored not null
);
comment on table search_twin.search_entry is 'As public.search_entry.';
create index search_entry_by_period on search_twin.search_entry using gin (periods, words,
  facts) with (fastupdate=off);


-- gift

create table gift (
  id bigint generated always as identity primary key,
  registry_id bigint not null references registry (id),
  product_id integer not null,
  variant_id integer not null,
  sku text not null,
  quantity integer not null check (quantity between 1 and 999),
  is_group boolean not null,
  price_cents integer not null check (price_cents > 0),
  selected_options jsonb not null,
  note text,
  must_have boolean default false not null,
  position integer not null,
  created_at timestamptz default now() not null,
  removed_at timestamptz,
  modifiers jsonb default '[]' not null,
  constraint gift_check check ((not is_group) or (quantity = 1))
);
comment on table gift is 'A product of the shop wished for in a registry.';
comment on column gift.variant_id is '0 when the product has no variant of its own.';
comment on column gift.price_cents is
  'The price, incl. VAT, when the gift was added or last read from the shop; gift cards keep it as their own (R302).';
comment on column gift.selected_options is
  'The shop''s option ids to value ids of the chosen variant, for the hand-off.';
comment on column gift.modifiers is
  'The host''s answers to the product''s modifiers: [{ option_id, kind, value }]; the value is null where the guest answers (R322).';
create unique index gift_once on gift (registry_id, product_id, variant_id) where removed_at is null;
create index gift_product on gift (product_id);
create index gift_registry on gift (registry_id);


-- checkout

create table handoff (
  id bigint generated always as identity primary key,
  reference text not null unique,
  idempotency_key text not null,
  fingerprint text not null,
  registry_id bigint not null references registry (id),
  customer_id bigint references customer (id) on delete set null,
  language language not null,
  channel_id integer not null,
  giver_name text,
  giver_email text,
  visibility visibility not null,
  message text,
  cart_id text unique,
  state handoff_state not null,
  created_at timestamptz default now() not null,
  reserved_until timestamptz not null,
  cart_creation_until timestamptz,
  cancel_requested_at timestamptz,
  erased boolean default false not null,
  reserves boolean default true not null,
  unfinished_order_id integer,
  unfinished_order_at timestamptz,
  recovered_at timestamptz,
  made_by_staff boolean default false not null,
  constraint handoff_unfinished check ((unfinished_order_id is null) = (unfinished_order_at is null)),
  unique (registry_id, idempotency_key)
);
comment on table handoff is
  'One cart passed to the shop: what a guest wanted, with their name and message, and until when it is reserved.';
comment on column handoff.reference is
  'Unguessable; on the generic product''s third option, on the thank-you address.';
comment on column handoff.idempotency_key is 'One for each submitted form; unique within its registry.';
comment on column handoff.fingerprint is 'A digest of the request: the same key with other content is refused.';
comment on column handoff.state is
  'open: at the shop''s checkout · ordered: the shop has its order · failed: no cart was made · expired: time ran out.';
comment on column handoff.reserved_until is 'Until when its lines reserve units and cents.';
comment on column handoff.unfinished_order_id is
  'An order of the shop that was begun and not paid: for a day from its date it keeps what the lines reserve (R515).';
comment on column handoff.reserves is
  'False beyond the limits of R413, and once its giver has ended it (R1431): nothing is set aside for it.';
comment on column handoff.cart_creation_until is
  'Until when the process that makes the shop''s cart has to be done; then another process may try.';
comment on column handoff.cancel_requested_at is 'When the giver asked the shop to cancel, by the link in their e-mail.';
comment on column handoff.erased is
  'The giver was erased: their name must not come back with a later reading of the order.';
comment on column handoff.recovered_at is
  'When it was made again from the shop''s order, because a restored database had lost it (R522).';
comment on column handoff.made_by_staff is
  'Staff have placed a line of an order, or a till receipt, by it (R964).';
create index handoff_open on handoff (reserved_until) where state = 'open';
create index handoff_unpaid_giver on handoff (created_at) where (state <> 'ordered') and ((giver_name is not null)
  or (giver_email is not null) or (message is not null));
create index handoff_giver_email on handoff (created_at) where giver_email is not null;
create index handoff_unfinished on handoff (unfinished_order_id) where unfinished_order_id is not null;
create index handoff_customer on handoff (customer_id) where customer_id is not null;
create index handoff_created on handoff (created_at);
create index handoff_giver_address on handoff (lower(giver_email)) where giver_email is not null;
create index handoff_withdrawn on handoff (cancel_requested_at) where cancel_requested_at is not null;

create table handoff_line (
  id bigint generated always as identity primary key,
  handoff_id bigint not null references handoff (id) on delete cascade,
  registry_id bigint not null,
  gift_id bigint not null references gift (id),
  kind line_kind not null,
  product_id integer not null,
  variant_id integer not null,
  units integer not null check (units > 0),
  cents integer not null check (cents > 0),
  message text
);
comment on table handoff_line is 'One line of a hand-off: units of a gift, a contribution, or a gift card.';
comment on column handoff_line.units is 'Units reserved; 1 for a contribution and for gift cards.';
comment on column handoff_line.cents is
  'Unit price for units (read live from the shop at the hand-off), else all the money of the line.';
create index handoff_line_gift on handoff_line (gift_id);
create index handoff_line_handoff on handoff_line (handoff_id);
create index handoff_line_message on handoff_line (handoff_id) where message is not null;

create table purchase (
  order_id integer,
  line_id integer,
  registry_id bigint not null references registry (id),
  gift_id bigint not null references gift (id),
  handoff_id bigint not null references handoff (id),
  kind line_kind not null,
  state purchase_state not null,
  units integer not null check (units >= 0),
  cents integer not null check (cents >= 0),
  credited_units integer not null check (credited_units >= 0),
  credited_cents integer not null check (credited_cents >= 0),
  giver_name text,
  giver_email text,
  visibility visibility not null,
  message text,
  thanked_at timestamptz,
  ordered_at timestamptz not null,
  changed_at timestamptz default now() not null,
  held_until timestamptz,
  is_money boolean default false not null,
  constraint purchase_check check ((credited_units <= units) and (credited_cents <= cents)),
  constraint purchase_held check ((held_until is null) or (state = 'pending')),
  primary key (order_id, line_id)
);
comment on column purchase.order_id is 'The shop''s number; below zero for a receipt of its till (R967).';
comment on column purchase.state is
  'paid counts; pending keeps its units or cents reserved; void neither (declined, cancelled, refunded in full).';
comment on column purchase.units is 'Units left after refunds (1 or 0 for a contribution).';
comment on column purchase.cents is 'Money left after refunds, incl. VAT.';
comment on column purchase.credited_units is
  'Of these, what fits the gift; the rest is surplus: money to spend, or goods that were bought once too often (R507).';
comment on column purchase.held_until is
  'Until when a pending one keeps its units or cents; null when it is not known (R515).';
comment on table purchase is
  'One order line of the shop credited to a registry; a projection, rewritten whenever the order is read again.';
comment on column purchase.is_money is
  'Whether its cents are money of the registry, and not what they have bought (R1160).';
create index purchase_gift on purchase (gift_id);
create index purchase_registry on purchase (registry_id, ordered_at desc, order_id desc, line_id desc);
create index purchase_handoff on purchase (handoff_id);
create index purchase_void_giver on purchase (changed_at) where (state = 'void') and ((giver_name <> '')
  or (giver_email is not null) or (message is not null));
create index purchase_giver_email on purchase (ordered_at) where giver_email is not null;
create index purchase_held on purchase (held_until) where held_until is not null;
create index purchase_changed on purchase (changed_at);
create index purchase_giver_address on purchase (lower(giver_email)) where giver_email is not null;
create index purchase_second on purchase (ordered_at) where (state = 'paid') and (not is_money)
  and (credited_units < units);

create table ledger (
  id bigint generated always as identity primary key,
  registry_id bigint not null references registry (id),
  gift_id bigint references gift (id),
  order_id integer,
  line_id integer,
  kind ledger_kind not null,
  cents integer not null check (cents <> 0),
  cause text not null unique,
  created_at timestamptz default now() not null,
  account ledger_account not null,
  payout_id bigint,
  transfer_id bigint,
  source_order_id integer,
  constraint ledger_of_order check ((kind in ('gift', 'contribution', 'gift_card',
    'surplus')) = ((order_id is not null) and (line_id is not null))),
  constraint ledger_of_one_order check ((order_id is null) = (source_order_id is not null)),
  constraint ledger_of_payout check ((kind in ('certificate', 'redeemed', 'returned')) = (payout_id is not null)),
  constraint ledger_of_transfer check ((kind = 'moved') = (transfer_id is not null)),
  constraint ledger_out check ((kind not in ('certificate', 'redeemed')) or (cents < 0)),
  constraint ledger_change check ((kind <> 'surplus') or (account = 'change')),
  constraint ledger_money check ((account <> 'goods') or (kind in ('gift', 'moved')))
);
comment on column ledger.order_id is
  'Null for what comes from no order: money that left, or that was moved within the registry.';
comment on column ledger.kind is
  'contribution, gift_card and surplus bring money; their refunds are negative lines of the same kind. certificate and redeemed take it out, returned brings it back after a failure; moved and settled move it between accounts.';
comment on column ledger.cause is 'What caused this line; unique, so that nothing is entered twice.';
comment on column ledger.source_order_id is
  'The order that paid in the money of a line without one, so that each cent keeps its day (R511).';
comment on table ledger is 'Every movement of a registry''s money; append-only, a correction is a new line.';
create index ledger_line on ledger (order_id, line_id);
create index ledger_gift on ledger (gift_id);
create index ledger_payout on ledger (payout_id) where payout_id is not null;
create index ledger_transfer on ledger (transfer_id) where transfer_id is not null;
create index ledger_created on ledger using brin (created_at);
create index ledger_in on ledger (kind, created_at, id) where (account <> 'goods') and (cents > 0);
create index ledger_out on ledger (kind, created_at, id) where (account <> 'goods') and (cents < 0);
create index ledger_till on ledger (created_at, id) where (order_id < 0) and (account <> 'goods');
create index ledger_returned_goods on ledger (created_at, id) where (kind = 'moved') and (account = 'goods');
create index ledger_unplaced on ledger (created_at, id) where cause ~~ '% unplaced %';
create index ledger_registry_money on ledger (registry_id) include (account, cents);

create sequence order_sync_version;

create table order_sync (
  order_id integer primary key,
  version bigint not null,
  staff_note text,
  staff_note_written_at timestamptz,
  staff_note_attempts integer default 0 not null,
  staff_note_next_attempt_at timestamptz default now() not null,
  staff_note_erased_lines text,
  shop_changed_at timestamptz,
  refunded_by_hand_at timestamptz
);
comment on table order_sync is
  'An order of the shop that concerns a registry: the version of its last reading, and the note for the shop''s staff.';
comment on column order_sync.version is
  'Each reading takes its number before it starts; the one with the highest number is kept.';
comment on column order_sync.staff_note is 'For the shop''s staff; null while there is none.';
comment on column order_sync.staff_note_erased_lines is
  'Lines to be taken out of the shop''s staff notes, because they name somebody who was erased.';
comment on column order_sync.shop_changed_at is
  'When the shop had changed the order, as it was last read; null when that was not noted yet.';
comment on column order_sync.refunded_by_hand_at is
  'When the shop first said that it was refunded, wholly or in part, without a refund that says how much (R1304).';
create index order_sync_staff_note_due on order_sync (staff_note_next_attempt_at) where (staff_note is not null)
  and (staff_note_written_at is null);

create table unmatched_line (
  order_id integer,
  line_id integer,
  reason text not null,
  cents integer not null,
  seen_at timestamptz default now() not null,
  dismissed_at timestamptz,
  primary key (order_id, line_id)
);
comment on column unmatched_line.dismissed_at is 'Staff say that it is of no registry.';
comment on table unmatched_line is 'An order line that names us, or whose hand-off a restore may have lost, and belongs to no gift; for staff.';

create table webhook_event (
  id text primary key,
  scope text not null,
  subject text not null,
  received_at timestamptz default now() not null,
  processed_at timestamptz,
  attempts integer default 0 not null,
  next_attempt_at timestamptz default now() not null
);
comment on table webhook_event is 'An inbox of webhooks: stored and answered at once, processed by a job.';
create index webhook_event_waiting on webhook_event (next_attempt_at) where processed_at is null;
create index webhook_event_processed on webhook_event (processed_at) where processed_at is not null;
create index webhook_event_received on webhook_event (received_at);

create table job_cursor (
  name text primary key,
  value text not null
);
comment on table job_cursor is 'How far a job has come, by name.';

create table recredit_queue (
  gift_id bigint primary key references gift (id),
  version integer default 1 not null
);
comment on table recredit_queue is
  'Gifts whose purchases have to be credited again, because a price or a quantity changed.';

create table former_cart (
  cart_id text primary key,
  handoff_id bigint not null references handoff (id) on delete cascade
);
comment on table former_cart is 'A shop cart that a hand-off had before its present one.';
create index former_cart_handoff on former_cart (handoff_id);

create table order_payment (
  order_id integer primary key,
  status text not null,
  method text not null,
  is_paid boolean not null,
  is_disputed boolean default false not null,
  paid_at timestamptz,
  first_paid_at timestamptz,
  received_at timestamptz,
  tax_cents integer,
  most_money_cents integer,
  is_unproved boolean default false not null,
  proof_accepted_at timestamptz,
  held_until timestamptz,
  constraint order_payment_check check ((not is_paid) or ((paid_at is not null) and (first_paid_at is not null)))
);
comment on table order_payment is
  'What is known of the payment of each order that brought money: by it money may leave or waits.';
comment on column order_payment.status is 'The shop''s own words.';
comment on column order_payment.is_paid is
  'Whether the shop has the money, by its own word or by its staff''s (R510).';
comment on column order_payment.is_disputed is
  'Counts as given, but its money waits: it is contested (R514), or a refund of it has no place yet (R512).';
comment on column order_payment.paid_at is
  'Since when it is paid, for the days before money leaves; again later when it was not in between.';
comment on column order_payment.received_at is 'When staff marked the money as received.';
comment on column order_payment.held_until is
  'Until when its open money waits for the refund of a giver who has withdrawn from the contract (R517).';
comment on column order_payment.tax_cents is
  'VAT within the order''s total, as the shop charged it; null where it said none, or was last read before this column.';
comment on column order_payment.most_money_cents is
  'What of the order can be money of registries at most, in cents; null while that was not read (R1160).';
comment on column order_payment.is_unproved is
  'The shop does not tell what gift certificates have paid of it: its money waits (R1163).';
comment on column order_payment.proof_accepted_at is
  'When staff accepted what gift certificates have paid without the shop telling it (R1163).';
create index order_payment_unproved on order_payment (order_id) where is_unproved and (proof_accepted_at is null);

create table reservation_log (
  id bigint generated always as identity primary key,
  handoff_id bigint not null references handoff (id) on delete cascade,
  gift_id bigint not null references gift (id) on delete cascade,
  amount bigint not null check (amount > 0),
  device bytea not null,
  network bytea not null,
  wide_network bytea not null,
  reserved_at timestamptz not null
);
comment on table reservation_log is
  'Who set aside how much of which gift, for two days: by it the limits of reservations are counted. Devices and networks are keyed digests.';
comment on column reservation_log.amount is 'Units, or cents of a contribution.';
comment on column reservation_log.device is
  'Keyed digests: the device (its network where it has no name), the network, and the provider''s wider network.';
create index reservation_log_handoff on reservation_log (handoff_id);
create index reservation_log_gift on reservation_log (gift_id);
create index reservation_log_device on reservation_log (device);
create index reservation_log_network on reservation_log (network);
create index reservation_log_wide_network on reservation_log (wide_network);
create index reservation_log_time on reservation_log (reserved_at);

create table refund_placement (
  refund_id integer,
  line_id integer,
  order_id integer not null,
  cents integer not null check (cents > 0),
  placed_at timestamptz not null,
  primary key (refund_id, line_id)
);
comment on table refund_placement is
  'Which lines of an order staff have taken a refund of the order as a whole from (R512).';
create index refund_placement_order on refund_placement (order_id);

create table restore_point (
  id bigint generated always as identity primary key,
  since timestamptz not null unique,
  declared_at timestamptz not null
);
comment on table restore_point is 'The database was restored: what was made between these two moments may be lost.';
comment on column restore_point.since is 'When the backup was made.';

create table reconcile_run (
  id bigint generated always as identity primary key,
  started_at timestamptz not null,
  phase text not null,
  position bigint default 0 not null,
  finished_at timestamptz
);
comment on table reconcile_run is 'A look at every registry, e-mail and order, and how far it is.';
comment on column reconcile_run.position is 'The id up to which the phase has looked.';
create unique index reconcile_run_unfinished on reconcile_run ((true)) where finished_at is null;

create table reconcile_finding (
  run_id bigint references reconcile_run (id) on delete cascade,
  sentence text,
  found_at timestamptz not null,
  primary key (run_id, sentence)
);
comment on table reconcile_finding is 'What such a look found, a sentence with ids each.';

create table line_placement (
  order_id bigint,
  line_id bigint,
  handoff_id bigint not null references handoff (id),
  placed_at timestamptz not null,
  primary key (order_id, line_id)
);
comment on table line_placement is
  'Lines of orders of the shop that staff have placed on a gift, with the hand-off that says for what they count.';
comment on column line_placement.handoff_id is 'Made for it; its one line says for what the order''s line counts.';
create index line_placement_handoff on line_placement (handoff_id);

create table unplaced_refund (
  refund_id integer primary key,
  order_id integer not null,
  cents integer not null,
  seen_at timestamptz not null
);
comment on table unplaced_refund is
  'An amount given back for an order as a whole that waits until staff say which of its lines it is of.';
create index unplaced_refund_order on unplaced_refund (order_id);

create table sleeping_webhook (
  scope text primary key,
  since timestamptz not null,
  failure text not null
);
comment on table sleeping_webhook is
  'A webhook of the shop that is missing or asleep, and why it could not be repaired.';

create table delivery (
  order_id integer,
  registry_id bigint references registry (id),
  for_hosts boolean,
  ordered_at timestamptz not null,
  sent_at timestamptz,
  primary key (order_id, registry_id)
);
comment on table delivery is
  'Goods of a paid order given to a registry: whether they go to its hosts, and since when they are on their way.';
comment on column delivery.for_hosts is 'Whether they go to the hosts; null when it is not known.';
comment on column delivery.sent_at is 'Since when they are known to be on their way.';
create index delivery_waiting on delivery (order_id, registry_id) where (sent_at is null) and (for_hosts is not false);
create index delivery_registry on delivery (registry_id, order_id);

create table till_receipt (
  id bigint generated always as identity primary key,
  number text not null,
  number_key text not null,
  registry_id bigint not null references registry (id),
  handoff_id bigint not null references handoff (id),
  recorded_at timestamptz not null,
  reversed_at timestamptz
);
comment on column till_receipt.number_key is
  'The number as it is compared: without case, spaces and look-alike letters; unique among those that count.';
comment on column till_receipt.handoff_id is 'Made for it; it holds the giver and the message.';
comment on column till_receipt.reversed_at is 'When staff took it back.';
comment on table till_receipt is
  'Receipts of the shop''s till that staff have recorded; purchase.order_id of their lines is the id below zero.';
create unique index till_receipt_number on till_receipt (number_key) where reversed_at is null;
create index till_receipt_registry on till_receipt (registry_id);
create index till_receipt_handoff on till_receipt (handoff_id);
create index till_receipt_number_any on till_receipt (number_key);

create table freed_unit (
  id bigint generated always as identity primary key,
  order_id integer not null,
  line_id integer not null,
  gift_id bigint not null references gift (id),
  registry_id bigint not null references registry (id),
  handoff_id bigint not null references handoff (id),
  units integer not null check (units > 0),
  cents integer not null check (cents > 0),
  freed_at timestamptz not null
);
comment on table freed_unit is
  'Units of goods that were taken off an order before dispatch: their worth is money as far as it was captured and not given back.';
create index freed_unit_order on freed_unit (order_id, line_id);
create index freed_unit_gift on freed_unit (gift_id);
create index freed_unit_registry on freed_unit (registry_id);
create index freed_unit_handoff on freed_unit (handoff_id);

create table unreadable_row (
  source text,
  row_id text,
  field text not null,
  reason text not null,
  seen_at timestamptz not null,
  last_seen_at timestamptz not null,
  primary key (source, row_id)
);
comment on column unreadable_row.source is '`order`, `order gone` (R1301), or the list of the shop.';
comment on column unreadable_row.row_id is 'The shop''s own id; empty where the row has none.';
comment on column unreadable_row.field is 'The first field that is not as it should be, such as `total_inc_tax`.';
comment on column unreadable_row.seen_at is 'Since when it could not be read, without a break.';
comment on table unreadable_row is
  'A row of the shop''s replies that was set aside: where, which, and why; no people''s data.';

create table store_state (
  store_hash text primary key,
  uninstalled_at timestamptz,
  storefronts jsonb not null default '[]'
);
comment on table store_state is
  'What the store told of itself while we run: where its storefronts are now, and whether it ended our access; no people.';
comment on column store_state.uninstalled_at is 'Since when it takes our access token no more; null while it does.';


-- giftcard

create table payout (
  id bigint generated always as identity primary key,
  registry_id bigint not null references registry (id),
  method payout_method not null,
  reason payout_reason not null,
  closing_number integer,
  idempotency_key text not null,
  fingerprint text not null,
  cents integer not null check (cents > 0),
  code text not null unique check (length(code) <= 20),
  gift_id bigint references gift (id),
  units integer check (units > 0),
  language language not null,
  to_name text not null,
  to_surname text not null,
  expires_on date,
  state payout_state default 'waiting' not null,
  attempts integer default 0 not null,
  next_attempt_at timestamptz not null,
  error text,
  shop_id integer,
  balance_cents integer,
  balance_at timestamptz,
  created_at timestamptz not null,
  done_at timestamptz,
  refunded_cents integer default 0 not null,
  refunded_units integer default 0 not null,
  modifiers jsonb default '[]' not null,
  code_number integer,
  trouble payout_trouble,
  tax_cents integer,
  handmade_id integer,
  constraint payout_check check ((reason = 'closing') = (closing_number is not null)),
  constraint payout_check1 check ((method = 'order') = (units is not null)),
  constraint payout_check2 check ((state = 'done') = (shop_id is not null)),
  constraint payout_returned check ((refunded_cents between 0 and cents) and (refunded_units between 0
    and coalesce(units, 0))),
  constraint payout_refunded_when_done check ((refunded_cents = 0) or (state = 'done')),
  unique (registry_id, idempotency_key),
  unique (registry_id, closing_number)
);
comment on column payout.reason is 'own: the host pays the rest themselves, with this certificate.';
comment on column payout.code is
  'Made by us: a certificate''s code, or the id by which the order is found again.';
comment on column payout.code_number is
  'What it was made from beside registry and reason (R617); null for one that a restore took over from a closing.';
comment on column payout.balance_cents is 'What was left on the certificate when the shop was last asked.';
comment on column payout.refunded_cents is
  'What the shop took back of an order placed for the host, or was taken off a certificate: it is in the registry again.';
comment on table payout is
  'Money that leaves a registry as a certificate or an order; written before the shop is called.';
comment on column payout.modifiers is
  'What the order placed for the host says to the shop''s questions (R424): [{ option_id, kind, value }].';
comment on column payout.trouble is
  'Why it waits, as staff read it (R1040); null until it was tried.';
comment on column payout.tax_cents is
  'VAT within the total of the order that was placed for the host, as the shop charged it; null for a certificate, where the shop said none, and until the order is read.';
comment on column payout.handmade_id is
  'The shop''s certificate that somebody made by hand for it, from its choice on (R1150).';
create index payout_waiting on payout (next_attempt_at) where state = 'waiting';
create index payout_gift on payout (gift_id) where gift_id is not null;
create index payout_created on payout (created_at);
create index payout_shop_order on payout (shop_id) where (method = 'order') and (shop_id is not null);
create unique index payout_code_number on payout (registry_id, reason, code_number) where code_number is not null;
create index payout_outstanding on payout (expires_on, balance_cents) where (method = 'certificate')
  and (state = 'done') and (balance_cents > 0);
create index payout_read on payout (balance_at, shop_id) where (method = 'certificate') and (state = 'done')
  and (balance_cents > 0);
create index payout_certificate on payout (shop_id) where method = 'certificate';
create index payout_code_end on payout ("right"(code, 4));
create unique index payout_handmade on payout (handmade_id) where handmade_id is not null;

create table transfer (
  id bigint generated always as identity primary key,
  registry_id bigint not null references registry (id),
  idempotency_key text not null,
  fingerprint text not null,
  from_gift_id bigint not null references gift (id),
  to_gift_id bigint not null references gift (id),
  cents integer not null check (cents > 0),
  created_at timestamptz not null,
  unique (registry_id, idempotency_key)
);
comment on table transfer is 'Money moved from one gift to another of the same registry.';
create index transfer_source on transfer (from_gift_id) where from_gift_id is not null;
create index transfer_target on transfer (to_gift_id) where to_gift_id is not null;

create table closing (
  registry_id bigint references registry (id),
  number integer check (number > 0),
  day date not null,
  cents integer not null check (cents >= 0),
  created_at timestamptz not null,
  due_at timestamptz not null,
  settled_at timestamptz,
  primary key (registry_id, number)
);
comment on table closing is 'A closing that was done, by registry and number, with the money it paid.';
comment on column closing.cents is 'What its certificate was asked for; 0 until it is settled.';
comment on column closing.due_at is 'When its last payment is free to leave (R614).';
create index closing_unsettled on closing (due_at) where settled_at is null;

create table closing_notice (
  registry_id bigint references registry (id),
  day date,
  kind closing_notice_kind,
  primary key (registry_id, day, kind)
);
comment on table closing_notice is 'Reminders of a closing day that were sent.';
create index closing_notice_day on closing_notice (day);

create table negative_balance (
  registry_id bigint primary key references registry (id),
  cents integer not null check (cents >= 0),
  changed_at timestamptz not null
);
comment on table negative_balance is 'What a registry owes after a refund of money that had been paid out.';

create table unclaimed_money (
  registry_id bigint primary key references registry (id),
  since timestamptz not null,
  letters smallint default 0 not null
);
comment on table unclaimed_money is
  'Closed registries whose money waits until the owner confirms the e-mail: since when, and how many letters went out about it.';
comment on column unclaimed_money.letters is 'How many went out: reminders to the owner, then one to staff.';

create table certificate_lowering (
  id bigint generated always as identity primary key,
  registry_id bigint not null references registry (id),
  payout_id bigint not null references payout (id),
  order_id integer not null,
  state lowering_state default 'planned' not null,
  lacking_cents integer not null check (lacking_cents >= 0),
  cents integer default 0 not null check (cents >= 0),
  from_cents integer,
  attempts integer default 0 not null,
  next_attempt_at timestamptz not null,
  error text,
  created_at timestamptz not null,
  done_at timestamptz,
  constraint certificate_lowering_check check (from_cents >= cents),
  constraint certificate_lowering_check1 check ((state <> 'lowering') or ((cents > 0) and (from_cents is not null))),
  constraint certificate_lowering_check2 check ((state = 'done') = (done_at is not null))
);
comment on table certificate_lowering is
  'What is taken off unspent certificates because guests were given money back after it was paid out (R513).';
comment on column certificate_lowering.order_id is 'The order whose refund it is for.';
comment on column certificate_lowering.state is
  'lowering: the amount is stored, and the shop is asked, or may have been.';
comment on column certificate_lowering.lacking_cents is 'What the registry lacked when it was last looked at.';
comment on column certificate_lowering.cents is 'What is taken; 0 while that is not known, and when nothing was left.';
comment on column certificate_lowering.from_cents is 'The balance that it is taken from.';
create unique index certificate_lowering_open on certificate_lowering (registry_id) where state <> 'done';
create index certificate_lowering_due on certificate_lowering (next_attempt_at) where state <> 'done';
create index certificate_lowering_payout on certificate_lowering (payout_id);
create index certificate_lowering_registry on certificate_lowering (registry_id);

-- What was paid for our own products without a registry may become a gift card of its buyer (R1311).
create table line_certificate (
  order_id bigint not null,
  line_id bigint not null,
  cents integer not null check (cents > 0),
  due_cents integer not null check (due_cents >= 0),
  refunded_cents integer not null default 0,
  lost_cents integer not null default 0,
  code text not null unique,
  code_number integer not null,
  language language not null,
  to_name text not null,
  to_email text not null,
  expires_on date,
  state payout_state not null default 'waiting',
  shop_id bigint,
  lowering integer not null default 0,
  lowering_cents integer not null default 0,
  lowering_from_cents integer,
  attempts integer not null default 0,
  next_attempt_at timestamptz,
  error text,
  trouble payout_trouble,
  created_at timestamptz not null,
  done_at timestamptz,
  primary key (order_id, line_id)
);
create index line_certificate_due on line_certificate (next_attempt_at) where next_attempt_at is not null;
create index line_certificate_stuck on line_certificate (created_at) where next_attempt_at is not null and attempts >= 5;
comment on table line_certificate is
  'Lines of orders without a registry whose money becomes a gift card of the shop for the order''s own e-mail (R1311).';
comment on column line_certificate.cents is 'What the certificate under this code is made of.';
comment on column line_certificate.due_cents is 'What of the line may be on it, as the order was read last.';
comment on column line_certificate.refunded_cents is 'What was taken off it again.';
comment on column line_certificate.lost_cents is 'What could not be taken off, because it was spent; staff were told.';
comment on column line_certificate.code_number is 'What the code was made from beside order and line.';
comment on column line_certificate.to_email is 'Empty once the certificate is made.';
comment on column line_certificate.lowering is 'How often it was lowered, the present time among them.';
comment on column line_certificate.lowering_cents is 'What is being taken off it; 0 for nothing.';
comment on column line_certificate.lowering_from_cents is 'The balance that it is taken from.';
comment on column line_certificate.next_attempt_at is 'Null when there is nothing to do.';

create table late_money (
  registry_id bigint primary key references registry (id)
);
comment on table late_money is
  'Closed registries that may have money to pay out (R611): noted by the database when they close and when money reaches them, taken away once nothing is left.';

create table money_held (
  id integer default 1 primary key check (id = 1),
  cents bigint not null,
  counted_to bigint not null,
  seen_to bigint not null
);
comment on table money_held is
  'The sum of the money that registries hold, in cents, for watching; one row, a few minutes old.';

create table ledger_day (
  day date,
  movement money_movement,
  cents bigint not null,
  primary key (day, movement)
);
comment on table ledger_day is
  'What moved on each day in Athens, in cents, goods apart: the sums of the ledger''s lines up to money_held.counted_to.';

create table returned_unit (
  transfer_id bigint primary key references transfer (id),
  order_id bigint not null,
  line_id bigint not null,
  gift_id bigint not null references gift (id),
  registry_id bigint not null references registry (id),
  units integer not null check (units > 0),
  cents integer not null check (cents > 0),
  returned_at timestamptz not null
);
comment on table returned_unit is
  'Units of goods that a host has returned to the shop, each by the transfer that made their worth smart change.';
comment on column returned_unit.transfer_id is 'By which their worth has become smart change.';
create index returned_unit_order on returned_unit (order_id, line_id);
create index returned_unit_gift on returned_unit (gift_id);
create index returned_unit_registry on returned_unit (registry_id);


-- invitation

create table share_picture (
  key text primary key,
  jpeg bytea not null,
  created_at timestamptz default now() not null,
  registry_id bigint references registry (id) on delete set null
);
comment on table share_picture is 'Share pictures as they were drawn, by a digest of all that they show.';
comment on column share_picture.registry_id is 'Null: the site''s own card, or an article''s.';
create index share_picture_registry on share_picture (registry_id) where registry_id is not null;

create table invitation_content (
  registry_id bigint primary key references registry (id),
  font_family text not null,
  text_color text not null check (text_color ~ '^#[0-9a-f]{6}$'),
  background_color text not null check (background_color ~ '^#[0-9a-f]{6}$'),
  font_size integer not null check (font_size between 12 and 32),
  text_align text_align not null,
  background_image text,
  subject text not null,
  message text not null,
  changed_at timestamptz default now() not null
);
comment on table invitation_content is 'How a registry''s invitation looks and what it says.';
comment on column invitation_content.font_family is 'The key of a typeface (invitation/content.rules.ts).';
comment on column invitation_content.text_color is '`#rrggbb`, lower case.';
comment on column invitation_content.font_size is 'CSS pixels.';
comment on column invitation_content.background_image is 'The name of the image around the card.';
create index invitation_content_picture on invitation_content (background_image) where background_image is not null;

create table event_details (
  registry_id bigint primary key references registry (id),
  start_hour text check (start_hour ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
  venue text,
  party_hour text check (party_hour ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
  party_venue text,
  dress text,
  transport text,
  more text,
  link_number integer default 1 not null,
  changed_at timestamptz default now() not null
);
comment on table event_details is
  'Hour, exact place and what else the invited have to know of the event; shown by their links alone.';
comment on column event_details.start_hour is '`HH:MM`, on the clock of the place.';
comment on column event_details.link_number is
  'Signed into the registry''s link for the invited: raised when the hosts end it, so that the former one opens no more.';

create table guest (
  id bigint generated always as identity primary key,
  registry_id bigint not null references registry (id),
  name text not null,
  email text,
  email_key text,
  phone text,
  language language not null,
  people integer not null check (people between 1 and 20),
  notes text,
  reply guest_reply,
  coming_count integer default 0 not null check (coming_count between 0 and 20),
  reply_message text,
  replied_at timestamptz,
  opened_at timestamptz,
  created_at timestamptz default now() not null,
  constraint guest_check check ((name <> '') or (email is not null)),
  constraint guest_check1 check ((email is null) = (email_key is null)),
  unique (registry_id, email_key)
);
comment on table guest is 'Somebody invited to an event: address, group size, reply.';
comment on column guest.email_key is 'The address folded for comparison; unique within the registry.';
comment on column guest.phone is 'E.164 where it is a number, else as it was typed.';
comment on column guest.people is 'How many people this guest stands for.';
comment on column guest.coming_count is 'How many will come; 0 until the reply.';
create index guest_email on guest (email_key) where email_key is not null;
create index guest_phone on guest (phone) where phone is not null;
create index guest_registry on guest (registry_id, id);

create table invitation (
  guest_id bigint primary key references guest (id) on delete cascade,
  cause text not null unique,
  invited_at timestamptz not null
);
comment on table invitation is 'A guest who was sent the invitation, with the cause of their newest e-mail.';

create table invitation_email (
  cause text primary key,
  customer_id bigint not null references customer (id),
  sent_at timestamptz not null
);
comment on table invitation_email is 'Every invitation that was sent, for the daily limits.';
create index invitation_email_day on invitation_email (customer_id, sent_at);
create index invitation_email_sent on invitation_email (sent_at);

create table email_suppression (
  id bigint generated always as identity primary key,
  address_digest bytea not null unique,
  suppressed_at timestamptz
);
comment on table email_suppression is
  'Addresses that were written to, as keyed digests, and since when they want no more invitations.';

create table guest_list_notice (
  registry_id bigint primary key references registry (id),
  told_at timestamptz not null
);
comment on table guest_list_notice is
  'Registries whose hosts were told that the guest list of their past event will be deleted, and when.';


-- staff

create table staff_person (
  id bigint generated always as identity primary key,
  name text not null,
  email text not null,
  email_key text not null unique,
  role staff_role not null,
  language language not null,
  password_hash text,
  wrong_tries bigint default 0 not null,
  locked_until timestamptz,
  invited_at timestamptz not null,
  accepted_at timestamptz,
  ended_at timestamptz,
  agreed_until timestamptz,
  unlocked_at timestamptz,
  constraint staff_person_accepted check ((accepted_at is null) or (password_hash is not null))
);
comment on column staff_person.password_hash is 'Null until the invitation is accepted.';
comment on table staff_person is
  'The people who run the shop: role and password hash; an ended one signs in no more.';
comment on column staff_person.wrong_tries is 'Wrong codes with the right password, from browsers that are not known (R1241).';
comment on column staff_person.locked_until is 'Until when browsers that are not known wait, after five of them (R1241).';
comment on column staff_person.agreed_until is
  'When they stopped being an active manager or owner; for a day after it they count as somebody who could agree (R1183).';
comment on column staff_person.unlocked_at is 'Since when the wrong tries before count no more (R1241).';

create table staff_audit (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  person_id bigint references staff_person (id),
  action text not null,
  registry_id bigint,
  customer_id bigint,
  subject text,
  form_key text
);
comment on column staff_audit.person_id is 'Null: done at the terminal of the server.';
comment on column staff_audit.action is 'One of `auditActions` (console/audit.rules.ts).';
comment on column staff_audit.subject is '`order 1234`.';
comment on column staff_audit.form_key is 'Of the confirmation that did it; one key does one thing once.';
comment on table staff_audit is
  'Who of the staff did what, when and to what; append-only. Without a person it was done at the terminal of the server.';
create index staff_audit_at on staff_audit (at, id);
create index staff_audit_person on staff_audit (person_id, at, id);
create index staff_audit_action on staff_audit (action, at, id);
create index staff_audit_registry on staff_audit (registry_id, at, id) where registry_id is not null;
create index staff_audit_customer on staff_audit (customer_id, at, id) where customer_id is not null;
create index staff_audit_subject on staff_audit (subject, at, id) where subject is not null;
create unique index staff_audit_form on staff_audit (form_key) where form_key is not null;

create table staff_audit_value (
  audit_id bigint primary key references staff_audit (id),
  address text,
  before jsonb,
  after jsonb,
  reason text
);
comment on column staff_audit_value.address is 'The network address of whoever did it.';
comment on table staff_audit_value is
  'The personal values of a line of the audit: from where, what was there before and after, why; they can be erased, the line stays.';

create table staff_search_entry (
  kind staff_search_kind,
  ref_id bigint,
  words tsvector not null,
  primary key (kind, ref_id)
);
comment on column staff_search_entry.words is 'A tsvector of `phoneticSearchKeys`.';
comment on table staff_search_entry is
  'The keys of the names of a registry, of a host, or of the giver of a hand-off, in either alphabet; for the search of the staff.';
create index staff_search_entry_registry on staff_search_entry using gin (words) where kind = 'registry';
create index staff_search_entry_host on staff_search_entry using gin (words) where kind = 'host';
create index staff_search_entry_giver on staff_search_entry using gin (words) where kind = 'giver';

create table staff_search_change (
  id bigint generated always as identity primary key,
  kind staff_search_kind not null,
  ref_id bigint not null
);
comment on table staff_search_change is
  'A registry, host or giver whose names changed since they were last looked at for the search of the staff; written by triggers.';

create table staff_note (
  id bigint generated always as identity primary key,
  registry_id bigint not null references registry (id),
  person_id bigint not null references staff_person (id),
  draft_key text not null,
  body text not null,
  created_at timestamptz not null,
  unique (person_id, draft_key)
);
comment on column staff_note.draft_key is 'Of the form: sent twice, it adds one note.';
comment on table staff_note is 'What staff write about a registry for one another; nobody else sees it.';
create index staff_note_registry on staff_note (registry_id, id);

create table staff_work (
  kind text,
  key text,
  version integer not null,
  registry_id bigint references registry (id),
  person_id bigint references staff_person (id),
  taken_at timestamptz,
  snoozed_until timestamptz,
  done_at timestamptz,
  note text,
  changed_by bigint not null references staff_person (id),
  changed_at timestamptz not null,
  primary key (kind, key)
);
comment on column staff_work.key is 'Names the fact that the entry is made of.';
comment on column staff_work.version is
  'Raised by each change, so that two staff never change it without seeing each other''s.';
comment on column staff_work.person_id is 'Who has taken it.';
comment on table staff_work is
  'Who of the staff has taken an entry of a work list, put it off, done it, or noted something; the entries are made of facts.';
create index staff_work_registry on staff_work (registry_id) where registry_id is not null;
create index staff_work_changed on staff_work (changed_at);
create index staff_work_person on staff_work (person_id) where person_id is not null;
create index staff_work_changed_by on staff_work (changed_by);

create table demand_build (
  id integer default 1 primary key check (id = 1),
  position bigint,
  started_at timestamptz,
  day date,
  finished_at timestamptz,
  shown_day date
);
comment on column demand_build.position is 'The registry that was counted last; null between two counts.';
comment on column demand_build.day is
  'The day for which is counted, and the one for which what is shown was.';
comment on table demand_build is
  'How far the job has counted the demand, and when what staff see was counted; one row.';

create table demand_count (
  product_id integer,
  month text,
  wished bigint not null,
  open bigint not null,
  given bigint not null,
  due_30 bigint not null,
  due_60 bigint not null,
  due_90 bigint not null,
  primary key (product_id, month)
);
comment on table demand_count is 'Units by product and month of the event, while the demand is counted anew.';
comment on column demand_count.month is '`YYYY-MM`; empty while the day of the event is undecided.';

create table demand_line (
  dimension text,
  key text,
  brand text,
  category_ids integer[] default '{}' not null,
  wished bigint not null,
  open bigint not null,
  given bigint not null,
  swapped bigint not null,
  due_30 bigint not null,
  due_60 bigint not null,
  due_90 bigint not null,
  stock bigint,
  to_order bigint,
  price_from integer,
  keys tsvector,
  primary key (dimension, key)
);
comment on table demand_line is
  'Units wished for, open and given by product, category, brand, price band and month of the event, as counted last.';
comment on column demand_line.key is
  'The product, category, brand, lower end of the price band in cents, or month.';
comment on column demand_line.to_order is
  'Units needed within 90 days beyond the stock; null where it is not counted.';
comment on column demand_line.price_from is 'Of a product: the lower end of its price band, in cents.';
comment on column demand_line.keys is
  'Of a product: by which words it is found (a tsvector), as in its listing.';
create index demand_line_wished on demand_line (dimension, wished desc, key);
create index demand_line_open on demand_line (dimension, open desc, key);
create index demand_line_given on demand_line (dimension, given desc, key);
create index demand_line_swapped on demand_line (dimension, swapped desc, key);
create index demand_line_due_30 on demand_line (dimension, due_30 desc, key);
create index demand_line_due_60 on demand_line (dimension, due_60 desc, key);
create index demand_line_due_90 on demand_line (dimension, due_90 desc, key);
create index demand_line_brand on demand_line (brand) where dimension = 'product';
create index demand_line_categories on demand_line using gin (category_ids) where dimension = 'product';
create index demand_line_price on demand_line (price_from) where dimension = 'product';
create index demand_line_keys on demand_line using gin (keys);

create table product_swap (
  product_id integer primary key,
  count integer not null
);
comment on table product_swap is 'How often hosts have put another product in the place of this one.';

create table demand_month_line (
  dimension text,
  key text,
  month text,
  brand text,
  category_ids integer[] default '{}' not null,
  price_from integer,
  wished bigint not null,
  open bigint not null,
  given bigint not null,
  due_30 bigint not null,
  due_60 bigint not null,
  due_90 bigint not null,
  stock bigint,
  to_order bigint,
  primary key (dimension, key, month)
);
comment on table demand_month_line is
  'Units wished for, open and given by product, category, brand or price band, and month of the event, as counted last.';
comment on column demand_month_line.dimension is 'These as of DemandLineTable, and the month as of DemandCountTable.';
comment on column demand_month_line.to_order is
  'What of the open units the stock does not have after earlier months; null where it is not counted.';
create index demand_month_line_wished on demand_month_line (dimension, wished desc, key, month);
create index demand_month_line_open on demand_month_line (dimension, open desc, key, month);
create index demand_month_line_given on demand_month_line (dimension, given desc, key, month);
create index demand_month_line_due_30 on demand_month_line (dimension, due_30 desc, key, month);
create index demand_month_line_due_60 on demand_month_line (dimension, due_60 desc, key, month);
create index demand_month_line_due_90 on demand_month_line (dimension, due_90 desc, key, month);
create index demand_month_line_month on demand_month_line (dimension, month);
create index demand_month_line_brand on demand_month_line (brand) where dimension = 'product';
create index demand_month_line_categories on demand_month_line using gin (category_ids) where dimension = 'product';
create index demand_month_line_price on demand_month_line (price_from) where dimension = 'product';

create table overview_day (
  day date,
  measure text,
  key text,
  count bigint not null,
  cents bigint not null,
  primary key (day, measure, key)
);
comment on table overview_day is
  'What happened on each day in Athens, as the overview of the console shows it by week: counts, and cents of what was given.';
comment on column overview_day.measure is
  'made, closed: registries by type · carts, paid: what guests took to the shop · given: units by the lower end of their price band in cents.';

create table overview_count (
  day date primary key,
  counted_at timestamptz not null
);
comment on table overview_count is 'When each day of the overview was last counted.';

create table registry_view_day (
  day date primary key,
  count bigint not null
);
comment on table registry_view_day is
  'How often guests opened the page of a registry, by day in Athens; of all registries together, and of nobody in particular.';

create table staff_money_act (
  id bigint generated always as identity primary key,
  action text not null,
  person_id bigint references staff_person (id),
  registry_id bigint,
  mailbox text,
  cents bigint not null,
  state money_act_state not null,
  at timestamptz not null,
  decided_by bigint references staff_person (id),
  decided_at timestamptz,
  form_key text not null unique,
  reason text,
  language language,
  version text,
  input jsonb,
  before jsonb,
  after jsonb,
  alone_at timestamptz,
  constraint staff_money_act_waiting check ((state <> 'waiting') or ((input is not null) and (version is not null)))
);
comment on table staff_money_act is
  'What staff did, or ask to do, that makes or moves money: sums are counted from it, and what waits for a second person is done by it (R1182).';
comment on column staff_money_act.reason is 'These until it is decided.';
comment on column staff_money_act.person_id is 'Who asked; null: the terminal of the server.';
comment on column staff_money_act.mailbox is 'The key of the e-mail of the account that receives.';
comment on column staff_money_act.decided_by is 'Who agreed or refused; null: nobody but time, or the link of the letter.';
comment on column staff_money_act.input is 'What was asked for, until it is decided.';
comment on column staff_money_act.alone_at is 'When it is done though nobody else is there to agree (R1183).';
create index staff_money_act_at on staff_money_act (at);
create index staff_money_act_person on staff_money_act (person_id);
create index staff_money_act_decided_by on staff_money_act (decided_by);
create index staff_money_act_registry on staff_money_act (registry_id);
create index staff_money_act_waiting on staff_money_act (at) where state = 'waiting';

-- References between tables that need each other

alter table session add constraint session_person_id_fkey foreign key (person_id) references staff_person (id)
  on delete cascade;
alter table second_factor add constraint second_factor_person_id_fkey foreign key (person_id)
  references staff_person (id) on delete cascade;
alter table picture add constraint picture_registry_id_fkey foreign key (registry_id) references registry (id)
  on delete set null;
alter table registry add constraint registry_slug_fkey foreign key (slug) references slug (slug) on delete set null;
alter table ledger add constraint ledger_payout_id_fkey foreign key (payout_id) references payout (id);
alter table ledger add constraint ledger_transfer_id_fkey foreign key (transfer_id) references transfer (id);

-- Functions and triggers

create function ledger_is_append_only() returns trigger language plpgsql as $$
begin
  raise exception 'the ledger is append-only';
end $$;
create trigger ledger_append_only before delete or update on ledger for each statement
  execute function ledger_is_append_only();

create function branches_of(ids int[]) returns int[] language sql stable as $$
  with recursive branch as (
    select unnest(ids) as id
    union
    select category.parent_id from branch join category on category.id = branch.id where category.parent_id <> 0)
  select coalesce(array_agg(id order by id), '{}') from branch
$$;

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
create trigger product_added_or_removed after insert or delete on product for each row
  execute function product_changed();
create trigger product_price_changed after update on product for each row
  when (((old.price_cents is distinct from new.price_cents) or (old.type <> new.type)))
  execute function product_changed();

create function variant_changed() returns trigger language plpgsql as $$
begin
  perform enqueue_recredit(null, case when tg_op = 'DELETE' then old.product_id else new.product_id end);
  return null;
end $$;
create trigger variant_added_or_removed after insert or delete on variant for each row
  execute function variant_changed();
create trigger variant_price_changed after update on variant for each row
  when (old.price_cents is distinct from new.price_cents) execute function variant_changed();

create function gift_changed() returns trigger language plpgsql as $$
begin
  perform enqueue_recredit(new.id, null);
  return null;
end $$;
create trigger gift_wish_changed after update on gift for each row when ((old.quantity <> new.quantity)
  or (old.is_group <> new.is_group) or (old.price_cents <> new.price_cents)) execute function gift_changed();

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
create constraint trigger payout_exact after insert or update of state, cents, refunded_cents
  on payout deferrable initially deferred for each row execute function payout_changed();

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
create constraint trigger ledger_exact after insert on ledger deferrable initially deferred for each row
  when (new.kind in ('certificate', 'redeemed', 'returned', 'moved', 'settled')) execute function check_ledger_line();

create function product_price(product product, variant variant) returns int
language sql immutable parallel safe
return coalesce((variant).price_cents, (product).price_cents);

create function gift_price(gift gift, product product, variant variant) returns int
language sql immutable parallel safe
return case when (product).type = 'giftcertificate' then (gift).price_cents
  else coalesce(product_price(product, variant), (gift).price_cents) end;

create function is_gift_available(gift gift, product product, variant variant) returns boolean
language sql immutable parallel safe
return coalesce((product).listed and (product).available and not (product).needs_file
  and coalesce((variant).available, (gift).variant_id = 0)
  and product_price(product, variant) is not null, false);

create function product_image(product product, variant variant) returns text
language sql immutable parallel safe
return coalesce((variant).image, (product).image);

create function product_text_in(reader_language language) returns table (product_id int, name text, path text)
language sql stable parallel safe
begin atomic
  select product.id,
    coalesce(own.name, english.name, (
      select product_text.name from product_text where product_text.product_id = product.id
      order by product_text.language limit 1)),
    coalesce(own.path, english.path, (
      select product_text.path from product_text where product_text.product_id = product.id
      order by product_text.language limit 1))
  from product
  left join product_text own on own.product_id = product.id and own.language = reader_language
  left join product_text english on english.product_id = product.id and english.language = 'en';
end;

create function is_gift_given(gift gift, product product, variant variant, units int, cents int) returns boolean
language sql immutable parallel safe
return case when coalesce((product).type, '') = 'giftcertificate' then false
  when (gift).is_group then coalesce(is_gift_given.units, 0) > 0
    or coalesce(is_gift_given.cents, 0) >= gift_price(gift, product, variant)
  else coalesce(is_gift_given.units, 0) >= (gift).quantity end;

create function giver_key(purchase purchase) returns text
language sql immutable parallel safe
return case when (purchase).state = 'paid' and (purchase).cents > 0
  then coalesce(lower((purchase).giver_email), (purchase).handoff_id::text) end;

create function gift_given(gift_ids bigint[]) returns table (gift_id bigint, units int, cents int, givers int)
language sql stable parallel safe
begin atomic
  select given.gift_id, sum(given.units)::int, greatest(0, sum(given.cents))::int, count(distinct given.giver)::int
  from (
    select purchase.gift_id, giver_key(purchase) as giver,
      case when purchase.kind = 'contribution' then 0 else purchase.credited_units end as units,
      case when purchase.kind = 'units' then 0 else purchase.credited_cents end as cents
    from purchase where purchase.gift_id = any(gift_given.gift_ids) and purchase.state = 'paid'
    union all
    select ledger.gift_id, null, 0, ledger.cents
    from ledger where ledger.gift_id = any(gift_given.gift_ids) and ledger.kind = 'moved' and ledger.account = 'gift'
  ) given
  group by given.gift_id;
end;

create function gift_stock(gift gift, product product, variant variant) returns int
language sql immutable parallel safe
return case when (gift).variant_id = 0 then (product).stock else (variant).stock end;

create function product_modifiers_in(product product, reader_language language) returns jsonb
language sql immutable parallel safe
return coalesce((product).modifiers -> reader_language::text, (product).modifiers -> 'en', (product).modifiers -> 'el', '[]');

create function needs_answers(product product) returns boolean
language sql immutable parallel safe
return coalesce(jsonb_path_exists((product).modifiers, '$.*[*] ? (@.required == true && @.kind != "file")'), false);

create function note_late_money() returns trigger language plpgsql as $$
begin
  insert into late_money (registry_id)
  select new.registry_id where exists (select from closing where registry_id = new.registry_id)
  on conflict do nothing;
  return null;
end $$;
create trigger closing_noted after insert on closing for each row execute function note_late_money();
create trigger money_noted after insert on ledger for each row when ((new.account <> 'goods')
  and (new.cents > 0)) execute function note_late_money();

create function note_search_change() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock_shared(hashtext('search index'));
  insert into search_change (registry_id)
  select new.id where exists (select from search_index where state = 'building');
  return null;
end $$;
create trigger search_change_noted after insert or update of registry_name, name, surname, partner_name,
  partner_surname, event_place, event_type, event_day, privacy, searchable, removed_at on registry for each row
  execute function note_search_change();


create function notify_table_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('doron_table', tg_table_name);
  return null;
end $$;
create trigger event_type_changed after insert or delete or update or truncate on event_type for each statement
  execute function notify_table_changed();
create trigger event_type_text_changed after insert or delete or update or truncate on event_type_text
  for each statement execute function notify_table_changed();
create trigger category_changed after insert or delete or update or truncate on category for each statement
  execute function notify_table_changed();

create function refuse_audit_change() returns trigger language plpgsql as $$
begin
  raise exception 'staff_audit is append-only';
end $$;
create trigger staff_audit_append_only before delete or update on staff_audit for each row
  execute function refuse_audit_change();
create trigger staff_audit_no_truncate before truncate on staff_audit for each statement
  execute function refuse_audit_change();

create function enqueue_staff_search() returns trigger language plpgsql as $$
begin
  insert into staff_search_change (kind, ref_id) values (tg_argv[0]::staff_search_kind, new.id);
  return null;
end $$;
create trigger registry_staff_search after insert or update of registry_name, name, surname, partner_name,
  partner_surname on registry for each row execute function enqueue_staff_search('registry');
create trigger customer_staff_search after insert or update of name, surname, erased_at on customer for each row
  execute function enqueue_staff_search('host');
create trigger handoff_staff_search after insert on handoff for each row when ((new.giver_name <> ''))
  execute function enqueue_staff_search('giver');
create trigger handoff_renamed_staff_search after update of giver_name on handoff for each row
  when (old.giver_name is distinct from new.giver_name) execute function enqueue_staff_search('giver');

create function ledger_movement(line ledger) returns money_movement language sql stable as $$
  select (case
    when line.order_id > 0 and line.cause like '% unplaced %' then 'unplaced'
    when line.order_id is not null and line.kind in ('gift', 'contribution', 'gift_card', 'surplus') then coalesce(
      (select case when sum(same.cents) <> 0 then null when bool_or(same.account = 'goods') then 'goods' else 'within' end
        from ledger same
        where same.order_id = line.order_id and same.line_id = line.line_id and same.created_at = line.created_at
          and same.kind in ('gift', 'contribution', 'gift_card', 'surplus')),
      case when line.order_id < 0 then 'till'
        when (select sum(changed.money) from (
          select sum(same.cents) filter (where same.account <> 'goods') as money from ledger same
          where same.order_id = line.order_id and same.created_at = line.created_at
            and same.kind in ('gift', 'contribution', 'gift_card', 'surplus') and same.cause not like '% unplaced %'
          group by same.line_id having sum(same.cents) <> 0) changed) < 0
        then 'refunded' else 'received' end)
    when line.kind = 'certificate' then 'certificates'
    when line.kind = 'redeemed' then 'orders'
    when line.kind = 'returned' then 'returned'
    when line.kind = 'moved' and exists (
      select from ledger same where same.transfer_id = line.transfer_id and same.account = 'goods') then 'goods'
    else 'within' end)::money_movement
$$;

create function enqueue_giver_search() returns trigger language plpgsql as $$
begin
  insert into staff_search_change (kind, ref_id) values ('giver', new.handoff_id);
  return null;
end $$;
create trigger purchase_staff_search after insert on purchase for each row when ((new.giver_name <> ''))
  execute function enqueue_giver_search();
create trigger purchase_renamed_staff_search after update of giver_name on purchase for each row
  when (old.giver_name is distinct from new.giver_name) execute function enqueue_giver_search();

create function stoppable_until(customer bigint, moment timestamptz) returns timestamptz
language sql stable as $$
  select max(ends) from (
    select case when confirmed_at is null then expires_at else confirmed_at + interval '72 hours' end as ends
    from email_change where customer_id = customer and stopped_at is null
    union all
    select due_at from factor_recovery where customer_id = customer
  ) as changes where ends > moment
$$;
comment on function stoppable_until(customer bigint, moment timestamptz) is 'Until when a new e-mail of the account, or the removal of its second factor, can still be stopped; null when nothing can.';

-- Rows that every database begins with

insert into event_type (slug, position, illustration, tone, starts_as_group, hides_day_and_place, host_kind, is_active) values
  ('baby-shower', 3, 'bottle', 'honey', false, true, 'parents', true),
  ('baptism', 2, 'dove', 'sky', false, true, 'parents', true),
  ('birthday', 4, 'cake', 'lilac', false, false, 'person', true),
  ('group-activity', 7, 'backpack', 'sky', true, false, 'organisers', true),
  ('lets-event', 6, 'popper', 'sand', false, false, 'hosts', true),
  ('other', 8, 'sparkles', 'rose', false, false, 'hosts', true),
  ('student-life', 5, 'cap', 'leaf', false, false, 'person', true),
  ('wedding', 1, 'church', 'rose', false, false, 'couple', true);

insert into event_type_text (slug, language, name, search_words, landing_title, landing_lead, landing_text) values
  ('baby-shower', 'el', 'Baby shower', 'baby shower', 'Λίστα baby shower', 'Όσα χρειάζεται ένα νεογέννητο, πριν τα χρειαστεί.', 'Από το πρώτο μπιμπερό ως το καρότσι. Τα μεγάλα τα μοιράζονται οι φίλοι, και ό,τι περισσεύει γίνεται έξυπνα ρέστα για τις πάνες.'),
  ('baby-shower', 'en', 'Baby Shower', 'baby shower', 'Baby shower registry', 'What a newborn needs, before the newborn needs it.', 'From the first bottle to the pram. Friends share the large things, and what is left over becomes smart change for the nappies.'),
  ('baptism', 'el', 'Βάπτιση', 'βάπτιση βάφτιση βαπτίσεως βαφτίσια βάφτισης', 'Λίστα βάπτισης', 'Για την πρώτη γιορτή ενός παιδιού και για τα χρόνια που έρχονται.', 'Μια κουβέρτα με το όνομα, βιβλία για αργότερα, το πρώτο ποδήλατο ως ομαδικό δώρο. Νονοί και καλεσμένοι βλέπουν τι λείπει ακόμη, κι έτσι τίποτα δεν έρχεται δύο φορές.'),
  ('baptism', 'en', 'Baptism', 'baptism christening', 'Baptism registry', 'For a child’s first celebration, and for the years that follow.', 'A blanket with the name on it, books to grow into, a first bicycle as a group gift. Godparents and guests see what is still missing, so nothing comes twice.'),
  ('birthday', 'el', 'Γενέθλια', 'γενέθλια γενεθλίων', 'Λίστα γενεθλίων', 'Ένα καλό δώρο αντί για πέντε που μοιάζουν.', 'Σημειώστε λίγες επιθυμίες ή μία μεγάλη, που θα τη μοιραστούν όλοι. Στείλτε τον σύνδεσμο μαζί με την πρόσκληση· οι καλεσμένοι δεν χρειάζονται λογαριασμό.'),
  ('birthday', 'en', 'Birthday', 'birthday', 'Birthday registry', 'One good gift instead of five that look alike.', 'Write down a few wishes, or a single big one that everybody shares. Send the link with the invitation; guests need no account.'),
  ('group-activity', 'el', 'Ομαδική δραστηριότητα', 'ομαδική ομάδα', 'Λίστα ομαδικής δραστηριότητας', 'Η τάξη, η ομάδα, το γραφείο: ένας στόχος, πολλές συμμετοχές.', 'Οι διοργανωτές διαλέγουν το δώρο ή την εκδρομή· ο καθένας βάζει τη συμμετοχή του και βλέπει πόσα έχουν μαζευτεί. Κάθε δώρο εδώ ξεκινά ως ομαδικό.'),
  ('group-activity', 'en', 'Group Activity', 'group', 'Group activity registry', 'The class, the team, the office: one goal, many shares.', 'The organisers choose the present or the trip; everybody puts in a share and sees how far it has come. Every gift here starts as a group gift.'),
  ('lets-event', 'el', 'Πάρτι', 'πάρτι πάρτυ', 'Λίστα για πάρτι', 'Μια βραδιά με φίλους, μια ονομαστική γιορτή, ένα τραπέζι που αξίζει κάτι παραπάνω από ένα μπουκάλι κρασί.', 'Φτιάξτε τη λίστα σε λίγα λεπτά και μοιραστείτε την με όσους θα έρθουν. Εσείς διαλέγετε τι θα θέλατε, εκείνοι πώς θα συμμετάσχουν.'),
  ('lets-event', 'en', 'Let''s Event', '', 'Let’s Event registry', 'A party, a name day, a dinner that deserves more than a bottle of wine.', 'Make a list in minutes and share it with those who are coming. You choose what you would like; they choose how to take part.'),
  ('other', 'el', 'Άλλη γιορτή', '', 'Λίστα για κάθε άλλη γιορτή', 'Ένα καινούργιο σπίτι, μια συνταξιοδότηση, μια επέτειος: ό,τι κι αν γιορτάζετε.', 'Πείτε το με δικά σας λόγια, διαλέξτε τα δώρα και στείλτε τον σύνδεσμο. Όλα λειτουργούν όπως σε κάθε άλλη λίστα.'),
  ('other', 'en', 'Other', '', 'A registry for any other occasion', 'A new home, a retirement, an anniversary: whatever you celebrate.', 'Say what it is in your own words, choose the gifts and share the link. Everything works as in any other registry.'),
  ('student-life', 'el', 'Φοιτητική ζωή', 'φοιτητική φοιτητικά φοιτητής φοιτήτρια', 'Λίστα για τη φοιτητική ζωή', 'Το πρώτο δικό σας δωμάτιο, έτοιμο πριν από το πρώτο μάθημα.', 'Ένα φωτιστικό γραφείου, ένας υπολογιστής, κατσαρόλες που αντέχουν και στην εξεταστική. Παππούδες, γιαγιάδες και θείοι δίνουν στην ίδια λίστα, όπου κι αν μένουν.'),
  ('student-life', 'en', 'Student Life', 'student', 'Student life registry', 'A first room of one’s own, ready before the first lecture.', 'A desk lamp, a laptop, pots that survive exams. Grandparents, uncles and aunts give towards the same list, wherever they live.'),
  ('wedding', 'el', 'Γάμος', 'γάμος γάμοι', 'Λίστα γάμου', 'Για το σπίτι που φτιάχνετε μαζί και για το ταξίδι που ακολουθεί.', 'Διαλέξτε πιάτα, έναν καναπέ ή μια εβδομάδα σε νησί. Οι καλεσμένοι δίνουν μόνοι ή μαζί με άλλους· τα μεγάλα δώρα συμπληρώνονται με συμμετοχές, και βλέπετε αμέσως ποιος έδωσε τι.'),
  ('wedding', 'en', 'Wedding', 'wedding marriage', 'Wedding registry', 'For the home you are making together, and for the journey after it.', 'Choose plates, a sofa or a week on an island. Guests give alone or together; the big gifts are covered share by share, and you see who gave what as it happens.');

insert into search_index (schema_name, state, shape) values
  ('public', 'live', 3),
  ('search_twin', 'empty', 0);

insert into demand_build (id) values
  (1);
