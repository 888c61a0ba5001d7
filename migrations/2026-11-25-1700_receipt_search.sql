-- no transaction
create index concurrently if not exists till_receipt_number_any on till_receipt (number_key);
