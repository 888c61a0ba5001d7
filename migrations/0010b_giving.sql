-- The way of delivery is read when it is needed; the note to the staff says it.
alter table order_read drop column to_hosts;
