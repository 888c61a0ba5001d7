-- A look at everything may be stopped and goes on where it was.

alter table order_sync add column shop_changed_at timestamptz;

create table reconcile_run (
  id bigint generated always as identity primary key,
  started_at timestamptz not null,
  phase text not null,
  position bigint not null default 0,
  last_position bigint not null default 0,
  finished_at timestamptz
);
comment on table reconcile_run is 'A look at every registry, e-mail and order, and how far it is.';
create unique index reconcile_run_unfinished on reconcile_run ((true)) where finished_at is null;

create table reconcile_finding (
  run_id bigint not null references reconcile_run (id) on delete cascade,
  sentence text not null,
  found_at timestamptz not null,
  primary key (run_id, sentence)
);
comment on table reconcile_finding is 'What such a look found, a sentence with ids each.';
