-- no transaction
-- Lines that are no longer placed, as the money report lists them: few.
create index concurrently if not exists ledger_unplaced on ledger (created_at, id) where cause like '% unplaced %';
