-- Find lists registries by event type and month alone, the newest event first (R234).
create function event_month(day date) returns int language sql immutable parallel safe
  return coalesce((extract(year from day) * 12 + extract(month from day))::int, 0);
comment on function event_month is 'The months of an event since the year 0; 0 while its date is undecided.';

-- A new database has nothing to index anew.
update search_index set shape = 3 where state = 'live' and not exists (select from registry);
