-- Each process keeps these few rows in memory; whoever changes them, all processes hear of it.

create function notify_table_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('doron_table', tg_table_name);
  return null;
end $$;

create trigger event_type_changed after insert or update or delete or truncate on event_type
for each statement execute function notify_table_changed();

create trigger event_type_text_changed after insert or update or delete or truncate on event_type_text
for each statement execute function notify_table_changed();

create trigger category_changed after insert or update or delete or truncate on category
for each statement execute function notify_table_changed();
