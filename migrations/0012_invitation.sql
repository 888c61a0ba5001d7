-- Pictures that share previews show, drawn when they are first asked for; the key is a digest of all that they show
create table share_picture (
  key text primary key,
  jpeg bytea not null,
  made_at timestamptz not null default now()
);

-- How a registry's invitation looks and what it says
create table invitation_content (
  registry_id bigint primary key references registry (id),
  font_family text not null,
  text_color text not null check (text_color ~ '^#[0-9a-f]{6}$'),
  background_color text not null check (background_color ~ '^#[0-9a-f]{6}$'),
  font_size int not null check (font_size between 12 and 32),
  text_align text not null check (text_align in ('left', 'center', 'right')),
  background_image text,
  subject text not null,
  message text not null,
  changed_at timestamptz not null default now()
);

-- Who is asked to the event; somebody invited by his address alone has no name yet
create table guest (
  id bigint generated always as identity primary key,
  registry_id bigint not null references registry (id),
  name text not null,
  email text,
  email_key text,
  phone text,
  language text not null check (language in ('en', 'el')),
  people int not null check (people between 1 and 20),
  notes text,
  reply text check (reply in ('coming', 'not_coming')),
  coming int not null default 0 check (coming between 0 and 20),
  word text,
  replied_at timestamptz,
  opened_at timestamptz,
  created_at timestamptz not null default now(),
  check (name <> '' or email is not null),
  check ((email is null) = (email_key is null)),
  unique (registry_id, email_key)
);

-- Guests who were sent the invitation, with their newest letter in the outbox
create table invitation (
  guest_id bigint primary key references guest (id) on delete cascade,
  cause text not null unique,
  invited_at timestamptz not null
);

-- Every invitation sent, for the caps of a day; it outlives the guest
create table invitation_letter (
  cause text primary key,
  customer_id bigint not null references customer (id),
  sent_at timestamptz not null
);
create index invitation_letter_day on invitation_letter (customer_id, sent_at);

-- Addresses that were written to, as keyed digests, and those that want no more invitations
create table mail_stop (
  id bigint generated always as identity primary key,
  address_digest bytea not null unique,
  stopped_at timestamptz
);

-- Text messages leave by the same outbox; without a provider they lie here
alter table outbox add column channel text not null default 'mail' check (channel in ('mail', 'sms'));
create table text_message (
  message_id text primary key,
  recipient text not null,
  body text not null,
  received_at timestamptz not null default now()
);
