-- What staff did: lines that nobody changes, and their personal values, which can be erased.
create table staff_audit (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  person_id bigint references staff_person (id),
  action text not null,
  registry_id bigint,
  customer_id bigint,
  subject text
);
create index staff_audit_at on staff_audit (at, id);
create index staff_audit_person on staff_audit (person_id, at, id);
create index staff_audit_action on staff_audit (action, at, id);
create index staff_audit_registry on staff_audit (registry_id, at, id) where registry_id is not null;
create index staff_audit_customer on staff_audit (customer_id, at, id) where customer_id is not null;
create index staff_audit_subject on staff_audit (subject, at, id) where subject is not null;
comment on table staff_audit is
  'Who of the staff did what, when and to what; append-only. Without a person it was done at the terminal of the server.';

create table staff_audit_value (
  audit_id bigint primary key references staff_audit (id),
  address text,
  before jsonb,
  after jsonb,
  reason text
);
comment on table staff_audit_value is
  'The personal values of a line of the audit: from where, what was there before and after, why; they can be erased, the line stays.';

create function refuse_audit_change() returns trigger language plpgsql as $$
begin
  raise exception 'staff_audit is append-only';
end $$;

create trigger staff_audit_append_only before update or delete on staff_audit
for each row execute function refuse_audit_change();

create trigger staff_audit_no_truncate before truncate on staff_audit
for each statement execute function refuse_audit_change();
