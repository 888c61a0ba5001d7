-- no transaction
-- A search that finds nothing looks for names one typo away. By trigrams it compared thousands of names of the same
-- ending; by their forms without a letter only those that are one typo away are found. The former release still reads
-- the index of trigrams.
create index concurrently if not exists search_key_typos on search_key using gin (typo_forms(key)) with (fastupdate = off);
create index concurrently if not exists search_key_typos on search_twin.search_key using gin (typo_forms(key))
  with (fastupdate = off);
