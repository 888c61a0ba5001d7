import * as z from 'zod/mini'
import { parseDay } from '../../base/dates.ts'
import { amount, boundedText, email, positiveId, programNumber, wholeNumber } from '../../base/fields.ts'
import { maxGiverNameLength } from '../../checkout/hand-off/giver-rules.ts'
import { isReceiptNumber } from '../../checkout/receipts/rules.ts'
import { maxGiftQuantity } from '../../gift/gift/contract.ts'
import { staffRegistryAddress } from '../registry/contract.ts'
import { staffAction } from './look-contract.ts'
import type { ActionName } from './rules.ts'

const order = positiveId
/** A receipt of the till stands below zero (R967). */
const orderOrReceipt = programNumber.check(z.refine(id => id !== 0, 'field_malformed'))
const isDay = (text: string) => parseDay(text) !== null
const note = z.optional(boundedText({ max: 500, long: 'field_long' }))
const cents = amount('staff_amount_wrong').check(z.gte(1, 'staff_amount_wrong'))
const units = wholeNumber('staff_units_wrong').check(
  z.gte(1, 'staff_units_wrong'),
  z.lte(99, 'staff_units_wrong'),
)
const name = boundedText({ max: 100 })

export const placeLine = staffAction('line_placed', 'support', 'A line of an order counts for a gift.', {
  order,
  registry: staffRegistryAddress,
  line: positiveId,
  gift: positiveId,
  units: z.optional(units),
  giver: z.optional(name),
  message: note,
})

export const dismissLine = staffAction('line_dismissed', 'support', 'A line of an order is of no registry.', {
  order,
  line: positiveId,
})

export const placeRefundPart = staffAction('refund_placed', 'support', 'A refund is of that line.', {
  order,
  refund: positiveId,
  line: positiveId,
  amount: cents,
})

export const dismissRefund = staffAction('refund_dismissed', 'manager', 'A refund is of no registry.', {
  order,
  refund: positiveId,
})

const payout = { payout: positiveId }
export const retryPayout = staffAction('payout_retried', 'support', 'A waiting payout is tried now.', payout)
export const finishPayout = staffAction(
  'payout_finished',
  'manager',
  'What the shop has under the payout’s code, or under that of a certificate made by hand, of its amount, is the payout.',
  {
    ...payout,
    /** Of a certificate that was made in the shop by hand; without it the payout's own. */
    code: z.optional(boundedText({ max: 20, long: 'staff_code_missing' })),
  },
)
export const cancelPayout = staffAction(
  'payout_cancelled',
  'manager',
  'The shop has nothing under the payout’s code: its money goes back.',
  payout,
)

export const receivePayment = staffAction(
  'payment_received',
  'manager',
  'The shop has the money of an order.',
  {
    order,
  },
)

export const returnUnit = staffAction(
  'unit_returned',
  'manager',
  'A host has returned goods: what they are worth becomes smart change.',
  { order: orderOrReceipt, line: positiveId, units },
)

export const unplaceLine = staffAction(
  'line_unplaced',
  'manager',
  'A line that was placed on the wrong gift counts for it no more.',
  { order, line: positiveId },
)
export const unplaceRefund = staffAction(
  'refund_unplaced',
  'manager',
  'A refund that was placed wrongly waits for its place again.',
  { order, refund: positiveId },
)

const registry = { registry: staffRegistryAddress }
export const moveMoney = staffAction(
  'money_moved',
  'manager',
  'Money of one gift goes to another group gift of the registry.',
  { ...registry, source: boundedText({ max: 30 }), to: positiveId, amount: cents },
)
export const addGift = staffAction('gift_added', 'support', 'A product is added to a registry.', {
  ...registry,
  product: boundedText({ max: 100 }),
  variant: z.optional(positiveId),
  quantity: wholeNumber('staff_quantity_wrong').check(
    z.gte(1, 'staff_quantity_wrong'),
    z.lte(maxGiftQuantity, 'staff_quantity_wrong'),
  ),
  /** Missing, as the event type has it (R216). */
  group: z.optional(z.enum(['yes', 'no'], 'field_wrong')),
})
export const takeGiftOff = staffAction('gift_removed', 'support', 'A gift is taken off its registry.', {
  gift: positiveId,
})
const receiptNumber = boundedText({ max: 40 }).check(z.refine(isReceiptNumber, 'staff_receipt_wrong'))
const receipt = {
  ...registry,
  receipt: receiptNumber,
  gift: positiveId,
}
const giverWords = { giver: z.optional(name), message: note }
export const recordReceipt = staffAction(
  'receipt_recorded',
  'support',
  'Units of a gift were bought at the shop’s till.',
  { ...receipt, units, ...giverWords },
)
export const recordReceiptMoney = staffAction(
  'receipt_money_recorded',
  'manager',
  'Money for a gift was paid at the shop’s till.',
  { ...receipt, amount: cents, ...giverWords },
)
export const takeReceiptBack = staffAction(
  'receipt_reversed',
  'support',
  'A receipt of the till counts no more; one with money is taken back by a manager.',
  { receipt: positiveId },
)
export const renumberReceipt = staffAction(
  'receipt_renumbered',
  'support',
  'The number of a receipt, which was typed wrongly, is written anew; of one with money by a manager.',
  { receipt: positiveId, number: receiptNumber },
)
export const extendRegistry = staffAction(
  'registry_extended',
  'support',
  'A registry has another closing day; a closed one opens again.',
  // Without a default, so that the page asks for it first.
  { ...registry, closing_day: z.string('field_required').check(z.refine(isDay, 'date_wrong')) },
)
export const hideRegistry = staffAction(
  'registry_hidden',
  'support',
  'A registry is not found by its names.',
  registry,
)
export const releaseHandoff = staffAction(
  'reservation_released',
  'support',
  'What a guest at the checkout has set aside is free again.',
  { handoff: positiveId },
)
export const resendLetter = staffAction('letter_resent', 'support', 'A letter is sent again.', {
  letter: positiveId,
})

export const correctEmail = staffAction(
  'email_corrected',
  'manager',
  'A host’s account is to have another e-mail; it counts once the host confirms it.',
  { host: positiveId, email },
)

export const renameGiver = staffAction(
  'giver_renamed',
  'support',
  'The name of a giver, which is misspelt, is written anew.',
  {
    order: orderOrReceipt,
    line: positiveId,
    giver: boundedText({ min: 1, max: maxGiverNameLength, short: 'field_required', long: 'name_long' }),
  },
)

/** Every action, by its name. */
export const staffActions = {
  line_placed: placeLine,
  line_dismissed: dismissLine,
  refund_placed: placeRefundPart,
  refund_dismissed: dismissRefund,
  payout_retried: retryPayout,
  payout_finished: finishPayout,
  payout_cancelled: cancelPayout,
  payment_received: receivePayment,
  unit_returned: returnUnit,
  line_unplaced: unplaceLine,
  refund_unplaced: unplaceRefund,
  money_moved: moveMoney,
  gift_added: addGift,
  gift_removed: takeGiftOff,
  receipt_recorded: recordReceipt,
  receipt_money_recorded: recordReceiptMoney,
  receipt_reversed: takeReceiptBack,
  receipt_renumbered: renumberReceipt,
  registry_extended: extendRegistry,
  registry_hidden: hideRegistry,
  reservation_released: releaseHandoff,
  letter_resent: resendLetter,
  email_corrected: correctEmail,
  giver_renamed: renameGiver,
} satisfies Record<ActionName, unknown>
