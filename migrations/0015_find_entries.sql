-- What a registry is found by when more than one thing is asked: its words and their beginnings, what its event is,
-- and how new it is. One index answers any of them together; a word alone is answered by find_mention, newest first.
create table find_beginning (
  id int generated always as identity primary key,
  beginning text collate "C" not null unique
);

create table find_entry (
  registry_id bigint primary key references registry (id) on delete cascade,
  -- Twice the word's id, and one more for a word of the place; below zero the same of a beginning.
  words int[] not null,
  facts text[] not null,
  -- Its eight thousand, and below zero its hundred and thirty thousand.
  eras int[] not null generated always as (array[(registry_id >> 13)::int, (-1 - (registry_id >> 17))::int]) stored
);
create index find_entry_all on find_entry using gin (words, facts, eras) with (fastupdate = off);

drop table find_mention;
create table find_mention (
  word_id int not null references find_word (id) on delete cascade,
  registry_id bigint not null references registry (id) on delete cascade,
  is_place boolean not null,
  primary key (word_id, registry_id, is_place)
);

-- “Demetriou” sounds like Δημητρίου now: the dictionary too is written anew by the clock.
truncate find_word cascade;
update registry set find_kept = false where find_kept;
