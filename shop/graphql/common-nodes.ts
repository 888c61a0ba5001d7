import type { LiveCatalogue, LiveProduct } from '../catalogue/live-catalogue.ts'
import type { ReviewsByProduct } from '../catalogue/reviews.ts'
import type { ProductVariant } from '../catalogue/types.ts'
import type { Language } from '../channels.ts'
import { type Currency, type DisplayCurrency, storeCurrency } from '../currencies.ts'
import { formatPrice } from '../money.ts'
import type { StoredRecord } from '../records.ts'
import type { Store } from '../store.ts'
import type { Caller } from './access.ts'

/** What the answer to a query depends on: the store, its products now, and the channel of the token. */
export interface QueryContext {
  store: Store
  catalogue: LiveCatalogue
  language: Language
  channelId: number
  currencies: StoredRecord<Currency>[]
  /** What amounts are shown in besides the store's own currency. */
  displayCurrency: DisplayCurrency
  caller: Caller
  /** Read when first asked for. */
  reviews(): Promise<ReviewsByProduct>
  /** `productNode` of product-node.ts, here because products contain categories and categories products. */
  productNode(product: LiveProduct, chosenVariant?: ProductVariant): object
}

type Money = ReturnType<typeof moneyNode>
type Amount = Money | (() => Money | Promise<Money>)

/** Amounts under their names, and again in the currency that is displayed. */
export function inBothCurrencies<T extends Record<string, Amount>>(ctx: QueryContext, amounts: T) {
  const displayed = (amount: Amount) => async () => {
    const { cents } = typeof amount === 'function' ? await amount() : amount
    return moneyNode(ctx, cents, ctx.displayCurrency)
  }
  return {
    ...amounts,
    ...Object.fromEntries(
      Object.entries(amounts).map(([name, amount]) => [`${name}InDisplayCurrency`, displayed(amount)]),
    ),
  }
}

/** An amount in cents of the store's currency (fractions are possible) as the platform's Money. */
export function moneyNode(ctx: QueryContext, cents: number, currency: DisplayCurrency = storeCurrency) {
  const formatted = () => formatPrice(cents, ctx.language, currency)
  return {
    cents,
    currencyCode: currency.code,
    value: Math.round(cents * currency.rate * 100) / 10_000,
    formattedV2: formatted,
    formatted,
  }
}

/** A product's picture, null without one. */
export function imageNode(ctx: QueryContext, name: string, altText: string) {
  return name ? imageNodeOf(`${ctx.store.baseUrl}/images/${name}`, altText) : null
}

/** The picture of an article; it is decoration beside the title and has no alternative text. */
export function articleImageNode(ctx: QueryContext, name: string) {
  return imageNodeOf(`${ctx.store.baseUrl}/images/articles/${name}.avif`, '')
}

/** A picture of the catalogue has an address for each size, as the platform's have; one from elsewhere has its own. */
export function imageNodeOf(url: string, altText: string) {
  const sized = (size: string) => url.replace(/(\/images\/)([a-z0-9-]+\.webp)$/, `$1stencil/${size}/$2`)
  return {
    url: ({ width }: { width: number }) => sized(`${width}w`),
    urlOriginal: sized('original'),
    urlTemplate: sized('{:size}'),
    altText,
    isDefault: true,
  }
}

export function seoNode(title: string, description = '') {
  return { pageTitle: title, metaDescription: description, metaKeywords: '' }
}

/** HTML as plain text, cut between words at `limit` characters. */
export function toPlainText(html: string, limit: number): string {
  const text = html
    .replace(/<[^<>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  return text.length <= limit ? text : `${text.slice(0, limit).replace(/ [^ ]*$/, '')}…`
}

/** One of the errors that a mutation answers instead of failing. */
export const errorNode = (__typename: string, message: string) => ({ __typename, message })
