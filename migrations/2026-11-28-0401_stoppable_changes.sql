-- Nothing is paid while a change can still be stopped, and the old address hears of all that matters until then.
alter table email_change add column old_is_own boolean not null default false;
comment on column email_change.old_is_own is
  'Whether the old address was confirmed; only then letters about the account go there while it can be taken back.';

create function stoppable_until(customer bigint, moment timestamptz) returns timestamptz
language sql stable as $$
  select max(ends) from (
    select case when confirmed_at is null then expires_at else confirmed_at + interval '72 hours' end as ends
    from email_change where customer_id = customer and stopped_at is null
    union all
    select due_at from factor_recovery where customer_id = customer
  ) as changes where ends > moment
$$;
comment on function stoppable_until is
  'Until when a new e-mail of the account, or the removal of its second factor, can still be stopped; null when nothing can.';
