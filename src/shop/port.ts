import type { Day } from '../base/dates.ts'
import type { Language } from '../base/language.ts'
import type { Cents } from '../base/money.ts'

/**
 * The shop as the product sees it. Only `bigcommerce/` knows the platform; every amount here is whole cents
 * incl. VAT, every answer is parsed, every failure is a ShopFailure.
 */
export interface Shop {
  /** One page (≤ 50) of the visible catalogue with variants; `next` is null on the last page. */
  fetchCataloguePage(
    language: Language,
    after: string | null,
  ): Promise<{ products: CatalogueProduct[]; next: string | null }>
  /** These products as they are now (any number of ids, asked in chunks of 50); the missing are left out. */
  fetchProducts(ids: number[], language: Language): Promise<CatalogueProduct[]>
  /** Ids of at most 50 products that the shop's own search finds, in its order; it knows no order by brand. */
  searchProducts(wanted: ShopSearchFilter): Promise<number[]>
  /** Ids of products changed at or after that moment, hidden ones too; those deleted are not told. */
  fetchChangedProductIds(moment: Date): Promise<number[]>
  /** One product whole, for its dialog; null when it is not in the shop. */
  fetchProduct(id: number, language: Language): Promise<ProductDetails | null>
  /** The variant that these chosen values make; null when there is none. */
  findVariant(
    productId: number,
    values: { optionId: number; valueId: number }[],
    language: Language,
  ): Promise<ShopVariant | null>
  /** These brands; the unknown are left out. */
  fetchBrands(ids: number[], language: Language): Promise<ShopBrand[]>
  /** The category tree, three levels deep, flat, parents before children. */
  fetchCategories(language: Language): Promise<ShopCategory[]>
  /** Prices for money, read live: one answer per (product, variant); the missing or unbuyable are `available: false`. */
  fetchPrices(wanted: { productId: number; variantId: number }[], language: Language): Promise<LivePrice[]>
  /** Ids of all visible products in one of the shop's own orders, which no field of a product tells. */
  fetchListingOrder(by: ShopListingOrder): Promise<number[]>
  /** Pages for the menus: title, path, parent. */
  fetchPages(language: Language): Promise<ShopPageLink[]>
  /** One page of the shop by its path, unsanitised HTML; null when there is none. */
  fetchPage(path: string, language: Language): Promise<ShopPage | null>
  /** Lower-cased tax-class name → multiplier (rate/100+1), spec §3. */
  fetchTaxRates(): Promise<Record<string, number>>
  createCart(wanted: CartRequest): Promise<ShopCart>
  /** Fresh one-time addresses of a cart made before; null when the cart is gone (bought or expired). */
  createCartRedirects(cartId: string): Promise<CartRedirects | null>
  fetchOrder(id: number): Promise<ShopOrder | null>
  fetchOrderIdsOfCart(cartId: string): Promise<number[]>
  /** Ids of orders changed at or after that moment, oldest change first. */
  fetchChangedOrders(moment: Date): Promise<{ id: number; changedAt: Date }[]>
  /** Whether an order's goods go to the hosts, by its way of delivery; null when it has none. */
  isDeliveredToHosts(orderId: number): Promise<boolean | null>
  /** Writes a note that only the shop's staff sees. */
  addStaffNote(id: number, note: string): Promise<void>
  findCustomerByEmail(email: string): Promise<ShopCustomer | null>
  /** `invalid` when the e-mail is taken. */
  createCustomer(person: NewShopCustomer): Promise<ShopCustomer>
  /** The id of the customer whose password this is; null when it is wrong. */
  checkCustomerPassword(email: string, password: string, language: Language): Promise<number | null>
  setCustomerPassword(id: number, password: string): Promise<void>
  /**
   * An address that signs the customer in at the storefront, once, within 30 seconds, and leads to that address of
   * it (relative, or whole on the storefront's own origin). Null where the deployment has no client secret, and for
   * an address that is not the storefront's.
   */
  createLoginUrl(wanted: ShopLoginRequest): string | null
  /** The code is ours, so that a certificate whose answer was lost is found by it before another is made. */
  createCertificate(wanted: CertificateRequest): Promise<ShopCertificate>
  findCertificateByCode(code: string): Promise<ShopCertificate | null>
  /** Only its state can be changed here. */
  setCertificateState(id: number, state: 'active' | 'disabled'): Promise<void>
  /** An order placed for a host, paid from the registry's money; returns its id. */
  placeOrder(wanted: HostOrderRequest): Promise<number>
  /** The order that was placed under this id of ours; null when there is none. */
  findOrderByExternalId(externalId: string): Promise<number | null>
  /** The gift-card product with variants and prices; null when the shop has none. */
  fetchGiftCardProduct(language: Language): Promise<ProductDetails | null>
  /** Puts an address on the newsletter's list; one that stands there already is no failure. */
  subscribeToNewsletter(person: { email: string; name: string; language: Language }): Promise<void>
  /** Takes an address off the newsletter's lists of every language; one that stands on none is no failure. */
  unsubscribeFromNewsletter(email: string): Promise<void>
  fetchWebhooks(): Promise<ShopWebhook[]>
  /** Our secret goes into the webhook's headers; it never leaves the connector otherwise. */
  createWebhook(hook: { scope: string; destination: string }): Promise<void>
  activateWebhook(id: number): Promise<void>
  /** True while the shop is left in peace, having failed again and again. */
  isCircuitOpen(): boolean
  /**
   * Proves and reads a webhook: raw bytes, all headers. Throws ShopFailure: `auth` for a forgery (answer 401),
   * `shape` for nonsense from the shop itself.
   */
  parseWebhook(headers: Headers, body: Uint8Array, now: Date): ShopWebhookEvent
}

/** Where the shop sends its webhooks, below the site's address. */
export const webhookPath = '/api/shop/webhooks'

/** What the shop is asked to tell us of. */
export const webhookScopes = [
  'store/cart/converted',
  'store/order/created',
  'store/order/updated',
  'store/order/statusUpdated',
  'store/order/refund/created',
  'store/product/created',
  'store/product/updated',
  'store/product/deleted',
]

export type ShopListingOrder = 'newest' | 'featured' | 'best-selling'

/** What a webhook hints at; the thing itself is always re-read from the shop. */
export interface ShopWebhookEvent {
  /** The same for every delivery of the same event. */
  id: string
  /** Such as `store/order/statusUpdated`. */
  scope: string
  /** What changed; null for events that concern nothing of ours. */
  subject: { kind: 'order' | 'product' | 'category'; id: number } | null
  /** Genuine, but older than five minutes. */
  isStale: boolean
}

export interface CatalogueProduct {
  id: number
  sku: string
  /** Lower-cased: physical, digital, giftcertificate. */
  type: string
  name: string
  path: string
  /** The shop's HTML, not sanitised. */
  description: string
  brand: string | null
  image: string | null
  /** The maximum of the price range; null when the shop shows no price. */
  priceCents: Cents | null
  categoryIds: number[]
  available: boolean
  variants: ShopVariant[]
}

export interface ShopSearchFilter {
  language: Language
  /** Empty: everything. */
  query: string
  /** With those below it. */
  category?: number | undefined
  /** Both included. */
  priceMin?: Cents | undefined
  priceMax?: Cents | undefined
  sort: ShopListingOrder | 'price-up' | 'price-down'
}

export interface ShopVariant {
  id: number
  sku: string
  priceCents: Cents | null
  available: boolean
  image: string | null
  options: { optionId: number; option: string; valueId: number; value: string }[]
}

export interface ProductDetails extends CatalogueProduct {
  images: string[]
  options: { id: number; name: string; values: { id: number; label: string; colour: string | null }[] }[]
}

export interface ShopBrand {
  id: number
  name: string
  path: string
}

export interface ShopCategory {
  id: number
  parentId: number
  name: string
  path: string
}

export interface LivePrice {
  productId: number
  variantId: number
  cents: Cents | null
  available: boolean
  name: string
}

export interface ShopPageLink {
  id: number
  parentId: number
  title: string
  /** A path of the shop, or a whole address for an external link. */
  href: string
}

export interface ShopPageText {
  /** Unsanitised. */
  html: string
  /** The address of the picture that the shop keeps beside the text. */
  picture: string | null
  /** The day of a post of the blog. */
  published: Day | null
}

export interface ShopPage extends ShopPageText {
  path: string
  title: string
  /** The pages below it with their texts, in the shop's order, whether its menus name them or not. */
  children: (ShopPageLink & ShopPageText)[]
}

export interface CartRequest {
  language: Language
  /** The shop's customer; 0 for a guest. */
  customerId: number
  lines: CartRequestLine[]
}

export type CartRequestLine =
  | {
      kind: 'product'
      productId: number
      variantId: number
      quantity: number
      options: { option_id: number; value_id: number }[]
    }
  /** A share of a group gift: the generic product carrying the real one and our signed reference. */
  | {
      kind: 'contribution'
      cents: Cents
      name: string
      productId: number
      variantId: number
      reference: string
    }

export interface CartRedirects {
  cartUrl: string
  checkoutUrl: string
}

export interface ShopCart extends CartRedirects {
  id: string
}

export interface ShopOrder {
  id: number
  /** Our own id for it, when it was placed from outside; null for an order of the storefront. */
  externalId: string | null
  cartId: string | null
  /** paid counts · pending holds (awaiting payment, review) · void (incomplete, declined, cancelled, refunded). */
  state: 'paid' | 'pending' | 'void'
  statusId: number
  channelId: number
  email: string | null
  billingName: string | null
  totalCents: Cents
  orderedAt: Date
  changedAt: Date
  lines: ShopOrderLine[]
}

export interface ShopOrderLine {
  id: number
  productId: number
  variantId: number
  name: string
  quantity: number
  refundedQuantity: number
  /** Of the whole line, after discounts, incl. VAT, before refunds. */
  totalCents: Cents
  refundedCents: Cents
  /** For lines of the generic group-gift product: what its options carried. */
  contribution: { productId: number; variantId: number; reference: string | null } | null
}

export interface ShopCustomer {
  id: number
  email: string
  name: string
  surname: string
}

export interface NewShopCustomer {
  email: string
  name: string
  surname: string
  phone: string | null
  language: Language
}

export interface ShopLoginRequest {
  customerId: number
  language: Language
  redirectTo: string
  now: Date
}

export interface CertificateRequest {
  /** At most 20 characters. */
  code: string
  cents: Cents
  toName: string
  toEmail: string
  fromName: string
  fromEmail: string
  /** At most 250 characters; what is longer is cut off. */
  message: string | null
  language: Language
  /** The last day on which it can be used, in Athens. */
  expiresOn: Day | null
}

export interface ShopCertificate {
  id: number
  code: string
  cents: Cents
  balanceCents: Cents
  state: 'active' | 'pending' | 'disabled' | 'expired'
  expiresAt: Date | null
}

export interface HostOrderRequest {
  externalId: string
  language: Language
  customerId: number
  customer: { name: string; surname: string; email: string; phone: string | null }
  /** Null when everything is digital. */
  shipTo: HostOrderAddress | null
  lines: HostOrderLine[]
  /** Only the shop's staff reads it. */
  staffNote: string
}

export interface HostOrderLine {
  productId: number
  variantId: number
  quantity: number
  /** Of one unit, incl. VAT. */
  cents: Cents
  options: { option_id: number; value_id: number }[]
}

export interface HostOrderAddress {
  name: string
  surname: string
  street: string
  city: string
  region: string
  postcode: string
  /** ISO 3166-1, two letters. */
  country: string
  phone: string
}

export interface ShopWebhook {
  id: number
  scope: string
  destination: string
  active: boolean
}

/** Why the shop could not do it. `unavailable` and `rate` pass by themselves; the others want a person. */
export type ShopFailureKind = 'auth' | 'rate' | 'missing' | 'invalid' | 'unavailable' | 'shape'

export class ShopFailure extends Error {
  readonly kind: ShopFailureKind
  /** The shop's own sentence for people, when it gave one. */
  readonly shopMessage: string | undefined

  constructor(
    kind: ShopFailureKind,
    message: string,
    details: { shopMessage?: string; cause?: unknown } = {},
  ) {
    super(message, { cause: details.cause })
    this.name = 'ShopFailure'
    this.kind = kind
    this.shopMessage = details.shopMessage
  }
}
