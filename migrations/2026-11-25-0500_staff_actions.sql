-- Each confirmation of one of the staff is done once, however often its form is sent.
alter table staff_audit add column form_key text;

-- Lines of the shop's orders that staff have placed on gifts, each by a hand-off that they made for it.
alter table handoff add column made_by_staff boolean not null default false;
create table line_placement (
  order_id bigint not null,
  line_id bigint not null,
  handoff_id bigint not null references handoff (id),
  placed_at timestamptz not null,
  primary key (order_id, line_id)
);
create index line_placement_handoff on line_placement (handoff_id);
comment on table line_placement is
  'Lines of orders of the shop that staff have placed on a gift, with the hand-off that says for what they count.';

-- Staff have looked at it, and it is of no registry.
alter table unmatched_line add column dismissed_at timestamptz;
