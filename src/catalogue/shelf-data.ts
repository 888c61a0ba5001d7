import { sql } from 'kysely'
import type { Db } from '../server/tables.ts'

/** Writing the shelf: what searching needs of each listed product. It is read in search-data.ts. */

/** Puts these products on the shelf as the mirror has them now, and takes down those that are no longer listed. */
export async function keepOnShelf(tx: Db, ids: number[]): Promise<void> {
  if (ids.length === 0) return
  await sql`insert into category_set (category_ids, branch_ids)
    select category_ids, branches_of(category_ids) from (
      select distinct category_ids from product where id = any(${ids}) and listed
      except select category_ids from category_set) fresh
    order by category_ids on conflict do nothing`.execute(tx)
  const sets = await lockSets(tx, ids)
  await sql`delete from shelf using product
    where product_id = product.id and product.id = any(${ids}) and not listed`.execute(tx)
  await upsertShelf(tx, ids)
  await sql`insert into shelf_key select distinct key
    from product_text text, unnest(string_to_array(text.search, ' ')) key
    where text.product_id = any(${ids}) and key <> '' order by key on conflict do nothing`.execute(tx)
  await countSets(tx, sets)
}

/** The category sets that these products leave or enter; whoever writes them too waits, so that counts stay right. */
async function lockSets(tx: Db, ids: number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from category_set where id in (select set_id from shelf where product_id = any(${ids}))
      or category_ids in (select category_ids from product where id = any(${ids}))
    order by id for update`.execute(tx)
  return rows.map(({ id }) => id)
}

async function upsertShelf(tx: Db, ids: number[]): Promise<void> {
  await sql`insert into shelf (product_id, set_id, price_cents, featured, sold, newest, brand_rank, keys)
    select product.id, category_set.id, product.price_cents, nullif(featured, 0), nullif(sold, 0),
      nullif(newest, 0), nullif(brand_rank, 0), array_to_tsvector(array(
        select distinct key from product_text text, unnest(string_to_array(text.search, ' ')) key
        where text.product_id = product.id and key <> ''))
    from product join category_set on category_set.category_ids = product.category_ids
    where product.id = any(${ids}) and listed
    order by product.id
    on conflict (product_id) do update set set_id = excluded.set_id, price_cents = excluded.price_cents,
      featured = excluded.featured, sold = excluded.sold, newest = excluded.newest,
      brand_rank = excluded.brand_rank, keys = excluded.keys
    where (shelf.set_id, shelf.price_cents, shelf.featured, shelf.sold, shelf.newest, shelf.brand_rank, shelf.keys)
      is distinct from (excluded.set_id, excluded.price_cents, excluded.featured, excluded.sold, excluded.newest,
        excluded.brand_rank, excluded.keys)`.execute(tx)
}

async function countSets(tx: Db, sets: number[]): Promise<void> {
  await sql`update category_set set products = counted.products, price_min = counted.low, price_max = counted.high
    from category_set known left join lateral (
      select count(*) as products, min(price_cents) as low, max(price_cents) as high
      from shelf where set_id = known.id) counted on true
    where known.id = category_set.id and known.id = any(${sets})`.execute(tx)
}

/** Follows the shop's orders and the order of brands, after product's own columns. */
export async function keepOrders(tx: Db): Promise<void> {
  await sql`update shelf set featured = nullif(product.featured, 0), sold = nullif(product.sold, 0),
      newest = nullif(product.newest, 0), brand_rank = nullif(product.brand_rank, 0)
    from product where product.id = product_id
      and (shelf.featured, shelf.sold, shelf.newest, shelf.brand_rank) is distinct from
        (nullif(product.featured, 0), nullif(product.sold, 0), nullif(product.newest, 0),
          nullif(product.brand_rank, 0))`.execute(tx)
}

/** Follows a category tree that has grown or been pruned. */
export async function keepBranches(tx: Db): Promise<void> {
  await sql`update category_set set branch_ids = branches_of(category_ids)
    where branch_ids <> branches_of(category_ids)`.execute(tx)
}
