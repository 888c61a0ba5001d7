-- The closed registries that have money now.
insert into late_money (registry_id)
select closing.registry_id from closing
join (select registry_id from ledger where account <> 'goods' group by registry_id having sum(cents) > 0) money
  on money.registry_id = closing.registry_id
group by closing.registry_id
on conflict do nothing;
-- Closings that wait for their certificate.
insert into late_money (registry_id)
select registry_id from closing where settled_at is null group by registry_id
on conflict do nothing;
