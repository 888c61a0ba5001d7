-- What the shop asks of the buyer beyond a variant, and what hosts answer.
alter table product
  add column modifiers jsonb not null default '{}',
  add column needs_file boolean not null default false;
comment on column product.modifiers is
  'What the shop asks of the buyer, such as an engraving, by language: lists of its modifiers as the port has them.';
comment on column product.needs_file is
  'Whether the shop requires what cannot be asked for with a gift: a file, or a kind of modifier that is not known.';

alter table gift add column modifiers jsonb not null default '[]';
comment on column gift.modifiers is
  'The host''s answers to the product''s modifiers: [{ option_id, kind, value }]; the value is null where the guest answers (R322).';

alter table payout add column modifiers jsonb not null default '[]';
comment on column payout.modifiers is
  'What the order placed for the host says to the shop''s questions (R424): [{ option_id, kind, value }].';

-- Whether it can be had for a registry today (R312): the shop sells it, says a price, and asks for nothing that a
-- registry can't pass on.
create or replace function is_gift_available(gift gift, product product, variant variant) returns boolean
language sql immutable parallel safe
return coalesce((product).listed and (product).available and not (product).needs_file
  and coalesce((variant).available, (gift).variant_id = 0)
  and product_price(product, variant) is not null, false);

-- The modifiers of a product for readers of a language: in that language, else in another that has been read.
create function product_modifiers_in(product product, reader_language text) returns jsonb
language sql immutable parallel safe
return coalesce((product).modifiers -> reader_language, (product).modifiers -> 'en', (product).modifiers -> 'el', '[]');

-- Whether something must be said with every order of it, which a registry can pass on.
create function needs_answers(product product) returns boolean
language sql immutable parallel safe
return coalesce(jsonb_path_exists((product).modifiers, '$.*[*] ? (@.required == true && @.kind != "file")'), false);
