-- The picture around an invitation: letters show it to whoever holds them, so its name is not to be guessed
create table invitation_picture (
  name text primary key check (name ~ '^[0-9a-f]{40}$'),
  bytes bytea not null,
  created_at timestamptz not null default now()
);
create index invitation_content_picture on invitation_content (background_image) where background_image is not null;
