-- no transaction
-- Goods that were bought once too often, for the work list: the second one can be stopped until it leaves.
create index concurrently if not exists purchase_second on purchase (ordered_at)
  where state = 'paid' and not is_money and credited_units < units;
