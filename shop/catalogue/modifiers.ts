import { ShopError, type Store } from '../store.ts'
import { changeProduct } from './product-changes.ts'
import { choiceModifierTypes, type Modifier } from './types.ts'

type ChoiceModifier = Extract<Modifier, { values: unknown }>

/** Whether one value of a list is chosen. */
export const isChoiceModifier = (modifier: Modifier): modifier is ChoiceModifier =>
  (choiceModifierTypes as readonly string[]).includes(modifier.type)

export async function nextCatalogueId(store: Pick<Store, 'db'>): Promise<number> {
  const { rows } = await store.db.query<{ id: number }>(`select nextval('shop.created_product_id')::int id`)
  return rows[0]!.id
}

/** Replaces the modifiers of a product. Throws 404. */
export async function changeModifiers(
  store: Store,
  productId: number,
  change: (modifiers: Modifier[]) => Modifier[],
): Promise<void> {
  const product = (await store.liveCatalogue()).products.get(productId)
  if (!product) throw new ShopError(404, 'The requested product was not found.')
  const modifiers = change(product.modifiers ?? [])
  await store.db.query('update shop.product set modifiers = $2 where id = $1', [
    productId,
    JSON.stringify(modifiers),
  ])
  // Tells every process and every webhook.
  await changeProduct(store, productId, {})
}
