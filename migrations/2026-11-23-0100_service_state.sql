-- What the page of the service's state shows: for each part how it is, since when, and when it was last looked at.
create table service_state (
  part text primary key,
  state text not null check (state in ('ok', 'delayed', 'away')),
  since timestamptz not null,
  seen_at timestamptz not null
);
comment on table service_state is 'How each part of the service is, since when, and when it was last looked at (R826); a row a part.';
