import { inTransaction } from '../database.ts'
import { ShopError, type Store } from '../store.ts'
import { emitEvent } from '../webhooks.ts'
import type { LiveProduct } from './live-catalogue.ts'
import { emitProductEvent } from './product-changes.ts'
import type { Product, ProductVariant } from './types.ts'

/** The most variants that the platform lets a product have. */
const maxVariants = 600

/** What a product is made of and staff may change. */
export type ProductParts = Partial<
  Pick<
    Product,
    'options' | 'variants' | 'pictures' | 'customFields' | 'bulkPricing' | 'complexRules' | 'backorder'
  >
>

/** Changes parts of a product as they are now, with the rows of its variants, and emits the events. Throws 404, 422. */
export function changeParts(
  store: Store,
  productId: number,
  change: (product: LiveProduct) => ProductParts,
): Promise<void> {
  return inTransaction(store.db, async tx => {
    await tx.query('select from shop.product where id = $1 for update', [productId])
    const product = (await store.liveCatalogue()).products.get(productId)
    if (!product) throw new ShopError(404, 'The requested product was not found.')
    const parts = change(product)
    const { variants } = parts
    if (variants && variants.length > maxVariants)
      throw new ShopError(422, `A product has at most ${maxVariants} variants.`, { variants: 'too many' })
    await tx.query('update shop.product set overrides = overrides || $2, modified = $3 where id = $1', [
      productId,
      JSON.stringify(parts),
      store.now(),
    ])
    if (variants) {
      await tx.query('delete from shop.variant where product_id = $1 and id <> all($2)', [
        productId,
        variants.map(({ id }) => id),
      ])
      for (const { id, priceCents, stock } of variants)
        await tx.query(
          'insert into shop.variant (id, product_id, price_cents, stock) values ($1, $2, $3, $4) on conflict do nothing',
          [id, productId, priceCents, product.stockTracked ? (stock ?? 0) : null],
        )
      const emitSku = (event: string, { id }: ProductVariant) =>
        emitEvent(store, tx, `store/sku/${event}`, {
          type: 'sku',
          id,
          sku: { product_id: productId, variant_id: id },
        })
      const isIn = (some: ProductVariant[], { id }: ProductVariant) => some.some(other => other.id === id)
      for (const one of variants) if (!isIn(product.variants, one)) await emitSku('created', one)
      for (const one of product.variants) if (!isIn(variants, one)) await emitSku('deleted', one)
    }
    await emitProductEvent(store, tx, 'updated', productId)
  })
}
