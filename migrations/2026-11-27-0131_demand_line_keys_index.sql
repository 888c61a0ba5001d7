-- no transaction
-- Products of a word (R973).
create index concurrently if not exists demand_line_keys on demand_line using gin (keys);
