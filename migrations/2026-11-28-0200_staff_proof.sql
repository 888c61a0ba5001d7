-- When the person of a console session last gave password and time code (R1181).
alter table staff_session add column proved_at timestamptz;
comment on column staff_session.proved_at is 'When password and time code were given in it last (R1181); null: not since this was asked for.';
