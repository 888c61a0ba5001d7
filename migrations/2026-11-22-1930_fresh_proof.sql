-- Money leaves only for a fresh proof, and not for a while after who signs in, or how, has changed.

alter table session add column proved_at timestamptz not null default now();
update session set proved_at = created_at;

alter table customer add column payout_hold_since timestamptz;
alter table customer add column payout_hold_until timestamptz;
