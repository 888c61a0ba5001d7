-- Staff find givers by their names, as registries and hosts; the entry of a giver is of a hand-off.
alter table staff_search_entry
  drop constraint staff_search_entry_kind,
  add constraint staff_search_entry_kind check (kind in ('registry', 'host', 'giver')) not valid;

create function enqueue_giver_search() returns trigger language plpgsql as $$
begin
  insert into staff_search_change (kind, ref_id) values ('giver', new.handoff_id);
  return null;
end $$;

create trigger handoff_staff_search after insert on handoff for each row
when (new.giver_name <> '') execute function enqueue_staff_search('giver');
create trigger handoff_renamed_staff_search after update of giver_name on handoff for each row
when (old.giver_name is distinct from new.giver_name) execute function enqueue_staff_search('giver');

create trigger purchase_staff_search after insert on purchase for each row
when (new.giver_name <> '') execute function enqueue_giver_search();
create trigger purchase_renamed_staff_search after update of giver_name on purchase for each row
when (old.giver_name is distinct from new.giver_name) execute function enqueue_giver_search();

insert into staff_search_change (kind, ref_id)
select 'giver', id from handoff
where giver_name <> '' or exists (select from purchase where handoff_id = handoff.id and purchase.giver_name <> '')
order by id;

comment on table staff_search_entry is
  'The keys of the names of a registry, of a host, or of the giver of a hand-off, in either alphabet; for the search of the staff.';
comment on table staff_search_change is
  'A registry, host or giver whose names changed since they were last looked at for the search of the staff; written by triggers.';
