-- The money report says the VAT of the orders that were placed for hosts, too; that of orders that were last read before it
-- was kept is read by a job, once.
alter table payout add column tax_cents int;
comment on column payout.tax_cents is 'VAT within the total of the order that was placed for the host, as the shop charged it; null for a certificate, where the shop said none, and until the order is read.';
create table order_tax_reading (position int not null);
comment on table order_tax_reading is 'How far the VAT of older orders is read from the shop; without a row when there are none, or all are read.';
comment on column order_tax_reading.position is 'The number of the order that was read last.';
create unique index order_tax_reading_one on order_tax_reading ((true));
insert into order_tax_reading (position)
select 0 where exists (select from order_payment) or exists (select from payout where method = 'order');
