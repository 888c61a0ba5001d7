-- An account that came from the shop and was claimed by the owner of its e-mail is tied again by the shop's password alone.
alter table customer
  add column shop_tie_cut_at timestamptz,
  add column shop_tie_asks boolean not null default false;
comment on column customer.shop_tie_cut_at is
  'When the tie to the shop''s customer was cut; only the shop''s password ties to one that there is (R1222).';
comment on column customer.shop_tie_asks is 'Whether the host is yet to be asked for that password.';
