-- An event type that is not offered any more keeps its registries.
alter table event_type add column is_active boolean not null default true;
