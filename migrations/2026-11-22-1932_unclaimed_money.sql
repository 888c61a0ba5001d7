-- Money of a closed registry whose owner has not confirmed the e-mail, and how often they were reminded.

create table unclaimed_money (
  registry_id bigint primary key references registry (id),
  since timestamptz not null,
  letters smallint not null default 0
);
comment on table unclaimed_money is 'Closed registries whose money waits until the owner confirms the e-mail: since when, and how many letters went out about it.';
