import type { QueryContext } from '../common-nodes.ts'
import { type PageArgs, toConnection } from '../connection.ts'

export interface Wishlist {
  id: number
  customer_id: number
  name: string
  is_public: boolean
  token: string
}
interface WishlistItem {
  id: number
  wishlist_id: number
  product_id: number
  variant_id: number | null
}
export interface WishlistFilters {
  entityIds?: number[] | null
  productEntityIds?: number[] | null
  variantEntityIds?: number[] | null
}
interface ItemArgs extends PageArgs {
  hideOutOfStock?: boolean | null
  filters?: Pick<WishlistFilters, 'productEntityIds' | 'variantEntityIds'> | null
}

/** A customer's wish lists; those filtered by a product have it. */
export async function wishlistConnection(
  ctx: QueryContext,
  customerId: number,
  args: PageArgs & { filters?: WishlistFilters | null },
) {
  const { entityIds, productEntityIds, variantEntityIds } = args.filters ?? {}
  const { rows } = await ctx.store.db.query<Wishlist>(
    `select * from shop.wishlist w where customer_id = $1 and ($2::int[] is null or id = any($2))
     and ($3::int[] is null or exists (
       select from shop.wishlist_item where wishlist_id = w.id and product_id = any($3)))
     and ($4::int[] is null or exists (
       select from shop.wishlist_item where wishlist_id = w.id and variant_id = any($4)))
     order by id`,
    [customerId, entityIds ?? null, productEntityIds ?? null, variantEntityIds ?? null],
  )
  return toConnection(rows, args, wishlist => wishlistNode(ctx, wishlist))
}

/** A wish list that its customer shows to whoever has its token. */
export async function publicWishlistNode(ctx: QueryContext, token: string) {
  const { rows } = await ctx.store.db.query<Wishlist>(
    'select * from shop.wishlist where token = $1 and is_public',
    [token],
  )
  return rows[0] ? wishlistNode(ctx, rows[0]) : null
}

export const wishlistNode = (ctx: QueryContext, wishlist: Wishlist) => ({
  entityId: wishlist.id,
  name: wishlist.name,
  isPublic: wishlist.is_public,
  token: wishlist.token,
  items: (args: ItemArgs) => itemConnection(ctx, wishlist, args),
})

async function itemConnection(ctx: QueryContext, wishlist: Wishlist, args: ItemArgs) {
  const { productEntityIds, variantEntityIds } = args.filters ?? {}
  const { rows } = await ctx.store.db.query<WishlistItem>(
    `select * from shop.wishlist_item where wishlist_id = $1
     and ($2::int[] is null or product_id = any($2)) and ($3::int[] is null or variant_id = any($3)) order by id`,
    [wishlist.id, productEntityIds ?? null, variantEntityIds ?? null],
  )
  const inStock = rows.filter(item => !args.hideOutOfStock || isItemInStock(ctx, item))
  return toConnection(inStock, args, item => itemNode(ctx, item))
}

function isItemInStock(ctx: QueryContext, item: WishlistItem): boolean {
  const product = ctx.catalogue.products.get(item.product_id)
  const variants = product?.variants.filter(({ id }) => item.variant_id === null || id === item.variant_id)
  return (
    product !== undefined && (!product.stockTracked || variants?.some(({ stock = 0 }) => stock > 0) === true)
  )
}

function itemNode(ctx: QueryContext, item: WishlistItem) {
  const product = ctx.catalogue.products.get(item.product_id)
  const variant = product?.variants.find(({ id }) => id === item.variant_id)
  return {
    entityId: item.id,
    productEntityId: item.product_id,
    variantEntityId: item.variant_id,
    product: () => (product?.visible ? ctx.productNode(product, variant) : null),
  }
}
