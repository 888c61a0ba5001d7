-- What staff did that made or moved money, with what waits for a second person (R1182, R1183).
create table staff_money_act (
  id bigint generated always as identity primary key,
  action text not null,
  person_id bigint references staff_person (id),
  registry_id bigint,
  mailbox text,
  cents bigint not null,
  state text not null constraint staff_money_act_state
    check (state in ('waiting', 'done', 'refused', 'stopped', 'changed')),
  at timestamptz not null,
  decided_by bigint references staff_person (id),
  decided_at timestamptz,
  form_key text not null unique,
  reason text,
  language text,
  version text,
  input jsonb,
  before jsonb,
  after jsonb,
  alone_at timestamptz,
  stop_hash bytea,
  constraint staff_money_act_waiting check (state <> 'waiting' or input is not null and version is not null)
);
comment on table staff_money_act is
  'What staff did, or ask to do, that makes or moves money: sums are counted from it, and what waits for a second person is done by it (R1182).';
comment on column staff_money_act.person_id is 'Who asked; null: the terminal of the server.';
comment on column staff_money_act.mailbox is 'The key of the e-mail of the account that receives.';
comment on column staff_money_act.decided_by is 'Who agreed or refused; null: nobody but time, or the link of the letter.';
comment on column staff_money_act.input is 'What was asked for, until it is decided.';
comment on column staff_money_act.alone_at is 'When it is done though nobody else is there to agree (R1183).';
create index staff_money_act_at on staff_money_act (at);
create index staff_money_act_person on staff_money_act (person_id);
create index staff_money_act_decided_by on staff_money_act (decided_by);
create index staff_money_act_registry on staff_money_act (registry_id);
create index staff_money_act_waiting on staff_money_act (at) where state = 'waiting';

-- Until when somebody could have agreed who can no more (R1183).
alter table staff_person add column agreed_until timestamptz;
comment on column staff_person.agreed_until is 'When they stopped being an active manager or owner; for a day after it they count as somebody who could agree (R1183).';
