alter table ledger validate constraint ledger_money;
