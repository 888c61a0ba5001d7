import type { Day } from '../base/dates.ts'
import type { Language } from '../base/language.ts'
import type { Cents } from '../base/money.ts'
import type { ModifierAnswer } from '../base/shop-modifiers.ts'

export interface CartRequest {
  language: Language
  /** The shop's customer; 0 for a guest. */
  customerId: number
  lines: CartRequestLine[]
}

export type CartRequestLine =
  | ({ kind: 'product' } & Omit<HostOrderLine, 'cents'>)
  /** A share of a group gift: the generic product with the ids of the real one and our signed reference (R415). */
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
  /** Our own id, when it was placed through the API; null for an order of the storefront. */
  externalId: string | null
  cartId: string | null
  /** What the order's status means for the registry (R508). */
  state: 'paid' | 'pending' | 'void'
  /**
   * What a pending order waits for (R515): the buyer at the checkout, the payment, or somebody who knows what its status
   * means; null when it is not pending.
   */
  waitsFor: 'checkout' | 'payment' | 'unknown' | null
  /** A status of the order or of its payment that we don't know, in the shop's own words; null when all is known. */
  unknownStatus: string | null
  payment: ShopPayment
  /** Whether goods of it, or a part of them, are on their way; null where the order doesn't say, as a disputed one. */
  isShipped: boolean | null
  /** Whether the shop is done with it; its goods, if there are any, have then left too. */
  isCompleted: boolean
  channelId: number
  email: string | null
  billingName: string | null
  totalCents: Cents
  /** The part of the total that gift certificates paid, by the order's own field (R1163). */
  certificateCents: Cents
  /** All that was given back, whatever for. */
  refundedCents: Cents
  /** ISO 4217, of all its amounts; those of another currency than euro are counted for nothing. */
  currency: string
  /** What the buyer was shown: an amount of another currency for the same money. */
  shown: { currency: string; cents: Cents }
  orderedAt: Date
  changedAt: Date
  /** The notes for the shop's staff, ours among them; people edit them. */
  staffNote: string
  /** What the shop has of refunds: their list, none, or a status that says so without any in the list (R1304). */
  refundRecord: 'listed' | 'none' | 'by hand'
  /** Refunds that no line is named for, where the order has several. */
  unplacedRefunds: UnplacedRefund[]
  lines: ShopOrderLine[]
}

/** As lists have it, where the shop may say no date. */
type Listed = { changedAt: Date | null }
export type ChangedOrder = Pick<ShopOrder, 'id' | 'staffNote'> & Listed
export type ListedOrder = Pick<ShopOrder, 'id' | 'state'> & Pick<ShopPayment, 'taxCents'> & Listed

/** What the shop says of an order's payment (R510). */
export interface ShopPayment {
  /** The shop's own words. */
  status: string
  method: string
  isPaid: boolean
  /** The giver's bank or the giver contests it. */
  isDisputed: boolean
  /** VAT within the order's total, as charged; null where the shop says none. */
  taxCents: Cents | null
}

/** An amount that the shop gave back for an order as a whole, not for one of its lines (R512). */
export interface UnplacedRefund {
  refundId: number
  cents: Cents
}

/**
 * What a line sold: our own product for shares of group gifts and amounts of gift cards, a gift certificate of the shop
 * itself, something that is delivered at once, or goods.
 */
export type SoldKind = 'money' | 'certificate' | 'digital' | 'goods'

export interface ShopOrderLine {
  id: number
  kind: SoldKind
  productId: number
  variantId: number
  name: string
  quantity: number
  refundedQuantity: number
  /** Of the whole line, after discounts, incl. VAT, before refunds. */
  totalCents: Cents
  /** At most `totalCents`. */
  refundedCents: Cents
  /** For lines of the generic group-gift product: what its options hold. */
  contribution: { productId: number; variantId: number; reference: string | null } | null
}

/** What happened to an order's money. */
export interface ShopTransaction {
  /** `purchase`, `capture`, `refund` and others, in the shop's own words. */
  event: string
  /** False for what the payment provider refused. */
  isOk: boolean
  cents: Cents
  currency: string
  /** The gift certificate that it was taken off, with what it had before and after. */
  certificate: { code: string; fromCents: Cents; toCents: Cents } | null
}

export interface CertificateRequest {
  /** At most 20 characters. */
  code: string
  cents: Cents
  toName: string
  toEmail: string
  fromName: string
  fromEmail: string
  /** At most 250 characters; the rest is cut off. */
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
  /** The giver's name; on a gift card that was made by hand it is a mark of ours (R1150). */
  fromName: string
  /** What staff and the holder may read on it. */
  message: string
  expiresAt: Date | null
}

export interface CertificateLowering {
  /** What the balance has to be for it; another one is left as it is. */
  fromCents: Cents
  toCents: Cents
  /** Added to its message, by which the change is known to have been made; a note is used once. */
  note: string
}

export interface HostOrderRequest {
  externalId: string
  language: Language
  customerId: number
  customer: { name: string; surname: string; email: string; phone: string | null }
  /** Null when everything is digital. */
  shipTo: HostOrderAddress | null
  lines: HostOrderLine[]
  /** Read by staff only. */
  staffNote: string
}

export interface HostOrderLine {
  productId: number
  variantId: number
  quantity: number
  /** Of one unit, incl. VAT. */
  cents: Cents
  options: { option_id: number; value_id: number }[]
  modifiers: ModifierAnswer[]
}

interface HostOrderAddress {
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
