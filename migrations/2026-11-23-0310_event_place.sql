-- The place of an event as the gazetteer knows it, beside the text that guests read (R238): null until the text was looked
-- up, empty where the gazetteer has no such place.
alter table registry add column event_place_id text;
comment on column registry.event_place_id is
  'The place of the gazetteer that event_place names; empty: none; null: not looked up yet.';

-- A process of the former release changes the text alone; the place is looked up anew then.
create function forget_event_place() returns trigger language plpgsql as $$
begin
  if new.event_place is distinct from old.event_place and new.event_place_id is not distinct from old.event_place_id then
    new.event_place_id := null;
  end if;
  return new;
end $$;
create trigger event_place_forgotten before update of event_place on registry
  for each row execute function forget_event_place();
