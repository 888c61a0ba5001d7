import type { Language } from '../base/language.ts'
import type {
  CatalogueProduct,
  ChosenValue,
  LivePrice,
  PricedItem,
  ProductDetails,
  ShopBrand,
  ShopCategory,
  ShopListingOrder,
  ShopPage,
  ShopPageLink,
  ShopSearchFilter,
  ShopVariant,
} from './port-catalogue.ts'
import type {
  CartRedirects,
  CartRequest,
  CertificateLowering,
  CertificateRequest,
  ChangedOrder,
  HostOrderRequest,
  ListedOrder,
  ShopCart,
  ShopCertificate,
  ShopOrder,
  ShopTransaction,
} from './port-orders.ts'
import type { ShopCredentialOperations, ShopStoreOperations } from './port-store.ts'

/**
 * The shop as the product sees it. Only `bigcommerce/` knows the platform; every amount is in whole cents incl. VAT,
 * every reply is validated, every failure is a ShopFailure.
 */
export interface Shop extends ShopCredentialOperations, ShopStoreOperations {
  /**
   * One page (≤ 50) of the visible catalogue with variants; `next` is null on the last page. `unread` has the ids of those
   * that the shop has in a form that can't be read: they stay as they are stored (R1302).
   */
  fetchCataloguePage(
    language: Language,
    after: string | null,
  ): Promise<{ products: CatalogueProduct[]; unread: number[]; next: string | null }>
  /** These products as they are now, any number of them; those that are not in the shop are left out. */
  fetchProducts(
    ids: number[],
    language: Language,
  ): Promise<{ products: CatalogueProduct[]; unread: number[] }>
  /** Ids of at most 50 products that the shop's own search finds, in its order; it knows no order by brand. */
  searchProducts(filter: ShopSearchFilter): Promise<number[]>
  /** Ids of products changed at or after that moment, hidden ones too; deleted ones are not listed. */
  fetchChangedProductIds(moment: Date): Promise<number[]>
  /**
   * The file of a product's picture, at most 5 MB; null when there is none. Throws ShopFailure: `origin` for an address
   * that is not the shop's, `invalid` for a file that is too large or refused.
   */
  fetchPicture(url: string): Promise<Uint8Array | null>
  /** One product with its pictures and options; null when it is not in the shop. */
  fetchProduct(id: number, language: Language): Promise<ProductDetails | null>
  /** The variant that these option values select; null when there is none. */
  findVariant(productId: number, values: ChosenValue[], language: Language): Promise<ShopVariant | null>
  /** These brands; unknown ones are left out. */
  fetchBrands(ids: number[], language: Language): Promise<ShopBrand[]>
  /** The category tree, three levels deep, as a flat list with parents before children. */
  fetchCategories(language: Language): Promise<ShopCategory[]>
  /**
   * Live prices, one for each (product, variant) in the same order; what is missing or cannot be bought is
   * `available: false`.
   */
  fetchPrices(items: PricedItem[], language: Language): Promise<LivePrice[]>
  /** Ids of all visible products in one of the shop's own orders. */
  fetchListingOrder(order: ShopListingOrder): Promise<number[]>
  /** Pages for the menus: title, path, parent. */
  fetchPages(language: Language): Promise<ShopPageLink[]>
  /** One page of the shop by its path, with unsanitised HTML; null when there is none. */
  fetchPage(path: string, language: Language): Promise<ShopPage | null>
  /** The factor from net to gross (1 + rate/100) by the tax class's name in lower case (R304). */
  fetchTaxRates(): Promise<Record<string, number>>
  /** Throws ShopFailure `origin` when the shop names an address that isn't known as its own, as the next one does (R425). */
  createCart(cart: CartRequest): Promise<ShopCart>
  /** New one-time addresses of an existing cart; null when it was bought or has expired. */
  createCartRedirects(cartId: string): Promise<CartRedirects | null>
  /** Deletes a cart, so that its checkout can't be paid; one that was bought, has expired or was deleted is gone already. */
  deleteCart(cartId: string): Promise<void>
  fetchOrder(id: number): Promise<ShopOrder | null>
  /** What happened to an order's money, oldest first; throws ShopFailure also where the shop doesn't tell. */
  fetchOrderTransactions(orderId: number): Promise<ShopTransaction[]>
  fetchOrderIdsOfCart(cartId: string): Promise<number[]>
  /** Orders changed at or after that moment, oldest change first. */
  fetchChangedOrders(moment: Date): Promise<ChangedOrder[]>
  /** Orders with ids from the one to the other, archived ones too, as lists have them. */
  fetchOrdersBetween(from: number, to: number): Promise<ListedOrder[]>
  /** Whether an order's goods go to the hosts, by its shipping method; null when it has none (R420). */
  isDeliveredToHosts(order: Pick<ShopOrder, 'id' | 'channelId'>): Promise<boolean | null>
  /** The page of the shop's back office where staff see and change an order. */
  orderPageUrl(id: number): string
  /** Appends a note that only staff see; lines that it has already are not repeated. */
  addStaffNote(id: number, note: string): Promise<void>
  /** Takes these lines out of the note that only staff see, and appends the new ones; repeating it changes nothing. */
  replaceStaffNoteLines(id: number, formerLines: string, note: string): Promise<void>
  findCustomerByEmail(email: string): Promise<ShopCustomer | null>
  /** Throws ShopFailure `invalid` when the e-mail is taken. */
  createCustomer(person: NewShopCustomer): Promise<ShopCustomer>
  /** The id of the customer whose password this is; null when it is wrong. */
  checkCustomerPassword(email: string, password: string, language: Language): Promise<number | null>
  setCustomerPassword(id: number, password: string): Promise<void>
  /** Throws ShopFailure `invalid` when another customer has that e-mail, or this one is gone. */
  setCustomerEmail(id: number, email: string): Promise<void>
  /**
   * A URL that signs the customer in at the language's storefront, once, within 30 seconds, and redirects to a URL of it or
   * of its checkout. Null where the deployment has no client secret, and for a redirect to another origin (R419).
   */
  createLoginUrl(login: ShopLoginRequest): string | null
  /** The code is ours, so that a certificate whose reply was lost can be found by it (R605). */
  createCertificate(certificate: CertificateRequest): Promise<ShopCertificate>
  findCertificateByCode(code: string): Promise<ShopCertificate | null>
  /** The first by id that bears this mark and is not disabled, as the name of its giver; null when there is none. */
  findCertificateByMark(mark: string): Promise<ShopCertificate | null>
  /**
   * Writes the mark on it, as the name of its giver; nothing on one that bears it. The rest is written as it was read a moment
   * before, its balance too: for certificates that nobody pays with yet. Throws ShopFailure `missing`.
   */
  markCertificate(id: number, mark: string): Promise<void>
  /** Certificates with ids above that one, whoever made them, by id. */
  fetchCertificatesAfter(id: number): Promise<ShopCertificate[]>
  /** The first of them, as many as one request brings; `isLast` when there are no more. */
  fetchCertificatePage(after: number): Promise<{ certificates: ShopCertificate[]; isLast: boolean }>
  /** Null when there is none. */
  fetchCertificate(id: number): Promise<ShopCertificate | null>
  /** Its balance is written as it was read a moment before: for certificates that nobody has yet. */
  setCertificateState(id: number, state: 'active' | 'disabled'): Promise<void>
  /**
   * Lowers the balance of an active certificate that has just the balance named, and returns it as it is then: with the
   * note where it was lowered, at this or an earlier call, and else unchanged. The shop can't compare and write in one
   * step: one caller at a time. Throws ShopFailure `missing`.
   */
  lowerCertificate(id: number, lowering: CertificateLowering): Promise<ShopCertificate>
  /** Places an order for a host, paid from the registry's money; returns its id. */
  placeOrder(order: HostOrderRequest): Promise<number>
  /** The order that was placed under this id of ours; null when there is none. */
  findOrderByExternalId(externalId: string): Promise<number | null>
  /** The gift-card product with variants and prices; null when the shop has none. */
  fetchGiftCardProduct(language: Language): Promise<ProductDetails | null>
  /** Adds an e-mail to the newsletter's list; one that is on it already is no failure. */
  subscribeToNewsletter(person: { email: string; name: string; language: Language }): Promise<void>
  /** Removes an e-mail from the newsletter's lists of every language; one that is on none is no failure. */
  unsubscribeFromNewsletter(email: string): Promise<void>
  fetchWebhooks(): Promise<ShopWebhook[]>
  /** Creates a webhook whose deliveries carry our secret in a header. */
  createWebhook(webhook: { scope: string; destination: string }): Promise<void>
  /** Activates a webhook and gives it our secret. */
  repairWebhook(id: number): Promise<void>
  deleteWebhook(id: number): Promise<void>
  /** True while no calls are made because the shop failed again and again (R917). */
  isCircuitOpen(): boolean
  /** For metrics: the lanes whose calls are paused, and how many calls the shop said were left; null if it never did. */
  readLoad(): { openCircuits: string[]; quotaLeft: number | null }
  /**
   * Verifies and parses a webhook by its headers and raw body (R502). Throws ShopFailure: `auth` for a forgery,
   * `shape` for a verified one that cannot be parsed.
   */
  parseWebhook(headers: Headers, body: Uint8Array, now: Date): ShopWebhookEvent
}

/** The script of ours on the shop's order pages (public/after-paying.js). */
export const afterPayingScript = '/after-paying.js'

/** Where the shop sends its webhooks, below the site's origin. */
export const webhookPath = '/api/shop/webhooks'

/**
 * The events that webhooks are created for (R1331). Not for addresses of customers: nothing of ours is read from them, a
 * gift goes to the address that the hosts gave here, and an order has its own.
 */
export const webhookScopes = [
  'store/cart/converted',
  'store/order/created',
  'store/order/updated',
  'store/order/statusUpdated',
  'store/order/refund/created',
  'store/order/archived',
  'store/product/created',
  'store/product/updated',
  'store/product/deleted',
  // Stock that orders moved has scopes of its own, and that of a variant others than that of a product.
  'store/product/inventory/updated',
  'store/product/inventory/order/updated',
  'store/sku/inventory/updated',
  'store/sku/inventory/order/updated',
  'store/information/updated',
  'store/channel/*',
  'store/app/uninstalled',
]

/** What a webhook is about; the thing itself is always read from the shop (R501). */
export interface ShopWebhookEvent {
  /** The same for every delivery of the same event. */
  id: string
  /** Such as `store/order/statusUpdated`. */
  scope: string
  /** What changed; null for events that do not concern the product. `settings` and `access` are the store's own: 0. */
  subject: { kind: 'order' | 'product' | 'category' | 'settings' | 'access'; id: number } | null
  /** Verified, but older than five minutes (R914). */
  isStale: boolean
}

export interface ShopCustomer {
  id: number
  email: string
  name: string
  surname: string
}

export interface NewShopCustomer extends Omit<ShopCustomer, 'id'> {
  phone: string | null
  language: Language
}

export interface ShopLoginRequest {
  customerId: number
  language: Language
  redirectTo: string
  now: Date
}

export interface ShopWebhook {
  id: number
  scope: string
  destination: string
  active: boolean
  /** Whether its deliveries carry our secret; null where the shop doesn't say. */
  hasOurSecret: boolean | null
}

/** How long making a cart may take in all, in milliseconds (R918); what waits for a cart waits longer. */
export const cartCallTimeoutMs = 15_000

/** A row of the shop's replies that can't be read, without anybody's data (R1302). */
export interface UnreadableRow {
  /** What it is a row of: `order`, or the list that has it. */
  source: string
  /** The shop's id of it; empty where it has none. */
  id: string
  /** The first field that is not as it should be. */
  field: string
  reason: string
}

/** Why a call of the shop failed. `unavailable` and `rate` pass by themselves; the others need a person. */
export type ShopFailureKind = 'auth' | 'origin' | 'rate' | 'missing' | 'invalid' | 'unavailable' | 'shape'

export class ShopFailure extends Error {
  readonly kind: ShopFailureKind
  /** The message of the shop itself, where its reply has one. */
  readonly shopMessage: string | undefined
  /** The status of its reply; undefined where there was none. */
  readonly status: number | undefined
  /** For `shape`: the first field that is not as it should be. */
  readonly field: string | undefined

  constructor(
    kind: ShopFailureKind,
    message: string,
    details: { shopMessage?: string; status?: number; field?: string; cause?: unknown } = {},
  ) {
    super(message, { cause: details.cause })
    this.name = 'ShopFailure'
    this.kind = kind
    this.shopMessage = details.shopMessage
    this.status = details.status
    this.field = details.field
  }
}

/** Whether an error is a ShopFailure, also one of another copy of this module, as tests have beside the built pages. */
export function isShopFailure(error: unknown): error is ShopFailure {
  return error instanceof Error && error.name === 'ShopFailure'
}
