-- Finding registries by their words: a dictionary, the keys of each word (base/names.ts), and who mentions it.
-- Keys are computed by the application; whoever changes their rules empties find_word and unsets find_kept.
create extension if not exists pg_trgm;

create table find_word (
  id int generated always as identity primary key,
  word text collate "C" not null unique
);

create table find_key (
  key text collate "C" not null,
  word_id int not null references find_word (id) on delete cascade,
  primary key (key, word_id)
);
create index find_key_word on find_key (word_id);
create index find_key_trigrams on find_key using gin (key gin_trgm_ops);

-- Only registries that anyone may find have rows here.
create table find_mention (
  word_id int not null references find_word (id) on delete cascade,
  registry_id bigint not null references registry (id) on delete cascade,
  is_place boolean not null,
  primary key (word_id, registry_id, is_place)
);
create index find_mention_registry on find_mention (registry_id);

alter table registry add column find_kept boolean not null default false;
create index registry_find_unkept on registry (id) where not find_kept;
