import type { ShopOrder } from '../../shop/port-orders.ts'
import type { Db } from '../postgres/tables.ts'

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
