-- Work that one process does at a time, however many have started.
create table lease (
  name text primary key,
  holder uuid not null,
  held_until timestamptz not null
);
comment on table lease is 'Work that one process does at a time: who does it, and until when it is theirs if they say no more.';
