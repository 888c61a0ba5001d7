import * as z from 'zod/mini'
import { endpoint } from '../base/endpoint.ts'
import { euro, flag, text, wireDay } from '../base/fields.ts'
import { modifierView } from '../catalogue/products.contract.ts'
import { waitingMoney } from './ledger.contract.ts'
import { payoutView } from './payout/payout.contract.ts'

const collectedGift = z.object({
  id: z.int(),
  type: z.enum(['group', 'virtual', 'regular']),
  product_id: z.int(),
  name: z.string(),
  image: z.nullable(z.string()),
  tile: z.int(),
  /** Of one unit, incl. VAT. */
  price: euro,
  /** All that was collected for it, whatever became of it. */
  collected: euro,
  /** Not collected or redeemed yet. */
  open: euro,
  /** What of `open` may leave now, and what waits (R511, days before money leaves). */
  free: euro,
  waiting: waitingMoney,
  state: z.enum(['collected', 'requested', 'issued', 'redeemed', 'empty']),
  is_digital: flag,
  can_collect: flag,
  /** A unit can be ordered for the money alone. */
  can_redeem: flag,
  /** Units that redeeming orders now. */
  redeemable_units: z.int(),
  /** The fewest and most units that the shop sells in one order, and what it has left (R321). */
  min_quantity: z.int(),
  max_quantity: z.nullable(z.int()),
  stock: z.nullable(z.int()),
  /** What the shop asks of whoever orders it (R424), as far as the host has not answered. */
  questions: z.array(modifierView),
  /** What the host would pay in addition; 0 when the money suffices or nothing can be redeemed. */
  short: euro,
  can_move: flag,
})
export type CollectedGift = z.output<typeof collectedGift>

const leftover = z.object({
  id: z.int(),
  name: z.string(),
  image: z.nullable(z.string()),
  tile: z.int(),
  open: euro,
  free: euro,
  waiting: waitingMoney,
  can_move: flag,
})
export type Leftover = z.output<typeof leftover>

export const getCollectedGifts = endpoint({
  method: 'GET',
  path: '/v2/get-gifts',
  who: 'customer',
  summary: 'The money collected in a registry, in three groups, with what became of it.',
  input: z.object({ registry_id: text() }),
  reply: z.object({
    group: z.array(collectedGift),
    virtual: z.array(collectedGift),
    regular: z.array(collectedGift),
    /** Smart change: leftovers by origin (R608). */
    change: z.array(leftover),
    /** Open group gifts that money can be moved to, with what each of them still takes. */
    targets: z.array(z.object({ id: z.int(), name: z.string(), open: euro })),
    payouts: z.array(payoutView),
    open: euro,
    /** What of `open` may leave now, and what waits (R511, days before money leaves). */
    free: euro,
    waiting: waitingMoney,
    /** What the shop refunded to guests after it had been paid out (R615). */
    owed: euro,
    /** Only the owner collects and redeems; a co-host reads. */
    may_redeem: flag,
    closing_day: wireDay,
    closed: flag,
  }),
})
export type CollectedMoney = z.output<(typeof getCollectedGifts)['reply']>
