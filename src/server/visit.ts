import type { Language } from '../base/language.ts'
import type { Shop, ShopOrder } from '../shop/port.ts'
import type { Config } from './config.ts'
import type { Db } from './tables.ts'

/** The signed-in person, as the session knows him. */
export interface Customer {
  id: number
  email: string
  name: string
  surname: string
  language: Language
  /** Whether the e-mail is known to be his; until then he may invite only a few (INVITATIONS_UNCONFIRMED). */
  confirmed: boolean
  /** His customer of the shop; null as long as the e-mail is not confirmed. */
  shopCustomerId: number | null
}

/** A letter for the outbox: written in the transaction of its cause, sent later by a job (product.md 21). */
export interface Letter {
  /** Unique: the same cause never sends twice. */
  cause: string
  template: string
  /** A text message takes the same way: `to` is a number, its words are `props.text`. Mail unless said. */
  channel?: 'mail' | 'sms'
  language: Language
  to: string
  props: Record<string, unknown>
}

/** All that a handler may use of the world; nothing else is imported at run time. */
export interface Visit {
  db: Db
  shop: Shop
  config: Config
  now: Date
  language: Language
  customer: Customer | null
  /** The hash of the session token in use; null without one. */
  session: Buffer | null
  /** The visitor's network address, for limits only. */
  address: string
  /** What the visitor's browser or program says of itself; empty when it says nothing. */
  agent: string
  /** Puts a letter into the outbox, within the given transaction. */
  post(tx: Db, letter: Letter): Promise<void>
  /** Reads these products of the shop anew into the catalogue's mirror. Throws ShopFailure. */
  freshen(productIds: number[]): Promise<void>
  /** Raises the registry's version and tells every open page when the transaction commits. */
  changed(tx: Db, registryId: number): Promise<void>
  /** Counts an attempt; refuses with 429 beyond `most` in the window. */
  limit(key: string, most: number, seconds: number): Promise<void>
  /** Takes back one attempt counted under that key and window. */
  giveBack(key: string, seconds: number): Promise<void>
  /** A fresh session token, and the hash that is kept of it. */
  newToken(): { token: string; hash: Buffer }
  /** Tells later features what happened, within the same transaction (the wiring stands in app.ts). */
  tell: Tell
  /** Called at each named step of giving; tests stop, delay or kill the work there. Nothing in the product. */
  step?: ((name: Step) => Promise<void>) | undefined
}

/** The steps of a hand-off and of reading an order between which a process may die. */
export const steps = [
  'prices read',
  'gifts held, not committed',
  'gifts held',
  'cart made',
  'cart kept',
  'order read',
  'purchases written, not credited',
  'order counted, not committed',
  'order counted',
] as const
export type Step = (typeof steps)[number]

/** What work without a visitor may use: webhooks and the clock call for it. */
export type Work = Pick<
  Visit,
  'db' | 'shop' | 'config' | 'now' | 'post' | 'changed' | 'freshen' | 'tell' | 'step'
>

/** What one feature tells the others. */
export interface Events {
  /** Another product took a group gift's place; its money stays with it. */
  giftSwapped: { giftId: number }
  /** An order changed what stands in a registry, in either direction. */
  moneyChanged: { registryId: number; orderId: number }
  /** An order that was placed from outside was read anew, as it stands in the shop now. */
  outsideOrderRead: { order: ShopOrder }
  purchaseCredited: { registryId: number; orderId: number; handoffId: number; firstTime: boolean }
  /** Somebody asked to leave: what is open of his closes properly, while letters still reach him. He may come back. */
  accountLeaves: { customerId: number }
  /**
   * The grace is over and his name goes: each feature takes what tells of him and keeps what is counted. Who has
   * something to settle with him first (money not sent yet) throws a Refusal: he is asked for again the next time.
   */
  accountErased: { customerId: number }
}

export type Tell = <E extends keyof Events>(event: E, tx: Db, facts: Events[E]) => Promise<void>

/** A visit by a signed-in customer: what handlers of `who: 'customer'` receive. */
export type CustomerVisit = Visit & { customer: Customer; session: Buffer }
