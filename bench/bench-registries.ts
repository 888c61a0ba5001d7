import { randomBytes } from 'node:crypto'
import type { Pool } from 'pg'
import { generateCode } from '../src/base/fields.ts'

export interface BenchRegistry {
  id: number
  code: string
  gifts: { product_id: number; variant_id: number }[]
}

/** So many goods of the embedded shop never run out; a load of hand-offs sells out all others. */
export const unlimitedGoods = 36

/**
 * Creates a public registry of the demonstration's host with so many gifts that are sold singly, without a
 * question; those come first of which the shop has as many as one likes. Every fourth gift is bought in part; some are
 * group gifts, some most wanted.
 */
export async function createBenchRegistry(db: Pool, gifts: number): Promise<BenchRegistry> {
  const code = generateCode(randomBytes)
  const { rows } = await db.query<{ id: number }>(
    `insert into registry (code, customer_id, event_type, name, surname, partner_name, partner_surname, registry_name,
       greeting, event_place, event_day, closing_day, guest_count, privacy, terms_version, terms_at)
     select $1, min(id), 'wedding', 'Μαρία', 'Δοκιμή', 'Νίκος', 'Δείγμα', 'Μαρία & Νίκος',
       'Ό,τι κι αν διαλέξετε, θα το θυμόμαστε.', 'Ναύπλιο', current_date + 200, current_date + 230, 100, 'public', '1', now()
     from customer returning id`,
    [code],
  )
  const id = Number(rows[0]!.id)
  const added = await db.query<BenchRegistry['gifts'][number]>(insertGiftsSql, [id, gifts])
  if (added.rowCount !== gifts) throw new Error(`${added.rowCount} gifts instead of ${gifts}`)
  await db.query(insertPurchasesSql, [id, `bench-${code}`])
  return { id, code, gifts: added.rows }
}

/** Ids of products that can be added to that registry with one press: without variants, questions or limits. */
export async function findAddableProducts(db: Pool, { id }: BenchRegistry, count: number): Promise<number[]> {
  const { rows } = await db.query<{ id: number }>(
    `select id from product where listed and available and type = 'physical' and price_cents > 500 and not has_options
       and stock is null and min_quantity = 1 and not modifiers @? '$.*[*]' and not needs_file
       and id not in (select product_id from gift where registry_id = $1)
     order by id limit $2`,
    [id, count],
  )
  if (rows.length < count) throw new Error(`${rows.length} products instead of ${count}`)
  return rows.map(row => Number(row.id))
}

const insertGiftsSql = `
  insert into gift (registry_id, product_id, variant_id, sku, quantity, is_group, price_cents, selected_options, must_have, position)
  select $1, product.id, coalesce(first.id, 0), product.sku,
    case when price > 20000 then 1 else 4 end, price > 20000, price, '[]', product.id % 10 = 0,
    row_number() over (order by product.id)
  from product
  left join lateral (select id, price_cents, stock from variant where product_id = product.id and available
    order by id limit 1) first on product.has_options
  cross join lateral (select coalesce(first.price_cents, product.price_cents) as price) priced
  where listed and product.available and type = 'physical' and price > 500 and (first.id is not null or not has_options)
    and coalesce(first.stock, product.stock, 100) >= 10 and min_quantity = 1 and not modifiers @? '$.*[*]'
  order by coalesce(first.stock, product.stock) is not null, product.id limit $2
  returning product_id, variant_id`

const insertPurchasesSql = `
  with given as (
    insert into handoff (reference, idempotency_key, fingerprint, registry_id, language, channel_id, giver_name,
      visibility, state, reserved_until)
    values ($2, $2, '', $1, 'el', 1, 'Σοφία', 'full', 'ordered', now()) returning id)
  insert into purchase (order_id, line_id, registry_id, gift_id, handoff_id, kind, state, units, cents, credited_units,
    credited_cents, visibility, ordered_at)
  select 900000 + $1, gift.id, $1, gift.id, given.id, (case when is_group then 'contribution' else 'units' end)::line_kind, 'paid', 1,
    price_cents / 2, 1, price_cents / 2, 'full', now()
  from gift, given where registry_id = $1 and gift.id % 4 = 0`

/** Copies the simple products in the database, for registries with more gifts than the shop has products. */
export async function copyProducts(db: Pool, copies: number): Promise<void> {
  const columns = 'sku, type, brand, image, price_cents, category_ids, available, listed, has_options'
  for (let copy = 1; copy <= copies; copy++) {
    const from = `from product where id < 1000000 and type = 'physical' and not has_options`
    await db.query(`insert into product (id, ${columns}) select id + ${copy} * 1000000, ${columns} ${from}`)
    await db.query(
      `insert into product_text select product_id + ${copy} * 1000000, language, name, path, description, search
       from product_text where product_id in (select id ${from})`,
    )
  }
}
