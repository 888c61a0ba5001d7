import type { Logger } from 'pino'
import type { Language } from '../../base/language.ts'
import type { StaffRole } from '../../base/staff-roles.ts'
import type { Shop } from '../../shop/port.ts'
import type { RevokedRight } from '../backup/erasure-log.ts'
import type { Config } from '../config.ts'
import type { Db } from '../postgres/tables.ts'
import type { EmitEvent } from './domain-events.ts'
import type { KeptEmail, OutgoingEmail, StaffLetter } from './emails.ts'
import type { RecordSecurityEvent } from './security-event.ts'
import type { TestHook } from './test-hooks.ts'

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
