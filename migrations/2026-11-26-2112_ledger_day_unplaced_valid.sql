alter table ledger_day validate constraint ledger_day_movement;
