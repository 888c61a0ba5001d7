-- no transaction
-- A search looks at the newest periods first. With the period as first column it skips to them at once; words that never
-- meet were compared through the whole index before.
create index concurrently if not exists search_entry_by_period on search_entry using gin (periods, words, facts)
  with (fastupdate = off);
create index concurrently if not exists search_entry_by_period on search_twin.search_entry using gin (periods, words, facts)
  with (fastupdate = off);
drop index concurrently if exists search_entry_all;
drop index concurrently if exists search_twin.search_entry_all;
