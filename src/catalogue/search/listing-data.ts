import { sql } from 'kysely'
import type { Db } from '../../server/postgres/tables.ts'

/**
 * Brings the listings of these products (what searching needs of them) up to date with `product`; those that are no
 * longer listed lose theirs.
 */
export async function updateProductListings(tx: Db, ids: number[]): Promise<void> {
  if (ids.length === 0) return
  await sql`insert into category_set (category_ids, branch_ids)
    select category_ids, branches_of(category_ids) from (
      select distinct category_ids from product where id = any(${ids}) and listed
      except select category_ids from category_set) missing
    order by category_ids on conflict do nothing`.execute(tx)
  const setIds = await lockCategorySets(tx, ids)
  await sql`delete from product_listing using product
    where product_id = product.id and product.id = any(${ids}) and not listed`.execute(tx)
  await upsertListings(tx, ids)
  await sql`insert into product_listing_key select distinct key
    from product_text text, unnest(string_to_array(text.search, ' ')) key
    where text.product_id = any(${ids}) and key <> '' order by key on conflict do nothing`.execute(tx)
  await updateCategorySetCounts(tx, setIds)
}

/** Locks the category sets that these products leave or enter, so that concurrent writers don't miscount them. */
async function lockCategorySets(tx: Db, ids: number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from category_set where id in (select set_id from product_listing where product_id = any(${ids}))
      or category_ids in (select category_ids from product where id = any(${ids}))
    order by id for update`.execute(tx)
  return rows.map(({ id }) => id)
}

async function upsertListings(tx: Db, ids: number[]): Promise<void> {
  await sql`insert into product_listing (product_id, set_id, price_cents, featured, sold, newest, brand_rank, keys)
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
    where (product_listing.set_id, product_listing.price_cents, product_listing.featured, product_listing.sold,
        product_listing.newest, product_listing.brand_rank, product_listing.keys)
      is distinct from (excluded.set_id, excluded.price_cents, excluded.featured, excluded.sold, excluded.newest,
        excluded.brand_rank, excluded.keys)`.execute(tx)
}

async function updateCategorySetCounts(tx: Db, setIds: number[]): Promise<void> {
  await sql`update category_set set products = counted.products, price_min = counted.low, price_max = counted.high
    from category_set stored left join lateral (
      select count(*) as products, min(price_cents) as low, max(price_cents) as high
      from product_listing where set_id = stored.id) counted on true
    where stored.id = category_set.id and stored.id = any(${setIds})`.execute(tx)
}

/** Copies the places in the shop's sort orders, and of brands, from `product` to the listings. */
export async function updateListingOrder(tx: Db): Promise<void> {
  await sql`update product_listing set featured = nullif(product.featured, 0), sold = nullif(product.sold, 0),
      newest = nullif(product.newest, 0), brand_rank = nullif(product.brand_rank, 0)
    from product where product.id = product_id
      and (product_listing.featured, product_listing.sold, product_listing.newest,
        product_listing.brand_rank) is distinct from
        (nullif(product.featured, 0), nullif(product.sold, 0), nullif(product.newest, 0),
          nullif(product.brand_rank, 0))`.execute(tx)
}

/** Brings the branches of every category set up to date with the category tree. */
export async function updateCategorySetBranches(tx: Db): Promise<void> {
  await sql`update category_set set branch_ids = branches_of(category_ids)
    where branch_ids <> branches_of(category_ids)`.execute(tx)
}
