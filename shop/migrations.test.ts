import { Pool } from 'pg'
import { expect, test } from 'vitest'
import { freshDatabase } from '../test/postgres.ts'
import { migrate, migrations } from './migrations.ts'

/** How many migrations there were before tables and columns were renamed. */
const migrationsBeforeRenames = 4

test('an older schema keeps its data under the new names', async () => {
  const database = await freshDatabase()
  const db = new Pool({ connectionString: database.url })
  await db.query('drop schema shop cascade')
  await db.query('create schema shop')
  await db.query('create table shop.change (number int primary key)')
  for (let number = 0; number < migrationsBeforeRenames; number++) {
    await db.query(migrations[number]!)
    await db.query('insert into shop.change values ($1)', [number])
  }
  await db.query(`
    insert into shop.setting values ('shelf', 'first');
    insert into shop.hook (scope, destination, is_active, created, updated)
      values ('store/order/created', 'https://example.org/', true, now(), now());
    insert into shop.delivery (webhook_id, hook_id, scope, body, state, last_answer, due, created)
      values ('msg_1', 1, 'store/order/created', '{}', 'waiting', '500', now(), now());
    insert into shop.used_login values ('jti', now());
    insert into shop.made_product values (500000, '{}');
    insert into shop."order" (key, channel_id, customer_id, status_id, email, first_name, last_name, address, locale,
        total_cents, tax_cents, created, modified)
      values ('k', 1, 0, 11, '', '', '', '{}', 'en', 1130, 130, now(), now());
    insert into shop.order_line (order_id, product_id, variant_id, name, sku, type, tax_class, quantity, price_cents, options)
      select id, 1, 1, '', '', 'physical', 1, 1, 1130, '[]' from shop."order"`)

  await migrate(db)
  await migrate(db)

  const rowOf = async (query: string) => (await db.query(query)).rows[0]
  expect(await rowOf('select count(*)::int from shop.migration')).toEqual({ count: migrations.length })
  expect(await rowOf("select key, value from shop.setting where key <> 'tax_in_prices'")).toEqual({
    key: 'catalogue_version',
    value: 'first',
  })
  expect(
    await rowOf(`select message_id, webhook_id, destination, last_response
      from shop.webhook_delivery join shop.webhook on webhook.id = webhook_id`),
  ).toEqual({
    message_id: 'msg_1',
    webhook_id: 1,
    destination: 'https://example.org/',
    last_response: '500',
  })
  expect(await rowOf('select jti from shop.used_login_token where used_at <= now()')).toEqual({ jti: 'jti' })
  expect(await rowOf('select tax_rates from shop.order_line')).toMatchObject({
    tax_rates: [{ name: 'ΦΠΑ', rate: 13 }],
  })
  expect(await rowOf('select id from shop.created_product')).toEqual({ id: 500_000 })
  await db.end()
  await database.drop()
})
