import type { Language } from '../channels.ts'
import type { Item, Shelf } from '../shelf.ts'
import type { Store } from '../store.ts'

/** What a document's answer depends on: the shop, its goods now, and the language of the token's channel. */
export interface View {
  store: Store
  shelf: Shelf
  language: Language
  channelId: number
  /** A product in an answer; handed in, because products lead to categories and categories to products. */
  product(item: Item): object
}

export function money(view: View, amount: number) {
  return {
    currencyCode: 'EUR',
    value: Math.round(amount * 100) / 10_000,
    formattedV2: () => formatted(view.language, amount),
    formatted: () => formatted(view.language, amount),
  }
}

const formats = {
  en: new Intl.NumberFormat('en-IE', { style: 'currency', currency: 'EUR' }),
  el: new Intl.NumberFormat('el-GR', { style: 'currency', currency: 'EUR' }),
}
const formatted = (language: Language, amount: number): string => formats[language].format(amount / 100)

/** A picture of the shop; every size is the same file, 256 pixels wide. */
export function image(view: View, name: string, altText: string) {
  return imageAt(`${view.store.base}/images/${name}.webp`, altText)
}

/** The picture of an article; beside its title it needs no words. */
export function articlePicture(view: View, name: string) {
  return imageAt(`${view.store.base}/images/articles/${name}.avif`, '')
}

function imageAt(address: string, altText: string) {
  return { url: address, urlOriginal: address, urlTemplate: address, altText, isDefault: true }
}

export function seo(title: string, description = '') {
  return { pageTitle: title, metaDescription: description, metaKeywords: '' }
}

/** HTML as running text, cut at a word near `limit` characters. */
export function plainText(html: string, limit: number): string {
  const text = html
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  return text.length <= limit ? text : `${text.slice(0, limit).replace(/\s\S*$/, '')}…`
}
