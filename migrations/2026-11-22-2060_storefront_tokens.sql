-- Storefront tokens that the running product renews before they end.
create table storefront_token (
  store_hash text not null,
  channel_id int not null,
  sealed_token text,
  ends_at timestamptz,
  renewal_failure text check (renewal_failure in ('token', 'scope', 'other')),
  renewal_failed_at timestamptz,
  primary key (store_hash, channel_id),
  check ((sealed_token is null) = (ends_at is null)),
  check ((renewal_failure is null) = (renewal_failed_at is null))
);
comment on table storefront_token is
  'The newest storefront token of each channel, encrypted with a key derived from SECRET, and how its last renewal failed (R956).';
