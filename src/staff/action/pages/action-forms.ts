import { m } from '../../../paraglide/messages.js'
import { type ActionName, parseMoneySource } from '../rules.ts'
import {
  type ActionField,
  gift,
  line,
  moneyAmount,
  order,
  receipt,
  refund,
  registry,
  wordsOf,
} from './action-fields.ts'

interface ActionForm {
  /** The heading of the page and the label of its button. */
  title: () => string
  /** What it does, and when it is right. */
  lead: () => string
  done: () => string
  fields: ActionField[]
  /** The part of the registry's page to come back to. */
  part?: string
  /** Its fields hold what may stand in no address: they are sent in the body of a form (R986). */
  isPrivate?: boolean
}

/** What the page of each action says and asks. */
export const actionForms: Record<ActionName, ActionForm> = {
  line_placed: {
    title: m.staff_act_line_placed,
    lead: m.staff_act_line_placed_lead,
    done: m.staff_act_line_placed_done,
    part: 'orders',
    isPrivate: true,
    fields: [
      order,
      registry,
      line,
      gift,
      {
        name: 'units',
        kind: 'number',
        label: m.staff_value_units,
        isOptional: true,
        help: m.staff_value_units_blank,
      },
      ...wordsOf(m.staff_value_giver_blank),
    ],
  },
  line_dismissed: {
    title: m.staff_act_line_dismissed,
    lead: m.staff_act_line_dismissed_lead,
    done: m.staff_act_line_dismissed_done,
    fields: [order, { ...line, kind: 'number' }],
  },
  refund_placed: {
    title: m.staff_act_refund_placed,
    lead: m.staff_act_refund_placed_lead,
    done: m.staff_act_refund_placed_done,
    part: 'orders',
    fields: [order, refund, line, moneyAmount],
  },
  refund_dismissed: {
    title: m.staff_act_refund_dismissed,
    lead: m.staff_act_refund_dismissed_lead,
    done: m.staff_act_refund_dismissed_done,
    part: 'orders',
    fields: [order, refund],
  },
  payout_retried: {
    title: m.staff_act_payout_retried,
    lead: m.staff_act_payout_retried_lead,
    done: m.staff_act_payout_finished_done,
    part: 'money',
    fields: [],
  },
  payout_finished: {
    title: m.staff_act_payout_finished,
    lead: m.staff_act_payout_finished_lead,
    done: m.staff_act_payout_finished_done,
    part: 'money',
    // A certificate's code is money.
    isPrivate: true,
    fields: [
      {
        name: 'code',
        kind: 'text',
        label: m.staff_value_card_code,
        isOptional: true,
        help: m.staff_value_card_code_help,
      },
    ],
  },
  payout_cancelled: {
    title: m.staff_act_payout_cancelled,
    lead: m.staff_act_payout_cancelled_lead,
    done: m.staff_act_payout_cancelled_done,
    part: 'money',
    fields: [],
  },
  payment_received: {
    title: m.staff_act_payment_received,
    lead: m.staff_act_payment_received_lead,
    done: m.staff_act_payment_received_done,
    part: 'orders',
    fields: [order],
  },
  unit_returned: {
    title: m.staff_act_unit_returned,
    lead: m.staff_act_unit_returned_lead,
    done: m.staff_act_unit_returned_done,
    part: 'money',
    fields: [{ name: 'units', kind: 'number', label: m.staff_value_units }],
  },
  line_unplaced: {
    title: m.staff_act_line_unplaced,
    lead: m.staff_act_line_unplaced_lead,
    done: m.staff_act_line_unplaced_done,
    part: 'orders',
    fields: [],
  },
  refund_unplaced: {
    title: m.staff_act_refund_unplaced,
    lead: m.staff_act_refund_unplaced_lead,
    done: m.staff_act_refund_unplaced_done,
    part: 'orders',
    fields: [order, refund],
  },
  money_moved: {
    title: m.staff_act_money_moved,
    lead: m.staff_act_money_moved_lead,
    done: m.staff_act_money_moved_done,
    part: 'money',
    fields: [
      registry,
      {
        name: 'source',
        kind: 'choice',
        label: m.staff_value_from_gift,
        remark: value => (parseMoneySource(value)?.account === 'change' ? m.giftcard_change() : null),
      },
      { name: 'to', kind: 'choice', label: m.staff_value_to_gift },
      moneyAmount,
    ],
  },
  gift_added: {
    title: m.staff_act_gift_added,
    lead: m.staff_act_gift_added_lead,
    done: m.staff_act_gift_added_done,
    part: 'gifts',
    fields: [
      registry,
      { name: 'product', kind: 'text', label: m.staff_value_product_number },
      { name: 'quantity', kind: 'number', label: m.staff_value_units },
      { name: 'variant', kind: 'choice', label: m.staff_value_variant },
      {
        name: 'group',
        kind: 'choice',
        label: m.gift_group_label,
        texts: { yes: m.staff_is_group_yes, no: m.staff_is_group_no },
      },
    ],
  },
  gift_removed: {
    title: m.staff_act_gift_removed,
    lead: m.staff_act_gift_removed_lead,
    done: m.staff_act_gift_removed_done,
    part: 'gifts',
    fields: [],
  },
  receipt_recorded: {
    title: m.staff_act_receipt_recorded,
    lead: m.staff_act_receipt_recorded_lead,
    done: m.staff_act_receipt_recorded_done,
    part: 'orders',
    isPrivate: true,
    fields: [
      registry,
      receipt,
      gift,
      { name: 'units', kind: 'number', label: m.staff_value_units, preset: '1' },
      ...wordsOf(m.staff_value_giver_none),
    ],
  },
  receipt_money_recorded: {
    title: m.staff_act_receipt_money_recorded,
    lead: m.staff_act_receipt_money_recorded_lead,
    done: m.staff_act_receipt_money_recorded_done,
    part: 'orders',
    isPrivate: true,
    fields: [registry, receipt, gift, moneyAmount, ...wordsOf(m.staff_value_giver_none)],
  },
  receipt_reversed: {
    title: m.staff_act_receipt_reversed,
    lead: m.staff_act_receipt_reversed_lead,
    done: m.staff_act_receipt_reversed_done,
    part: 'orders',
    fields: [],
  },
  receipt_renumbered: {
    title: m.staff_act_receipt_renumbered,
    lead: m.staff_act_receipt_renumbered_lead,
    done: m.staff_act_receipt_renumbered_done,
    part: 'orders',
    fields: [{ name: 'number', kind: 'text', label: m.staff_value_receipt }],
  },
  registry_extended: {
    title: m.staff_act_registry_extended,
    lead: m.staff_act_registry_extended_lead,
    done: m.staff_act_registry_extended_done,
    fields: [{ name: 'closing_day', kind: 'day', label: m.staff_column_closing }],
  },
  registry_hidden: {
    title: m.staff_act_registry_hidden,
    lead: m.staff_act_registry_hidden_lead,
    done: m.staff_act_registry_hidden_done,
    fields: [],
  },
  reservation_released: {
    title: m.staff_act_reservation_released,
    lead: m.staff_act_reservation_released_lead,
    done: m.staff_act_reservation_released_done,
    part: 'gifts',
    fields: [],
  },
  email_corrected: {
    title: m.staff_act_email_corrected,
    lead: m.staff_act_email_corrected_lead,
    done: m.staff_act_email_corrected_done,
    isPrivate: true,
    fields: [{ name: 'email', kind: 'email', label: m.staff_value_new_email }],
  },
  giver_renamed: {
    title: m.staff_act_giver_renamed,
    lead: m.staff_act_giver_renamed_lead,
    done: m.staff_act_giver_renamed_done,
    part: 'orders',
    isPrivate: true,
    fields: [{ name: 'giver', kind: 'text', label: m.staff_value_giver_right }],
  },
  letter_resent: {
    title: m.staff_act_letter_resent,
    lead: m.staff_act_letter_resent_lead,
    done: m.staff_act_letter_resent_done,
    part: 'letters',
    fields: [],
  },
}
