-- Who mentions a word, with what a search narrows by, so that the index alone answers; and the words of a registry.
-- event_month counts months since the year 0; null while the date is undecided.
drop table find_mention;
create table find_mention (
  word_id int not null references find_word (id) on delete cascade,
  registry_id bigint not null references registry (id) on delete cascade,
  is_place boolean not null,
  event_type text not null,
  event_month int,
  primary key (word_id, registry_id, is_place) include (event_type, event_month)
);
create index find_mention_registry on find_mention (registry_id, word_id, is_place);

-- Written anew by the clock.
update registry set find_kept = false where find_kept;
