import * as z from 'zod/mini'
import { parseDay } from '../../base/dates.ts'
import {
  boundedText,
  codeText,
  email,
  positiveId,
  programNumber,
  typedAmount,
  wholeNumber,
} from '../../base/fields.ts'
import { maxGiverNameLength } from '../../checkout/mark.rules.ts'
import { maxGiftQuantity } from '../../gift/gift.contract.ts'
import { isReceiptNumber } from '../../orders/receipts.rules.ts'
import { staffRegistryAddress } from '../registry/registry.rules.ts'
import { parseMoneySource } from './action.rules.ts'
import { type ActionField, nameActions } from './look.rules.ts'

/** The number of an order, or the id of a receipt of the till below zero (R967). */
export const orderOrReceipt = programNumber.check(z.refine(id => id !== 0, 'field_malformed'))
const isDay = (text: string) => parseDay(text) !== null
const cents = typedAmount('staff_amount_wrong').check(z.gte(1, 'staff_amount_wrong'))
const between = (wrong: string, most: number) => wholeNumber(wrong).check(z.gte(1, wrong), z.lte(most, wrong))
const countOfUnits = between('staff_units_wrong', 99)

const known = <S extends z.ZodMiniType>(schema: S) => ({ schema, kind: 'known' }) as const
const field = <S extends z.ZodMiniType>(
  kind: ActionField['kind'],
  schema: S,
  more: Omit<ActionField, 'schema' | 'kind'> = {},
): ActionField<S> => ({ kind, schema, ...more })

const order = field('number', positiveId)
const line = field('choice', positiveId)
const refund = field('choice', positiveId)
const gift = field('choice', positiveId, { label: 'common_gift' })
const registry = field('text', staffRegistryAddress, { label: 'staff_ask_registry' })
const namedRegistry = known(staffRegistryAddress)
const moneyAmount = field('money', cents, { label: 'common_amount' })
const units = field('number', countOfUnits)
const words = (help: string) => ({
  giver: field('text', z.optional(boundedText({ max: 100 })), { isOptional: true, help }),
  message: field('area', z.optional(boundedText({ max: 500, long: 'field_long' })), { isOptional: true }),
})
const receiptNumber = boundedText({ max: 40 }).check(z.refine(isReceiptNumber, 'staff_receipt_wrong'))
const receipt = { registry, receipt: field('text', receiptNumber), gift }
const payout = known(positiveId)

/** All actions of staff, each declared once (R1180). */
export const staffActions = nameActions({
  /** A line of an order counts for a gift. */
  line_placed: {
    effect: 'makes payable',
    sparesGoods: true,
    subject: 'order',
    part: 'orders',
    isPrivate: true,
    fields: {
      order,
      registry,
      line,
      gift,
      units: field('number', z.optional(countOfUnits), { isOptional: true, help: 'staff_value_units_blank' }),
      ...words('staff_value_giver_blank'),
    },
  },
  /** A line of an order is of no registry. */
  line_dismissed: {
    effect: 'none',
    subject: 'order',
    fields: { order, line: field('number', positiveId) },
  },
  /** What was paid for a product of ours without a registry becomes a gift card of its buyer. */
  line_exchanged: {
    effect: 'pays',
    subject: 'order',
    fields: { order: known(positiveId), line: known(positiveId) },
  },
  /** A refund is of that line. */
  refund_placed: {
    // Money that the refund no longer holds back may leave.
    effect: 'makes payable',
    subject: 'order',
    part: 'orders',
    fields: { order, refund, line, amount: moneyAmount },
  },
  /** A refund is of no registry. */
  refund_dismissed: {
    effect: 'makes payable',
    subject: 'order',
    part: 'orders',
    fields: { order, refund },
  },
  payout_retried: {
    // It would be paid at its next try anyway.
    effect: 'none',
    subject: 'payout',
    part: 'money',
    fields: { payout },
  },
  /** The payout is done: the shop has it under its code, or as a certificate made by hand (R1122). */
  payout_finished: {
    effect: 'pays',
    subject: 'payout',
    part: 'money',
    // A certificate's code is money.
    isPrivate: true,
    fields: {
      payout,
      /** Code of a certificate made by hand; without it the payout's own code counts. */
      code: field('text', z.optional(codeText({ max: 20, long: 'staff_code_missing' })), {
        label: 'staff_value_card_code',
        isOptional: true,
        help: 'staff_value_card_code_help',
      }),
    },
  },
  /** The shop has nothing under the payout’s code: its money goes back. */
  payout_cancelled: {
    effect: 'makes payable',
    subject: 'payout',
    part: 'money',
    fields: { payout },
  },
  /** Staff received the payment of an order (R510). */
  payment_received: {
    effect: 'makes payable',
    subject: 'order',
    part: 'orders',
    fields: { order },
  },
  /** A host has returned goods: what they are worth becomes smart change. */
  unit_returned: {
    effect: 'makes payable',
    alwaysTwo: true,
    subject: 'order',
    part: 'money',
    fields: { order: known(orderOrReceipt), line: known(positiveId), units },
  },
  /** Units were taken off their order before dispatch: what is left of their price becomes smart change. */
  units_freed: {
    effect: 'makes payable',
    alwaysTwo: true,
    subject: 'order',
    part: 'money',
    fields: { order: known(positiveId), line: known(positiveId), units },
  },
  /** Accepts that a gift card paid for an order although the shop doesn't show it (R1163). */
  proof_accepted: {
    effect: 'makes payable',
    alwaysTwo: true,
    subject: 'order',
    part: 'money',
    fields: { order },
  },
  /** A line that was placed on the wrong gift counts for it no more. */
  line_unplaced: {
    effect: 'takes back',
    subject: 'order',
    part: 'orders',
    fields: { order: known(positiveId), line: known(positiveId) },
  },
  /** A refund that was placed wrongly waits for its place again. */
  refund_unplaced: {
    effect: 'takes back',
    subject: 'order',
    part: 'orders',
    fields: { order, refund },
  },
  /** Money of one gift goes to another group gift of the registry. */
  money_moved: {
    effect: 'moves money',
    part: 'money',
    fields: {
      registry,
      source: field('choice', boundedText({ max: 30 }), {
        label: 'staff_value_from_gift',
        remark: value => (parseMoneySource(value)?.account === 'change' ? 'giftcard_change' : null),
      }),
      to: field('choice', positiveId, { label: 'staff_value_to_gift' }),
      amount: moneyAmount,
    },
  },
  gift_added: {
    effect: 'none',
    part: 'gifts',
    fields: {
      registry,
      /** The shop's number of the product, its SKU, the SKU of a variant, or words of its name. */
      product: field('product', boundedText({ max: 100 }), { label: 'staff_value_product_number' }),
      quantity: field('number', between('staff_quantity_wrong', maxGiftQuantity), {
        label: 'staff_value_units',
      }),
      variant: field('choice', z.optional(positiveId)),
      /** Without it as gifts of the event type start (R216, group activity). */
      group: field('choice', z.optional(z.enum(['yes', 'no'], 'field_wrong')), {
        label: 'gift_group_label',
        texts: { yes: 'staff_is_group_yes', no: 'staff_is_group_no' },
      }),
    },
  },
  gift_removed: {
    effect: 'none',
    subject: 'gift',
    part: 'gifts',
    fields: { gift: known(positiveId) },
  },
  /** Units of a gift were bought at the shop’s till. */
  receipt_recorded: {
    effect: 'makes payable',
    sparesGoods: true,
    alwaysTwo: true,
    part: 'orders',
    isPrivate: true,
    fields: { ...receipt, units: { ...units, preset: '1' }, ...words('staff_value_giver_none') },
  },
  /** Money for a gift was paid at the shop’s till. */
  receipt_money_recorded: {
    effect: 'makes payable',
    alwaysTwo: true,
    part: 'orders',
    isPrivate: true,
    fields: { ...receipt, amount: moneyAmount, ...words('staff_value_giver_none') },
  },
  /** A receipt of the till is taken back. */
  receipt_reversed: {
    effect: 'takes back',
    sparesGoods: true,
    subject: 'receipt',
    part: 'orders',
    fields: { receipt: known(positiveId) },
  },
  /** The mistyped number of a receipt is corrected (R1110). */
  receipt_renumbered: {
    // Its old number is free for another receipt.
    effect: 'takes back',
    sparesGoods: true,
    subject: 'receipt',
    part: 'orders',
    fields: {
      receipt: known(positiveId),
      number: field('text', receiptNumber, { label: 'staff_value_receipt' }),
    },
  },
  /** A registry has another closing day; a closed one opens again. */
  registry_extended: {
    // An earlier day pays the registry's money out sooner; any other day has no effect on money.
    effect: 'makes payable',
    sparesGoods: true,
    fields: {
      registry: namedRegistry,
      // Required and without a default: the page shows the form first, and no confirmation.
      closing_day: field('day', z.string('field_required').check(z.refine(isDay, 'date_wrong')), {
        label: 'staff_column_closing',
      }),
    },
  },
  /** A registry is hidden from search. */
  registry_hidden: {
    effect: 'none',
    fields: { registry: namedRegistry },
  },
  /** A reservation of a guest at the checkout is released. */
  reservation_released: {
    effect: 'none',
    subject: 'handoff',
    part: 'gifts',
    fields: { handoff: known(positiveId) },
  },
  letter_resent: {
    // The letter goes to whoever it would go to today, which the action doesn't change.
    effect: 'none',
    subject: 'letter',
    part: 'letters',
    fields: { letter: known(positiveId) },
  },
  /** Asks a host to confirm another e-mail for their account (R128). */
  email_corrected: {
    effect: 'changes e-mail',
    subject: 'host',
    isPrivate: true,
    fields: { host: known(positiveId), email: field('email', email, { label: 'common_new_email' }) },
  },
  /** A giver's misspelt name is corrected (R1030). */
  giver_renamed: {
    effect: 'none',
    subject: 'order',
    part: 'orders',
    isPrivate: true,
    fields: {
      order: known(orderOrReceipt),
      line: known(positiveId),
      giver: field(
        'text',
        boundedText({ min: 1, max: maxGiverNameLength, short: 'field_required', long: 'name_long' }),
        { label: 'staff_value_giver_right' },
      ),
    },
  },
})
export type ActionName = keyof typeof staffActions
export const actionNames = Object.keys(staffActions) as ActionName[]

export const isActionName = (name: string | undefined): name is ActionName =>
  name !== undefined && Object.hasOwn(staffActions, name)

/** The parsed fields of an action. */
export type ActionInput<N extends ActionName> = (typeof staffActions)[N] extends { fields: infer F }
  ? { [K in keyof F]: F[K] extends { schema: infer S } ? z.output<S> : never }
  : never
