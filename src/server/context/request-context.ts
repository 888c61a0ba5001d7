import type { Logger } from 'pino'
import type { Language } from '../../base/language.ts'
import type { StaffRole } from '../../base/staff-roles.ts'
import type { Shop } from '../../shop/port.ts'
import type { ShopOrder } from '../../shop/port-orders.ts'
import type { RevokedRight } from '../backup/erasure-log.ts'
import type { Config } from '../config.ts'
import type { Db } from '../postgres/tables.ts'
import type { RecordSecurityEvent } from './security-event.ts'

export interface SignedInCustomer {
  id: number
  email: string
  name: string
  surname: string
  language: Language
  /** Whether the e-mail is confirmed; until then they write to nobody (R706). */
  confirmed: boolean
  /** Their customer id in the shop; null as long as the e-mail is not confirmed. */
  shopCustomerId: number | null
}

export interface SignedInStaff {
  id: number
  name: string
  email: string
  role: StaffRole
  /** When they last gave password and time code in this session (R1181). */
  provedAt: Date | null
}

/** What is told of a message, sent or not, once its contents are gone. */
export interface KeptEmail {
  template: string
  state: string
  created_at: Date
  sent_at: Date | null
}

/** A message for the outbox: stored in the transaction of its cause, sent later by a job (R712). */
export interface OutgoingEmail {
  /** Unique: a second message of the same cause is not sent. */
  cause: string
  template: string
  /** `mail` by default; for `sms`, `to` is a phone number and `props.text` the text. */
  channel?: 'mail' | 'sms'
  language: Language
  to: string
  props: Record<string, unknown>
  /** When the letter that this one replaces was first sent. */
  firstSentAt?: Date
  /** A browser that the recipient's account knows asked for it (R1249). */
  isOwnAct?: boolean
  /** Paid parts of a text message. */
  parts?: number
  /** Adds the items of its list to the letter of the same cause, which leaves at `until`; false when that has `max`. */
  gathered?: { until: Date; max: number }
}

/** A letter to the people who run the shop (R941); each kind has a template of its own. */
export type StaffLetter = Pick<OutgoingEmail, 'cause' | 'template' | 'props'>

/** The context of work without a visitor: webhooks and jobs. */
export interface JobContext {
  db: Db
  shop: Shop
  config: Config
  log: Logger
  now: Date
  /** What this request has already read, by key; see `oncePerRequest`. */
  cache: Map<string, Promise<unknown>>
  /**
   * Puts a message into the outbox, within the given transaction, as its policy allows (R718 R719); answers whether it
   * will be sent.
   */
  enqueueEmail(tx: Db, email: OutgoingEmail): Promise<boolean>
  /** Puts a letter to STAFF_EMAIL into the outbox, within the given transaction (R941). */
  tellStaff(tx: Db, letter: StaffLetter): Promise<boolean>
  /** Adds to the security log (R942). */
  recordSecurityEvent: RecordSecurityEvent
  /** The newest `max` messages to that address, sent or not, also as its account's key spells it (R986). */
  findEmailsTo(db: Db, to: { address: string; key: string }, max: number): Promise<KeptEmail[]>
  /** Deletes every message to that address, sent or not (R125). */
  deleteEmailsTo(tx: Db, address: string): Promise<void>
  /** Deletes the messages of a template that are no longer waiting to be sent. */
  deleteSentEmails(tx: Db, template: string): Promise<void>
  /** Deletes the messages of these causes; with a state, only those in it. */
  deleteEmails(tx: Db, causes: string[], state?: 'waiting'): Promise<void>
  /** Takes the giver out of letters about these orders that have not left (R125). */
  eraseGiverFromEmails(tx: Db, orders: string[]): Promise<void>
  /** Deletes letters about these registries that have not left (R125). */
  deleteEmailsAbout(tx: Db, codes: string[]): Promise<void>
  /** Marks the messages of these causes that are still waiting as failed, so that they are never sent. */
  failQueuedEmails(tx: Db, causes: string[], error: string): Promise<void>
  /** Adds an account to the list of erasures, apart from the database; before the erasure commits (R523). */
  recordErasure(customerId: number, createdAt: Date): void
  /** Adds a right that was taken away to the same list; before that commits (R1261). */
  recordRevocation(right: Omit<RevokedRight, 'at'>): void
  /** Copies these products from the shop into the catalogue tables. Throws ShopFailure. */
  refreshProducts(productIds: number[]): Promise<void>
  /** Raises the registry's version and notifies every open page when the transaction commits. */
  registryChanged(tx: Db, registryId: number): Promise<void>
  /** Emits a domain event: its handlers (src/app/events.ts) run within the same transaction. */
  emit: EmitEvent
  /** Called at each named step of a hand-off, of reading an order or of a payout; undefined outside tests. */
  testHook?: ((name: TestHook) => Promise<void>) | undefined
}

/** Everything that a handler may use beside its input. */
export interface RequestContext extends JobContext {
  language: Language
  customer: SignedInCustomer | null
  /** The hash of the session token in use; null without one. */
  session: Buffer | null
  /** Whether the console is on here and may be reached from the visitor's network; never true outside it. */
  isStaffConsole: boolean
  /** Who of the staff is signed in; null outside the console. */
  staff: SignedInStaff | null
  /** The hash of their session token; null without one. */
  staffSession: Buffer | null
  /** Only what changes nothing is answered: staff look at a page of somebody else (R985). */
  isReadOnly?: true
  /** The visitor's network address, for rate limits only. */
  address: string
  /** The User-Agent header, cut to 300 characters; empty without one. */
  userAgent: string
  /** Counts the orders of a shop's cart, as the shop has them now. Throws ShopFailure. */
  syncOrdersOfCart(cartId: string): Promise<void>
  /** Counts an attempt, or the `amount` it uses up; throws `refused_often` 429 beyond `max` in the window of `seconds`. */
  rateLimit(key: string, max: number, seconds: number, amount?: number): Promise<void>
  /** Spends points of the visitor's network address; throws `refused_often` 429 where it has none left in this minute. */
  spendPoints(points: number): void
  /** The header of the cookie by which a browser is known ten minutes later (R1207); null where it needs none. */
  issueVisitorCookie(): string | null
  /** Takes back one attempt counted under that key and window. */
  refundAttempt(key: string, seconds: number): Promise<void>
  /** The database stores the hash only. */
  createSessionToken(): { token: string; hash: Buffer }
  /**
   * Notes the moment at which the answer changes by itself, such as the end of a closing day; only where it is cached.
   */
  changesAt?: (at: Date) => void
}

/** The context of a signed-in customer: what handlers of `who: 'customer'` receive. */
export type CustomerContext = RequestContext & { customer: SignedInCustomer; session: Buffer }

/** The context of one of the staff: what handlers of `who: 'staff'` receive. */
export type StaffContext = RequestContext & { staff: SignedInStaff; staffSession: Buffer }

/**
 * Loads something once in a request: a second call with the same key gets the same promise. Not for a row that is
 * about to be changed: a transaction uses the row that it has locked.
 */
export function oncePerRequest<T>(
  ctx: Pick<RequestContext, 'cache'>,
  key: string,
  load: () => Promise<T>,
): Promise<T> {
  const cached = ctx.cache.get(key) as Promise<T> | undefined
  if (cached) return cached
  const loading = load()
  ctx.cache.set(key, loading)
  return loading
}

/** Steps after which tests stop, delay or kill the process: of a hand-off and of reading an order. */
export const testHooks = [
  'prices read',
  'gifts reserved',
  'cart made',
  'cart saved',
  'cart ended',
  'order read',
  'order matched',
  'purchases written, not credited',
  'order counted, not committed',
  'order counted',
] as const
export const payoutHooks = ['orders of payout read', 'certificate made', 'certificate checked'] as const
/** Steps of a payout whose gift card staff made by hand. */
export const handmadeHooks = ['handmade read', 'handmade marked'] as const
export const searchHooks = ['search slice indexed', 'search index built'] as const
export const loweringHooks = ['certificate read', 'lowering stored', 'certificate lowered'] as const
export type TestHook =
  | (typeof testHooks)[number]
  | (typeof payoutHooks)[number]
  | (typeof handmadeHooks)[number]
  | (typeof loweringHooks)[number]
  | (typeof searchHooks)[number]

/** The domain events, by which one feature informs the others; their handlers are in src/app/events.ts. */
export interface DomainEvents {
  /** A group gift was replaced by another product; its money stays with the gift. */
  giftSwapped: { giftId: number }
  /** A host put another product in the place of this one. */
  productSwapped: { productId: number }
  /** Where the gifts of a registry go was changed, and is stored. */
  deliveryAddressChanged: { registryId: number }
  /** A registry was deleted by its host (R229). */
  registryRemoved: { registryId: number }
  /** An order changed what a registry has received, in either direction. */
  moneyChanged: { registryId: number; orderId: number }
  /** An order that was not placed through a hand-off was read from the shop; `order` is its present state. */
  outsideOrderRead: { order: ShopOrder }
  /** An order was read of which lines became gift cards; `lines`: what is left of each (R1311). */
  exchangedLinesRead: { orderId: number; lines: { lineId: number; cents: number }[] }
  /** What was shared in the name of an account ends, as far as it is of these kinds (R1220). */
  rightsRevoked: {
    customerId: number
    ends: ('invitations of co-hosts' | 'new co-hosts' | 'co-hosts' | 'prepared registries')[]
  }
  /**
   * A customer asked to be deleted: their registries close, while e-mail still reaches them. They may cancel it by signing
   * in. `isRepeated`: the wish was granted before a restored backup forgot it (R1261).
   */
  accountDeactivated: { customerId: number; isRepeated?: true }
  /**
   * The grace period is over and the person is erased: each feature deletes what identifies them and keeps what is
   * counted. A feature that has to settle something first (money not paid out yet) throws an AppError; the deletion is
   * then tried again by the next job.
   */
  accountErased: { customerId: number }
}

export type EmitEvent = <E extends keyof DomainEvents>(
  event: E,
  tx: Db,
  facts: DomainEvents[E],
) => Promise<void>
