-- Hand-offs that were made after the backup which the database was restored from are made again from the shop's orders.

alter table handoff add column recovered_at timestamptz;

create table restore_point (
  id bigint generated always as identity primary key,
  since timestamptz not null unique,
  declared_at timestamptz not null
);
comment on table restore_point is 'The database was restored: what was made between these two moments may be lost.';
