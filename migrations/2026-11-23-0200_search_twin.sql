-- A second set of the search index's tables: an index of another shape is built in it while the first one answers.
create schema search_twin;

create table search_twin.search_word (
  id int generated always as identity primary key,
  word text collate "C" not null unique
);
comment on table search_twin.search_word is 'As public.search_word: of the search index that is built, or was before.';

create table search_twin.search_key (
  key text collate "C" not null,
  word_id int not null references search_twin.search_word (id) on delete cascade,
  primary key (key, word_id)
);
create index search_key_word on search_twin.search_key (word_id);
create index search_key_trigrams on search_twin.search_key using gin (key public.gin_trgm_ops);
comment on table search_twin.search_key is 'As public.search_key.';

create table search_twin.search_prefix (
  id int generated always as identity primary key,
  prefix text collate "C" not null unique
);
comment on table search_twin.search_prefix is 'As public.search_prefix.';

create table search_twin.search_mention (
  word_id int not null references search_twin.search_word (id) on delete cascade,
  registry_id bigint not null references public.registry (id) on delete cascade,
  is_place boolean not null,
  primary key (word_id, registry_id, is_place)
);
create index search_mention_registry on search_twin.search_mention (registry_id);
comment on table search_twin.search_mention is 'As public.search_mention.';

create table search_twin.search_entry (
  registry_id bigint primary key references public.registry (id) on delete cascade,
  words int[] not null,
  facts text[] not null,
  periods int[] not null generated always as (array[(registry_id >> 13)::int, (-1 - (registry_id >> 17))::int]) stored
);
create index search_entry_all on search_twin.search_entry using gin (words, facts, periods) with (fastupdate = off);
comment on table search_twin.search_entry is 'As public.search_entry.';

create table search_index (
  schema_name text primary key,
  state text not null check (state in ('live', 'building', 'kept', 'empty')),
  shape int not null default 0,
  position bigint not null default 0,
  changed_at timestamptz not null default now()
);
create unique index search_index_live on search_index ((true)) where state = 'live';
comment on table search_index is
  'The two sets of tables of the registry search, by their schemas: which one answers, and how far the other one is built.';
insert into search_index (schema_name, state, shape) values ('public', 'live', 1), ('search_twin', 'empty', 0);

create table search_change (
  id bigint generated always as identity primary key,
  registry_id bigint not null
);
comment on table search_change is
  'Registries that changed while a search index is built: noted by the database, whatever release made the change.';

-- Whoever begins a build, or lets the new index answer, takes the lock alone: no change falls in between unnoted.
create function note_search_change() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock_shared(hashtext('search index'));
  insert into search_change (registry_id)
  select new.id where exists (select from search_index where state = 'building');
  return null;
end $$;
create trigger search_change_noted after insert or update of registry_name, name, surname, partner_name, partner_surname,
  event_place, event_type, event_day, privacy, searchable, removed_at on registry
  for each row execute function note_search_change();
