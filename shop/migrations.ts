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
