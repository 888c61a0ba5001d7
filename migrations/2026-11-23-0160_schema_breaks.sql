-- Which migrations older releases can't run on: an older release reads this table at its start, and refuses by name.
create table schema_break (
  migration text primary key,
  reason text not null
);
comment on table schema_break is
  'The migrations that took away what older releases need, with what that was; those releases refuse to start.';
