-- What staff write about a registry for one another.
create table staff_note (
  id bigint generated always as identity primary key,
  registry_id bigint not null references registry (id),
  person_id bigint not null references staff_person (id),
  draft_key text not null,
  body text not null,
  created_at timestamptz not null,
  constraint staff_note_draft unique (person_id, draft_key)
);
create index staff_note_registry on staff_note (registry_id, id);
comment on table staff_note is 'What staff write about a registry for one another; nobody else sees it.';
