-- Which closed registries may have money to pay out, so that nobody adds up the ledgers of all of them.
create table late_money (
  registry_id bigint primary key references registry (id)
);
comment on table late_money is
  'Closed registries that may have money to pay out (R611): noted by the database when they close and when money reaches them, taken away once nothing is left.';

-- Noted under the registry's lock, like every closing and every line of money.
create function note_late_money() returns trigger language plpgsql as $$
begin
  insert into late_money (registry_id)
  select new.registry_id where exists (select from closing where registry_id = new.registry_id)
  on conflict do nothing;
  return null;
end $$;
create trigger closing_noted after insert on closing
  for each row execute function note_late_money();
create trigger money_noted after insert on ledger
  for each row when (new.account <> 'goods' and new.cents > 0)
  execute function note_late_money();
