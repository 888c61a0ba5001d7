-- A giver has withdrawn from the contract: the open money of the order waits until then for its refund.
alter table order_payment add column held_until timestamptz;
