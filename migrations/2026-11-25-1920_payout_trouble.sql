-- Why a payout waits, apart from the error of its last try: the console says it in words.
alter table payout add column trouble text;
comment on column payout.trouble is 'Why it waits, as staff read it (R1040); null for one whose last try is older than the column.';
