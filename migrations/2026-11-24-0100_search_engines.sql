-- Being shown to search engines is a yes of its own (R211): the public registries of before were never asked, so none is.
alter table registry add column search_engines boolean not null default false;
comment on column registry.search_engines is
  'Whether the hosts let search engines show it; counts only while it is public.';
