-- The money report says the VAT of each order as the shop charged it.
alter table order_payment add column tax_cents int;
comment on column order_payment.tax_cents is 'VAT within the order''s total, as the shop charged it; null where it said none, or was last read before this column.';
