-- The co-host: an account of its own that runs the registry beside its owner.
alter table registry add column co_host_id bigint references customer (id) on delete set null;
create index registry_co_host on registry (co_host_id) where co_host_id is not null and removed_at is null;

-- One letter at a time asks somebody to be co-host; of its link only the hash is here.
create table co_host_invitation (
  registry_id bigint primary key references registry (id) on delete cascade,
  email text not null,
  token_hash bytea not null unique,
  invited_by bigint not null references customer (id) on delete cascade,
  invited_at timestamptz not null,
  expires_at timestamptz not null
);

-- Addresses that hosts chose: the one in use and all before it, so that what was printed keeps leading there.
create table slug (
  slug text primary key check (length(slug) between 3 and 60 and slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  folded text not null unique,
  registry_id bigint not null references registry (id) on delete cascade,
  created_at timestamptz not null default now()
);
create index slug_registry on slug (registry_id);
alter table registry add column slug text unique references slug (slug) on delete set null;

-- Pictures, named by what they hold under our own key: the same bytes are kept once, and nobody guesses the name.
create table picture (
  name text primary key check (name ~ '^[0-9a-f]{40}$'),
  bytes bytea not null,
  created_at timestamptz not null default now()
);
alter table registry
  add column thumbnail text references picture (name),
  add column portrait text references picture (name),
  add column full_picture text references picture (name);
create index registry_thumbnail on registry (thumbnail) where thumbnail is not null;
create index registry_portrait on registry (portrait) where portrait is not null;
create index registry_full_picture on registry (full_picture) where full_picture is not null;

-- Who of the hosts changed what, and when; `about` names the thing, such as a gift.
create table registry_change (
  id bigint generated always as identity primary key,
  registry_id bigint not null references registry (id) on delete cascade,
  customer_id bigint references customer (id) on delete set null,
  what text not null,
  about text,
  at timestamptz not null default now()
);
create index registry_change_latest on registry_change (registry_id, id desc);

-- The form that made it: sent twice, it makes one registry.
alter table registry add column draft_key text;
create unique index registry_draft on registry (customer_id, draft_key) where draft_key is not null;
