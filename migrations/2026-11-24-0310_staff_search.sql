-- By which names staff find every registry and host, the hidden ones too; the public search knows public registries alone.
create table staff_search_entry (
  kind text not null constraint staff_search_entry_kind check (kind in ('registry', 'host')),
  ref_id bigint not null,
  words tsvector not null,
  primary key (kind, ref_id)
);
create index staff_search_entry_words on staff_search_entry using gin (words);
comment on table staff_search_entry is
  'The keys of the names of a registry, or of a host, in either alphabet; for the search of the staff.';

create table staff_search_change (
  id bigint generated always as identity primary key,
  kind text not null,
  ref_id bigint not null
);
comment on table staff_search_change is
  'A registry or host whose names changed since they were last looked at for the search of the staff; written by triggers.';

create function enqueue_staff_search() returns trigger language plpgsql as $$
begin
  insert into staff_search_change (kind, ref_id) values (tg_argv[0], new.id);
  return null;
end $$;

create trigger registry_staff_search after insert or update of registry_name, name, surname, partner_name, partner_surname
on registry for each row execute function enqueue_staff_search('registry');

create trigger customer_staff_search after insert or update of name, surname, erased_at
on customer for each row execute function enqueue_staff_search('host');

insert into staff_search_change (kind, ref_id) select 'registry', id from registry order by id;
insert into staff_search_change (kind, ref_id) select 'host', id from customer order by id;
