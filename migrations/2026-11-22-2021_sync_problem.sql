-- Why the shop's catalogue can't be read, where a person has to do something.
alter table catalogue_sync add column problem text;
comment on column catalogue_sync.problem is
  'What the last complete reading failed of, if it does not pass by itself; null once one has finished.';
