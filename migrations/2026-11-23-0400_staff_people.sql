-- The shop's staff: people of their own, who sign in with a password and a time code.
create table staff_person (
  id bigint generated always as identity primary key,
  name text not null,
  email text not null,
  email_key text not null unique,
  role text not null constraint staff_person_role check (role in ('support', 'manager', 'owner')),
  language text not null constraint staff_person_language check (language in ('en', 'el')),
  password_hash text,
  sealed_time_secret text,
  last_time_step bigint not null default 0,
  wrong_tries bigint not null default 0,
  locked_until timestamptz,
  invited_at timestamptz not null,
  accepted_at timestamptz,
  ended_at timestamptz,
  constraint staff_person_accepted check (
    accepted_at is null or (password_hash is not null and sealed_time_secret is not null))
);
comment on table staff_person is
  'The people who run the shop: role, password hash and the encrypted secret of their time codes; an ended one signs in no more.';

create table staff_invitation (
  person_id bigint primary key references staff_person (id) on delete cascade,
  code_hash bytea not null unique,
  expires_at timestamptz not null
);
comment on table staff_invitation is
  'The link by which one of the staff chooses a password and time code; only the hash of its code, for 48 hours.';

create table staff_recovery_code (
  person_id bigint not null references staff_person (id) on delete cascade,
  code_digest bytea not null,
  primary key (person_id, code_digest)
);
comment on table staff_recovery_code is
  'What is left of the ten codes that stand in for a time code once each, as keyed digests.';

create table staff_session (
  id bigint generated always as identity primary key,
  token_hash bytea not null unique,
  person_id bigint not null references staff_person (id) on delete cascade,
  agent text not null,
  created_at timestamptz not null,
  seen_at timestamptz not null,
  expires_at timestamptz not null
);
create index staff_session_person on staff_session (person_id);
create index staff_session_expires on staff_session (expires_at);
comment on table staff_session is 'Where staff are signed in: 12 hours, 60 minutes without use.';
