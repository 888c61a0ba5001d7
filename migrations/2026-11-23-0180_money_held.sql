-- The sum of all money that registries hold, added up line by line as the ledger grows.
create table money_held (
  id int primary key default 1 check (id = 1),
  cents bigint not null,
  -- Lines up to this one are in the sum.
  counted_to bigint not null,
  -- The newest line at the last look: by the next one every line up to it is written or never will be.
  seen_to bigint not null
);
comment on table money_held is 'The sum of the money that registries hold, in cents, for watching; one row, a few minutes old.';
