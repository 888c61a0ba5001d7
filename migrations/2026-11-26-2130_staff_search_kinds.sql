-- no transaction
-- The search of the staff asks for one kind at a time: an index of each, so that none reads the names of all three.
create index concurrently if not exists staff_search_entry_registry on staff_search_entry using gin (words) where kind = 'registry';
create index concurrently if not exists staff_search_entry_host on staff_search_entry using gin (words) where kind = 'host';
create index concurrently if not exists staff_search_entry_giver on staff_search_entry using gin (words) where kind = 'giver';
drop index concurrently if exists staff_search_entry_words;
