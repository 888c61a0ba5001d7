-- What the staff's work lists are made of (R971), where it was in letters alone.

-- Money that was given back for an order as a whole, and that nobody has placed on its lines yet (R512).
create table unplaced_refund (
  refund_id int primary key,
  order_id int not null,
  cents int not null,
  seen_at timestamptz not null
);
create index unplaced_refund_order on unplaced_refund (order_id);
comment on table unplaced_refund is
  'An amount given back for an order as a whole that waits until staff say which of its lines it is of.';

-- A webhook of the shop that is asleep or missing and could not be repaired (R503).
create table sleeping_webhook (
  scope text primary key,
  since timestamptz not null,
  failure text not null
);
comment on table sleeping_webhook is 'A webhook of the shop that is missing or asleep, and why it could not be repaired.';

-- What visitors write on the contact page (R823).
create table contact_message (
  id bigint generated always as identity primary key,
  cause text not null unique,
  name text not null,
  email text not null,
  message text not null,
  created_at timestamptz not null
);
create index contact_message_created on contact_message (created_at);
comment on table contact_message is 'What a visitor wrote on the contact page, for the work list of the staff.';

-- Since when hosts wish to be called (R223); null for those of before, who wish so since their registry was created.
alter table registry add column we_connect_at timestamptz;

-- What staff did about an entry of a work list; the entries themselves are made of facts.
create table staff_work (
  kind text not null,
  key text not null,
  version int not null,
  registry_id bigint references registry (id),
  person_id bigint references staff_person (id),
  taken_at timestamptz,
  snoozed_until timestamptz,
  done_at timestamptz,
  note text,
  changed_by bigint not null references staff_person (id),
  changed_at timestamptz not null,
  primary key (kind, key)
);
create index staff_work_registry on staff_work (registry_id) where registry_id is not null;
create index staff_work_changed on staff_work (changed_at);
create index staff_work_person on staff_work (person_id) where person_id is not null;
create index staff_work_changed_by on staff_work (changed_by);
comment on table staff_work is
  'Who of the staff has taken an entry of a work list, put it off, done it, or noted something; the entries are made of facts.';
