import type { Context } from 'hono'
import type { HtmlEscapedString } from 'hono/utils/html'
import type { Language } from '../channels.ts'
import type { DisplayCurrency } from '../currencies.ts'
import type { Store } from '../store.ts'
import type { MessageKey } from './messages.ts'

export type Html = HtmlEscapedString | Promise<HtmlEscapedString>

export interface PageContext {
  store: Store
  hono: Context
  language: Language
  /** A text in the page's language. */
  t(key: MessageKey, value?: string | number): string
  /** What prices are shown in, and what they may be shown in. At the checkout all is in the store's currency. */
  currency: DisplayCurrency
  currencies: string[]
  /** Cents of the store's currency, as the shopper reads them. */
  price(cents: number): string
  /** The address of a path in the shop. */
  url(path: string): string
}
