-- While many wrong passwords are tried, an unknown browser signs in with a link that was mailed, too (R1242).
create table sign_in_link (
  customer_id bigint primary key references customer on delete cascade,
  code_hash bytea not null,
  expires_at timestamptz not null
);
comment on table sign_in_link is 'The living link that a sign-in takes, too, while many wrong passwords are tried (R1242); only its hash is stored.';
