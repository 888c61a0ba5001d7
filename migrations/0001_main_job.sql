-- Accounts and sessions
create table customer (
  id bigint generated always as identity primary key,
  email text not null,
  email_key text not null unique,
  name text not null,
  surname text not null,
  phone text,
  password_hash text not null,
  language text not null check (language in ('en', 'el')),
  shop_customer_id int,
  created_at timestamptz not null default now()
);

create table session (
  token_hash bytea primary key,
  customer_id bigint not null references customer (id) on delete cascade,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index session_customer on session (customer_id);

create unlogged table attempt (
  key text not null,
  window_start timestamptz not null,
  count int not null,
  primary key (key, window_start)
);

-- Events and their registries
create table event_type (
  slug text primary key,
  name_en text not null,
  name_el text not null,
  position int not null,
  picture text not null
);
insert into event_type (slug, name_en, name_el, position, picture) values
  ('wedding', 'Wedding', 'Γάμος', 1, 'wedding'),
  ('baptism', 'Baptism', 'Βάπτιση', 2, 'baptism'),
  ('baby-shower', 'Baby Shower', 'Baby shower', 3, 'baby-shower'),
  ('birthday', 'Birthday', 'Γενέθλια', 4, 'birthday'),
  ('student-life', 'Student Life', 'Φοιτητική ζωή', 5, 'student-life'),
  ('lets-event', 'Let''s Event', 'Let’s event', 6, 'lets-event'),
  ('group-activity', 'Group Activity', 'Ομαδική δραστηριότητα', 7, 'group-activity'),
  ('other', 'Other', 'Άλλη γιορτή', 8, 'other');

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
  event_place text,
  event_day date,
  closing_day date,
  guest_count int not null check (guest_count > 1 and guest_count <= 1000),
  privacy text not null check (privacy in ('public', 'shareable', 'private')),
  searchable boolean not null default true,
  we_connect boolean not null default false,
  home_address jsonb,
  shipping_address jsonb,
  terms_version text not null,
  terms_at timestamptz not null,
  version int not null default 1,
  created_at timestamptz not null default now(),
  removed_at timestamptz
);
create index registry_customer on registry (customer_id) where removed_at is null;

-- The mirror of the shop's catalogue
create table category (
  id int not null,
  language text not null check (language in ('en', 'el')),
  parent_id int not null,
  name text not null,
  path text not null,
  position int not null,
  primary key (id, language)
);

create table product (
  id int primary key,
  sku text not null,
  type text not null,
  brand text,
  image text,
  price_cents int check (price_cents >= 0),
  category_ids int[] not null,
  featured int not null default 0,
  sold int not null default 0,
  newest int not null default 0,
  brand_rank int not null default 0,
  available boolean not null,
  listed boolean not null,
  has_options boolean not null,
  seen_at timestamptz not null default now()
);
create index product_categories on product using gin (category_ids);

create table product_text (
  product_id int not null references product (id) on delete cascade,
  language text not null check (language in ('en', 'el')),
  name text not null,
  path text not null,
  description text not null,
  search text not null,
  primary key (product_id, language)
);
create index product_text_search on product_text using gin (array_to_tsvector(string_to_array(search, ' ')));

create table variant (
  id int primary key,
  product_id int not null references product (id) on delete cascade,
  sku text not null,
  price_cents int check (price_cents >= 0),
  available boolean not null,
  image text,
  options jsonb not null,
  option_value_ids int[] not null
);
create index variant_product on variant (product_id);

create table sweep (
  language text primary key check (language in ('en', 'el')),
  finished_at timestamptz,
  products int not null
);

-- Gifts
create table gift (
  id bigint generated always as identity primary key,
  registry_id bigint not null references registry (id),
  product_id int not null,
  variant_id int not null,
  sku text not null,
  quantity int not null check (quantity between 1 and 999),
  is_group boolean not null,
  price_cents int not null check (price_cents > 0),
  selected_options jsonb not null,
  note text,
  must_have boolean not null default false,
  position int not null,
  created_at timestamptz not null default now(),
  removed_at timestamptz,
  check (not is_group or quantity = 1)
);
create unique index gift_once on gift (registry_id, product_id, variant_id) where removed_at is null;
create index gift_product on gift (product_id) where removed_at is null;

-- Giving
create table handoff (
  id bigint generated always as identity primary key,
  reference text not null unique,
  idempotency_key text not null,
  fingerprint text not null,
  registry_id bigint not null references registry (id),
  customer_id bigint references customer (id) on delete set null,
  language text not null check (language in ('en', 'el')),
  channel_id int not null,
  giver_name text,
  giver_email text,
  visibility text not null check (visibility in ('full', 'initials', 'anonymous')),
  message text,
  cart_id text unique,
  state text not null check (state in ('open', 'ordered', 'failed', 'lapsed')),
  created_at timestamptz not null default now(),
  held_until timestamptz not null,
  making_until timestamptz,
  unique (registry_id, idempotency_key)
);
create index handoff_open on handoff (held_until) where state = 'open';
create index handoff_registry on handoff (registry_id);

create table handoff_line (
  id bigint generated always as identity primary key,
  handoff_id bigint not null references handoff (id) on delete cascade,
  registry_id bigint not null,
  gift_id bigint not null references gift (id),
  kind text not null check (kind in ('units', 'contribution')),
  product_id int not null,
  variant_id int not null,
  units int not null check (units > 0),
  cents int not null check (cents > 0),
  message text
);
create index handoff_line_gift on handoff_line (gift_id);
create index handoff_line_handoff on handoff_line (handoff_id);

create table purchase (
  order_id int not null,
  line_id int not null,
  registry_id bigint not null references registry (id),
  gift_id bigint not null references gift (id),
  handoff_id bigint not null references handoff (id),
  kind text not null check (kind in ('units', 'contribution')),
  state text not null check (state in ('paid', 'pending', 'void')),
  units int not null check (units >= 0),
  cents int not null check (cents >= 0),
  credited_units int not null check (credited_units >= 0),
  credited_cents int not null check (credited_cents >= 0),
  giver_name text,
  giver_email text,
  visibility text not null,
  message text,
  thanked_at timestamptz,
  ordered_at timestamptz not null,
  changed_at timestamptz not null default now(),
  primary key (order_id, line_id),
  check (credited_units <= units and credited_cents <= cents)
);
create index purchase_gift on purchase (gift_id);
create index purchase_registry on purchase (registry_id);

create table ledger (
  id bigint generated always as identity primary key,
  registry_id bigint not null references registry (id),
  gift_id bigint references gift (id),
  order_id int not null,
  line_id int not null,
  kind text not null check (kind in ('gift', 'contribution', 'surplus')),
  cents int not null check (cents <> 0),
  cause text not null unique,
  created_at timestamptz not null default now()
);
create index ledger_registry on ledger (registry_id);
create index ledger_line on ledger (order_id, line_id);

-- The ledger is append-only: a correction is a new line.
create function ledger_is_append_only() returns trigger language plpgsql as $$
begin
  raise exception 'the ledger is append-only';
end $$;
create trigger ledger_append_only before update or delete on ledger
  for each statement execute function ledger_is_append_only();

-- Orders of the shop that concern a registry: which reading of each one stands, and the note for the shop's staff.
create sequence order_reading;
create table order_read (
  order_id int primary key,
  reading bigint not null,
  note text,
  noted_at timestamptz,
  note_attempts int not null default 0,
  note_next_at timestamptz not null default now()
);
create index order_read_unnoted on order_read (note_next_at) where note is not null and noted_at is null;

create table unplaced (
  order_id int not null,
  line_id int not null,
  reason text not null,
  cents int not null,
  seen_at timestamptz not null default now(),
  primary key (order_id, line_id)
);

create table hook_note (
  id text primary key,
  scope text not null,
  subject text not null,
  received_at timestamptz not null default now(),
  done_at timestamptz,
  attempts int not null default 0,
  next_at timestamptz not null default now()
);
create index hook_note_waiting on hook_note (next_at) where done_at is null;

create table cursor (
  name text primary key,
  value text not null
);

-- Letters
create table outbox (
  id bigint generated always as identity primary key,
  cause text not null unique,
  template text not null,
  language text not null check (language in ('en', 'el')),
  recipient text not null,
  props jsonb not null,
  message_id text not null unique,
  state text not null default 'waiting' check (state in ('waiting', 'sent', 'failed')),
  attempts int not null default 0,
  next_at timestamptz not null default now(),
  sent_at timestamptz,
  error text,
  created_at timestamptz not null default now()
);
create index outbox_waiting on outbox (next_at) where state = 'waiting';

create table mailbox (
  message_id text primary key,
  recipient text not null,
  language text not null,
  subject text not null,
  html text not null,
  plain text not null,
  received_at timestamptz not null default now()
);
