import { randomUUID } from 'node:crypto'
import { GraphQLError } from 'graphql'
import type { Customer } from '../../customers.ts'
import { inTransaction, type Queryable } from '../../database.ts'
import { ShopError } from '../../store.ts'
import type { QueryContext } from '../common-nodes.ts'
import { type Wishlist, wishlistNode } from './wishlist-nodes.ts'

interface ItemInput {
  productEntityId: number
  variantEntityId?: number | null
}
interface Input<T> {
  input: T
}

export const wishlistMutations = (ctx: QueryContext) => ({
  createWishlist: async ({
    input,
  }: Input<{ name: string; isPublic: boolean; items?: ItemInput[] | null }>) => {
    const customer = signedInCustomer(ctx)
    const wishlist = await inTransaction(ctx.store.db, async tx => {
      const { rows } = await tx.query<Wishlist>(
        'insert into shop.wishlist (customer_id, name, is_public, token) values ($1, $2, $3, $4) returning *',
        [customer.id, input.name.slice(0, 255), input.isPublic, randomUUID()],
      )
      await insertItems(ctx, tx, rows[0]!.id, input.items ?? [])
      return rows[0]!
    })
    return { result: wishlistNode(ctx, wishlist) }
  },
  addWishlistItems: async ({ input }: Input<{ entityId: number; items: ItemInput[] }>) => {
    const wishlist = await getOwnWishlist(ctx, input.entityId)
    await insertItems(ctx, ctx.store.db, wishlist.id, input.items)
    return { result: wishlistNode(ctx, wishlist) }
  },
  deleteWishlistItems: async ({ input }: Input<{ entityId: number; itemEntityIds: number[] }>) => {
    const wishlist = await getOwnWishlist(ctx, input.entityId)
    await ctx.store.db.query('delete from shop.wishlist_item where wishlist_id = $1 and id = any($2)', [
      wishlist.id,
      input.itemEntityIds,
    ])
    return { result: wishlistNode(ctx, wishlist) }
  },
  updateWishlist: async ({
    input,
  }: Input<{ entityId: number; data: { name?: string | null; isPublic?: boolean | null } }>) => {
    const { id } = await getOwnWishlist(ctx, input.entityId)
    const { rows } = await ctx.store.db.query<Wishlist>(
      `update shop.wishlist set name = coalesce($2, name), is_public = coalesce($3, is_public)
       where id = $1 returning *`,
      [id, input.data.name?.slice(0, 255) ?? null, input.data.isPublic ?? null],
    )
    return { result: wishlistNode(ctx, rows[0]!) }
  },
  deleteWishlists: async ({ input }: Input<{ entityIds: number[] }>) => {
    await ctx.store.db.query('delete from shop.wishlist where customer_id = $1 and id = any($2)', [
      signedInCustomer(ctx).id,
      input.entityIds,
    ])
    return { result: 'success' }
  },
})

function signedInCustomer({ caller }: QueryContext): Customer {
  if (caller.customer) return caller.customer
  throw new GraphQLError('No customer is signed in.', {
    extensions: { code: 'MISSING_CUSTOMER_ACCESS_TOKEN' },
  })
}

async function getOwnWishlist(ctx: QueryContext, id: number): Promise<Wishlist> {
  const { rows } = await ctx.store.db.query<Wishlist>(
    'select * from shop.wishlist where id = $1 and customer_id = $2',
    [id, signedInCustomer(ctx).id],
  )
  if (!rows[0]) throw new ShopError(404, 'The wish list was not found.')
  return rows[0]
}

async function insertItems(
  ctx: QueryContext,
  db: Queryable,
  wishlistId: number,
  items: ItemInput[],
): Promise<void> {
  for (const { productEntityId, variantEntityId } of items) {
    const product = ctx.catalogue.products.get(productEntityId)
    const hasVariant = variantEntityId == null || product?.variants.some(({ id }) => id === variantEntityId)
    if (!product?.visible || !hasVariant)
      throw new ShopError(404, `Product ${productEntityId} was not found.`)
    await db.query(
      'insert into shop.wishlist_item (wishlist_id, product_id, variant_id) values ($1, $2, $3) on conflict do nothing',
      [wishlistId, productEntityId, variantEntityId ?? null],
    )
  }
}
