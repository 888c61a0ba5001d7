import type { Queryable } from '../database.ts'
import { percentOf } from '../money.ts'
import type { Store } from '../store.ts'
import { loadTaxRates } from './taxes.ts'

/** Where prices are entered without tax, shoppers pay another price by another rate, and what was entered stays. */
export async function retaxProducts(store: Store, tx: Queryable): Promise<void> {
  const rates = await loadTaxRates(tx)
  const after = Object.fromEntries([...rates].map(([taxClass, own]) => [taxClass, percentOf(own)]))
  // Several rates may change in one transaction, each once.
  const { rows } = await tx.query<{ value: string }>(
    `select value from shop.setting where key = 'tax_in_prices' for update`,
  )
  const before = JSON.parse(rows[0]!.value) as Record<string, number>
  await tx.query(`update shop.setting set value = $1 where key = 'tax_in_prices'`, [JSON.stringify(after)])
  if (store.pricesEnteredWithTax) return
  const products = [...(await store.liveCatalogue()).products.values()]
  for (const [taxClass, percent] of Object.entries(after)) {
    const factor = (100 + percent) / (100 + (before[taxClass] ?? 0))
    const ids = products.filter(product => product.taxClass === Number(taxClass)).map(({ id }) => id)
    if (factor !== 1) await multiplyPrices(tx, ids, factor)
  }
}

/** Multiplies all prices of products, in whole cents. */
async function multiplyPrices(tx: Queryable, ids: number[], factor: number): Promise<void> {
  await tx.query(
    `update shop.product set price_cents = round(price_cents * $2::numeric),
       sale_cents = round(sale_cents * $2::numeric), lowest_cents = round(lowest_cents * $2::numeric),
       overrides = case when overrides ? 'variants' then jsonb_set(overrides, '{variants}', (
         select jsonb_agg(variant || case when variant ? 'saleCents'
           then jsonb_build_object('saleCents', round((variant ->> 'saleCents')::int * $2::numeric)) else '{}' end
           order by place)
         from jsonb_array_elements(overrides -> 'variants') with ordinality as each (variant, place)))
       else overrides end where id = any($1)`,
    [ids, factor],
  )
  await tx.query(
    'update shop.variant set price_cents = round(price_cents * $2::numeric) where product_id = any($1)',
    [ids, factor],
  )
}
