import type { Pool } from 'pg'

/** The schema's migrations in order; one that has been released is never edited. */
export const migrations = [
  `
  create table shop.setting (key text primary key, value text not null);
  create table shop.product (
    id int primary key, price_cents int not null, sale_cents int, visible boolean not null,
    available boolean not null, deleted boolean not null default false, modified timestamptz not null);
  create table shop.variant (
    id int primary key, product_id int not null references shop.product, price_cents int not null,
    stock int check (stock >= 0));
  create table shop.customer (
    id int generated always as identity primary key, email text not null, first_name text not null,
    last_name text not null, phone text not null default '', password text, channel_id int not null,
    created timestamptz not null, modified timestamptz not null);
  create unique index on shop.customer (lower(email));
  create table shop.cart (
    id uuid primary key, channel_id int not null, customer_id int not null default 0, locale text not null,
    email text not null default '', from_api boolean not null, lines jsonb not null,
    query jsonb not null default '{}', version int not null default 1,
    created timestamptz not null, updated timestamptz not null);
  create table shop.redirect (
    token text primary key, cart_id uuid not null references shop.cart on delete cascade,
    query jsonb not null, used timestamptz);
  create table shop."order" (
    id int generated always as identity (start with 100) primary key,
    key text not null unique, cart_id uuid unique, channel_id int not null, customer_id int not null,
    status_id int not null, payment_status text not null default '', payment_method text not null default '',
    email text not null, first_name text not null, last_name text not null, address jsonb not null,
    deliver_to_hosts boolean not null default false, customer_message text not null default '',
    staff_notes text not null default '', external_id text, external_order_id text not null default '',
    external_source text, locale text not null, query jsonb not null default '{}',
    total_cents int not null, tax_cents int not null, certificate_cents int not null default 0,
    refunded_cents int not null default 0, stock_taken boolean not null default false,
    is_deleted boolean not null default false, created timestamptz not null, modified timestamptz not null);
  create index on shop."order" (modified);
  create table shop.order_line (
    id int generated always as identity primary key, order_id int not null references shop."order",
    product_id int not null, variant_id int not null, name text not null, sku text not null,
    type text not null, tax_class int not null, quantity int not null, price_cents int not null,
    options jsonb not null, quantity_refunded int not null default 0, refunded_cents int not null default 0,
    check (quantity_refunded <= quantity));
  create index on shop.order_line (order_id);
  create table shop.refund (
    id int generated always as identity primary key, order_id int not null references shop."order",
    reason text not null, total_cents int not null, items jsonb not null, created timestamptz not null);
  create table shop.certificate (
    id int generated always as identity primary key, code text not null, customer_id int not null default 0,
    order_id int not null default 0, to_name text not null, to_email text not null, from_name text not null,
    from_email text not null, amount_cents int not null, balance_cents int not null check (balance_cents >= 0),
    status text not null, template text not null, message text not null, purchased timestamptz not null,
    expires timestamptz);
  create unique index on shop.certificate (upper(code));
  create table shop.subscriber (
    id int generated always as identity primary key, email text not null, first_name text not null,
    last_name text not null, source text not null, channel_id int not null,
    created timestamptz not null, modified timestamptz not null);
  create unique index on shop.subscriber (lower(email), channel_id);
  create table shop.hook (
    id int generated always as identity primary key, scope text not null, destination text not null,
    is_active boolean not null, headers jsonb, created timestamptz not null, updated timestamptz not null);
  create table shop.delivery (
    id int generated always as identity primary key, webhook_id text not null, hook_id int not null,
    scope text not null, body text not null, state text not null, attempts int not null default 0,
    last_answer text not null default '', due timestamptz not null, created timestamptz not null);
  create index on shop.delivery (due) where state = 'waiting';
  create table shop.used_login (jti text primary key, used timestamptz not null);
  `,
  `alter table shop."order" add certificate_code text not null default ''`,
  `
  alter table shop."order" add from_api boolean not null default true;
  alter table shop.certificate add line_id int not null default 0;
  create index on shop.certificate (order_id) where order_id > 0;
  create sequence shop.made_id as int start with 500000;
  create table shop.made_product (id int primary key, data jsonb not null);
  create table shop.token (token text primary key, channel_ids int[] not null, expires timestamptz not null);
  `,
  `
  create table shop.price (
    product_id int not null references shop.product, cents int not null, since timestamptz not null,
    primary key (product_id, since));
  insert into shop.price select id, price_cents, '-infinity' from shop.product;
  insert into shop.price select id, sale_cents, modified from shop.product where sale_cents is not null;
  alter table shop.product add lowest_cents int;
  `,
  // Plain names for what the first versions called otherwise.
  `
  alter table shop.hook rename to webhook;
  alter table shop.delivery rename to webhook_delivery;
  alter table shop.webhook_delivery rename webhook_id to message_id;
  alter table shop.webhook_delivery rename hook_id to webhook_id;
  alter table shop.webhook_delivery rename last_answer to last_response;
  alter table shop.webhook_delivery rename due to due_at;
  alter table shop.redirect rename to cart_redirect;
  alter table shop.cart_redirect rename used to used_at;
  alter table shop.used_login rename to used_login_token;
  alter table shop.used_login_token rename used to used_at;
  alter table shop.token rename to storefront_token;
  alter table shop.made_product rename to created_product;
  alter sequence shop.made_id rename to created_product_id;
  update shop.setting set key = 'catalogue_version' where key = 'shelf';
  `,
  `
  alter table shop.storefront_token add kind text not null default 'private',
    add scopes text[] not null default '{Unauthenticated,Customer}',
    add origins text[] not null default '{}', add revoked timestamptz;
  `,
  // Modifiers of more types than texts, which any product may get.
  `
  alter table shop.product add modifiers jsonb;
  update shop.created_product set data = jsonb_set(data, '{modifiers}', (
    select jsonb_agg(modifier || '{"type": "text"}' order by place)
    from jsonb_array_elements(data -> 'modifiers') with ordinality as each (modifier, place)))
  where jsonb_typeof(data -> 'modifiers') = 'array' and jsonb_array_length(data -> 'modifiers') > 0;
  `,
  `alter table shop.product add overrides jsonb not null default '{}'`,
  // What customers of a storefront of one's own keep in the shop.
  `
  alter table shop.customer add company text not null default '';
  create table shop.customer_access_token (
    customer_id int primary key references shop.customer on delete cascade, token_hash text not null unique,
    expires timestamptz not null);
  create table shop.customer_address (
    id int generated always as identity primary key,
    customer_id int not null references shop.customer on delete cascade,
    first_name text not null, last_name text not null, company text not null, address1 text not null,
    address2 text not null, city text not null, state text not null, country_code text not null,
    postal_code text not null, phone text not null);
  create index on shop.customer_address (customer_id);
  create table shop.wishlist (
    id int generated always as identity primary key,
    customer_id int not null references shop.customer on delete cascade,
    name text not null, is_public boolean not null, token text not null unique);
  create index on shop.wishlist (customer_id);
  create table shop.wishlist_item (
    id int generated always as identity primary key,
    wishlist_id int not null references shop.wishlist on delete cascade,
    product_id int not null references shop.product on delete cascade, variant_id int,
    unique nulls not distinct (wishlist_id, product_id, variant_id));
  create table shop.review (
    id int generated always as identity primary key,
    product_id int not null references shop.product on delete cascade,
    customer_id int references shop.customer on delete set null,
    author text not null, title text not null, text text not null,
    rating int not null check (rating between 1 and 5), created timestamptz not null);
  create unique index on shop.review (product_id, customer_id);
  create index on shop."order" (customer_id) where customer_id > 0;
  `,
  // What an order costs besides its lines, and what is taken off them.
  `
  alter table shop."order" add shipping_cents int not null default 0, add handling_cents int not null default 0,
    add discount_cents int not null default 0, add coupon_cents int not null default 0,
    add shipping_address jsonb;
  alter table shop.order_line add discount_cents int not null default 0,
    add applied_discounts jsonb not null default '[]';
  alter table shop.refund add is_tax_adjustment boolean not null default false,
    add is_overridden boolean not null default false, add is_declined boolean not null default false;
  `,
  // Where parts of a cart are to be sent.
  `alter table shop.cart add consignments jsonb not null default '[]'`,
  // The calls of the present window; worth nothing after a crash.
  `create unlogged table shop.rest_quota (
    one boolean primary key default true check (one), began timestamptz not null, used int not null)`,
  `
  create table shop.promotion (
    id int generated always as identity primary key, redemption_type text not null, name text not null,
    display_name text, channel_ids int[], rules jsonb not null, max_uses int, current_uses int not null default 0,
    status text not null, start_date timestamptz not null, end_date timestamptz, created timestamptz not null);
  create table shop.coupon_code (
    id int generated always as identity primary key,
    promotion_id int not null references shop.promotion on delete cascade, code text not null,
    max_uses int not null, max_uses_per_customer int not null, current_uses int not null default 0,
    created timestamptz not null);
  create unique index on shop.coupon_code (upper(code));
  create table shop.order_coupon (
    id int generated always as identity primary key,
    order_id int not null unique references shop."order" on delete cascade, coupon_id int not null,
    code text not null, amount text not null, type int not null, discount_cents int not null);
  `,
  `create table shop.script (
    uuid uuid primary key default gen_random_uuid(), name text not null, description text not null,
    src text not null, load_method text not null, location text not null, visibility text not null,
    consent_category text, enabled boolean not null, channel_id int not null, auto_uninstall boolean not null,
    integrity_hashes text[] not null, created timestamptz not null, modified timestamptz not null)`,
  `alter table shop.cart add coupon_code text not null default '', add certificate_code text not null default ''`,
  `create table shop.metafield (
    id int generated always as identity primary key, resource_type text not null, resource_id text not null,
    namespace text not null, key text not null, value text not null, permission_set text not null,
    description text not null, created timestamptz not null, modified timestamptz not null,
    unique (resource_type, resource_id, namespace, key))`,
  // What staff and programs write of a resource that is declared (rest/resources/); what it costs in which currency.
  `
  create table shop.record (
    kind text not null, id int generated always as identity primary key, parent_id int not null default 0,
    data jsonb not null, created timestamptz not null default now(), modified timestamptz not null default now());
  create index on shop.record (kind, parent_id);
  insert into shop.record (kind, data) values
    ('currency', '{"currency_code": "EUR", "name": "Euro", "currency_exchange_rate": "1.0000000000",
      "country_iso2": "GR", "token": "€", "is_default": true, "is_transactional": true}'),
    ('currency', '{"currency_code": "GBP", "name": "Pound sterling", "currency_exchange_rate": "0.8600000000",
      "country_iso2": "GB", "token": "£", "is_default": false, "is_transactional": false}');
  alter table shop.cart add display_currency text not null default 'EUR';
  alter table shop."order" add currency_code text not null default 'EUR',
    add default_currency_code text not null default 'EUR',
    add currency_exchange_rate text not null default '1.0000000000';
  alter table shop.customer add customer_group_id int not null default 0, add notes text not null default '';
  `,
  // Guessing is counted, and each sign-out ends the sessions of the storefront that are numbered lower.
  `create unlogged table shop.wrong_try (key text primary key, began timestamptz not null, tries int not null);
   alter table shop.customer add session_number int not null default 0`,
  // Units that are sold before the shop has them; addresses, channels and tax as declared resources; carts left behind.
  `
  alter table shop.variant drop constraint variant_stock_check;
  insert into shop.record (kind, parent_id, data)
    select 'customer_address', customer_id, to_jsonb(address) - 'id' - 'customer_id' - 'state' || jsonb_build_object('state_or_province', state)
    from shop.customer_address address
    order by id;
  drop table shop.customer_address;
  alter table shop.cart add abandoned_at timestamptz;
  alter table shop.promotion add stop boolean not null default false;
  alter table shop.order_line add net_cents double precision;
  `,
  // What happened to the money of orders, each certificate with its balance before and after.
  `create table shop.order_transaction (
    id int generated always as identity primary key, order_id int not null references shop."order" on delete cascade,
    event text not null, method text not null, cents int not null, status text not null, certificate jsonb,
    created timestamptz not null);
  create index on shop.order_transaction (order_id)`,
  `
  alter table shop.customer add must_reset_password boolean not null default false, add channel_ids int[];
  alter table shop.cart add billing jsonb, add customer_message text not null default ''`,
  // Tax that staff write, and that an old order keeps: what leaves Greece, or goes to traders, is not taxed.
  `
  with zone as (
    insert into shop.record (kind, data)
      select 'tax_zone', jsonb_build_object('name', name, 'enabled', true,
        'price_display_settings', jsonb_build_object('show_inclusive', name = 'Greece',
          'show_both_on_detail_view', false, 'show_both_on_list_view', false),
        'shopper_target_settings', jsonb_build_object('customer_groups', groups, 'locations', (
          select jsonb_agg(jsonb_build_object('country_code', country, 'subdivision_codes', '[]'::jsonb,
            'postal_codes', '[]'::jsonb)) from unnest(countries) country)))
      from (values ('Export', '{US,CH}'::text[], '[]'::jsonb), ('Trade customers', '{GR}', '[1]'),
        ('Greece', '{GR}', '[]')) as zone(name, countries, groups)
      returning id, data ->> 'name' as name)
  insert into shop.record (kind, parent_id, data)
    select 'tax_rate', id, jsonb_build_object('name', rate.name, 'enabled', true, 'priority', 1,
      'class_rates', (select jsonb_agg(jsonb_build_object('tax_class_id', place - 1, 'rate', percent))
        from unnest(percents) with ordinality as each (percent, place)))
    from zone join (values ('Export', 'Export', '{0,0,0}'::int[]), ('Trade customers', 'Trade', '{0,0,0}'),
      ('Greece', 'ΦΠΑ', '{24,13,0}')) as rate(zone, name, percents) on zone.name = rate.zone;
  insert into shop.setting values ('tax_in_prices', '{"0": 24, "1": 13, "2": 0}');
  alter table shop.order_line add tax_rates jsonb;
  update shop.order_line set tax_rates = (
    select jsonb_agg(jsonb_build_object('id', id, 'name', data ->> 'name', 'priority', 1,
      'rate', case tax_class when 1 then 13 when 2 then 0 else 24 end))
    from shop.record where kind = 'tax_rate' and data ->> 'name' = 'ΦΠΑ');
  alter table shop.order_line alter tax_rates set not null`,
  // What programs take off a checkout, and add to it.
  `
  alter table shop.cart add manual_discounts jsonb, add fees jsonb not null default '[]';
  alter table shop."order" add fees jsonb not null default '[]'`,
  // Several addresses of one order, and to which a line goes.
  `
  alter table shop."order" add shipping_addresses jsonb not null default '[]';
  update shop."order" set shipping_addresses = jsonb_build_array(shipping_address) where shipping_address is not null;
  alter table shop."order" drop column shipping_address;
  alter table shop.order_line add address_number int not null default 0`,
  // The brands that the catalogue comes with keep their low ids.
  `
  alter table shop.record drop constraint record_pkey, add primary key (kind, id);
  select setval(pg_get_serial_sequence('shop.record', 'id'), (select greatest(1000, max(id)) from shop.record))`,
]

const migrationLockId = 7_305_114

/** Creates or migrates the schema `shop`; several processes may call it at once. */
export async function migrate(db: Pool): Promise<void> {
  const connection = await db.connect()
  try {
    await connection.query('begin')
    await connection.query('select pg_advisory_xact_lock($1)', [migrationLockId])
    await connection.query('create schema if not exists shop')
    // The table's name in the first versions.
    await connection.query('alter table if exists shop.change rename to migration')
    await connection.query('create table if not exists shop.migration (number int primary key)')
    const { rows } = await connection.query<{ done: number }>('select count(*)::int done from shop.migration')
    for (let number = rows[0]?.done ?? 0; number < migrations.length; number++) {
      await connection.query(migrations[number]!)
      await connection.query('insert into shop.migration values ($1)', [number])
    }
    await connection.query('commit')
  } catch (error) {
    await connection.query('rollback')
    throw error
  } finally {
    connection.release()
  }
}
