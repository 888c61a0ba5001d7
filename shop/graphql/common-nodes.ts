import type { LiveCatalogue, LiveProduct } from '../catalogue/live-catalogue.ts'
import { pictureFile } from '../catalogue/picture-file.ts'
import type { ReviewsByProduct } from '../catalogue/reviews.ts'
import type { ProductVariant } from '../catalogue/types.ts'
import type { Language } from '../channels.ts'
import type { Store } from '../store.ts'
import type { Caller } from './access.ts'

/** What the answer to a query depends on: the store, its products now, and the channel of the token. */
export interface QueryContext {
  store: Store
  catalogue: LiveCatalogue
  language: Language
  channelId: number
  caller: Caller
  /** Read when first asked for. */
  reviews(): Promise<ReviewsByProduct>
  /** `productNode` of product-node.ts, here because products contain categories and categories products. */
  productNode(product: LiveProduct, chosenVariant?: ProductVariant): object
}

/** Amounts under their names, and again in the currency that is displayed, which is the shop's. */
export function inBothCurrencies<T extends Record<string, unknown>>(amounts: T) {
  return {
    ...amounts,
    ...Object.fromEntries(
      Object.entries(amounts).map(([name, amount]) => [`${name}InDisplayCurrency`, amount]),
    ),
  }
}

/** An amount in cents (fractions are possible) as the platform's Money. */
export function moneyNode(ctx: QueryContext, cents: number) {
  return {
    currencyCode: 'EUR',
    value: Math.round(cents * 100) / 10_000,
    formattedV2: () => formatAmount(ctx.language, cents),
    formatted: () => formatAmount(ctx.language, cents),
  }
}

const currencyFormats = {
  en: new Intl.NumberFormat('en-IE', { style: 'currency', currency: 'EUR' }),
  el: new Intl.NumberFormat('el-GR', { style: 'currency', currency: 'EUR' }),
}
const formatAmount = (language: Language, cents: number): string =>
  currencyFormats[language].format(cents / 100)

/** A product's picture, null without one; every size is the same file. */
export function imageNode(ctx: QueryContext, name: string, altText: string) {
  return name ? imageNodeOf(`${ctx.store.baseUrl}/images/${pictureFile(name)}`, altText) : null
}

/** The picture of an article; it is decoration beside the title and has no alternative text. */
export function articleImageNode(ctx: QueryContext, name: string) {
  return imageNodeOf(`${ctx.store.baseUrl}/images/articles/${name}.avif`, '')
}

function imageNodeOf(url: string, altText: string) {
  return { url, urlOriginal: url, urlTemplate: url, altText, isDefault: true }
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
