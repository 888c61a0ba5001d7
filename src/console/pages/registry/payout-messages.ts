import { formatMoment } from '../../../base/dates.ts'
import type { Language } from '../../../base/language.ts'
import { m } from '../../../paraglide/messages.js'
import type { FlashMessage } from '../../../ui/page/flash.tsx'
import { payoutTroubleMessages } from '../../../ui/text/names.ts'
import type { PayoutOutcome } from '../../action/look.rules.ts'

/** Why a payout waits, and when it is tried next; empty while nothing has failed. */
export function payoutTroubleText(
  { trouble, next_attempt_at }: Pick<PayoutOutcome, 'trouble' | 'next_attempt_at'>,
  language: Language,
): string {
  if (trouble === null) return ''
  const moment = formatMoment(next_attempt_at, language)
  return `${payoutTroubleMessages[trouble]()} ${m.staff_payout_next({ moment })}`
}

/** The flash message after staff tried a payout: an alert unless it is done. */
export function payoutOutcomeFlash(outcome: PayoutOutcome, language: Language): FlashMessage {
  const { state } = outcome
  if (state === 'done') return { tone: 'done', title: m.staff_act_payout_finished_done() }
  if (state === 'failed') return { tone: 'alert', title: m.staff_act_payout_retried_ended() }
  const why = payoutTroubleText(outcome, language) || m.staff_payout_busy()
  return { tone: 'alert', title: m.staff_act_payout_retried_waits(), body: why }
}

/** Messages for the shop's payment statuses (R510, payment decides what may leave). */
const words: Record<string, () => string> = {
  authorized: m.staff_payment_authorized,
  captured: m.staff_payment_captured,
  'capture pending': m.staff_payment_capture_pending,
  declined: m.staff_payment_declined,
  'held for review': m.staff_payment_held,
  paid: m.staff_payment_paid,
  'partially refunded': m.staff_payment_partly_refunded,
  pending: m.staff_payment_pending,
  refunded: m.staff_payment_refunded,
  void: m.staff_payment_void,
  'void pending': m.staff_payment_void_pending,
}

/** A status without a message is shown as it is. */
export const paymentWord = (status: string): string => words[status]?.() ?? status

export const letterNames: Record<string, () => string> = {
  welcome: m.staff_letter_name_welcome,
  'protected-act': m.staff_letter_name_protected_act,
  'confirm-email': m.staff_letter_name_confirm_email,
  'password-reset': m.staff_letter_name_password_reset,
  'password-changed': m.staff_letter_name_password_changed,
  'password-updated': m.staff_letter_name_password_updated,
  'email-change-confirm': m.staff_letter_name_email_change_confirm,
  'email-change-requested': m.staff_letter_name_email_change_requested,
  'email-correction-requested': m.staff_letter_name_email_correction_requested,
  'email-changed': m.staff_letter_name_email_changed,
  'sign-in-link': m.staff_letter_name_sign_in_link,
  'sign-in-guessed': m.staff_letter_name_sign_in_guessed,
  'new-device': m.staff_letter_name_new_device,
  'second-factor-changed': m.staff_letter_name_second_factor_changed,
  'second-factor-recovery': m.staff_letter_name_second_factor_recovery,
  'account-leaving': m.staff_letter_name_account_leaving,
  'account-back': m.staff_letter_name_account_back,
  'account-erased': m.staff_letter_name_account_erased,
  'delivery-address-changed': m.staff_letter_name_delivery_address_changed,
  'registry-created': m.staff_letter_name_registry_created,
  'registry-closing-week': m.staff_letter_name_registry_closing_week,
  'registry-closing-day': m.staff_letter_name_registry_closing_day,
  'registry-closed': m.staff_letter_name_registry_closed,
  'registry-revealed': m.staff_letter_name_registry_revealed,
  'co-host-asked': m.staff_letter_name_co_host_asked,
  'co-host-joined': m.staff_letter_name_co_host_joined,
  'gift-given': m.staff_letter_name_gift_given,
  'gift-thanks': m.staff_letter_name_gift_thanks,
  'gift-returned': m.staff_letter_name_gift_returned,
  'gift-refunded': m.staff_letter_name_gift_refunded,
  'withdrawal-received': m.staff_letter_name_withdrawal_received,
  'money-requested': m.staff_letter_name_money_requested,
  'money-waits': m.staff_letter_name_money_waits,
  'money-owed': m.staff_letter_name_money_owed,
  'giftcard-issued': m.common_gift_card,
  'giftcard-lowered': m.staff_letter_name_giftcard_lowered,
  'line-card': m.staff_letter_name_line_card,
  'line-card-lowered': m.staff_letter_name_giftcard_lowered,
  'line-card-spent': m.staff_letter_name_line_card_spent,
  'giftcard-redeemed': m.staff_letter_name_giftcard_redeemed,
  'giftcard-refused': m.staff_letter_name_giftcard_refused,
  'giftcard-returned': m.staff_letter_name_giftcard_returned,
  'giftcard-withdrawn': m.staff_letter_name_giftcard_withdrawn,
  invitation: m.staff_letter_name_invitation,
  'invitation-test': m.staff_letter_name_invitation_test,
  'guest-replied': m.staff_letter_name_guest_replied,
  'reply-kept': m.staff_letter_name_reply_kept,
  'guest-list-ends': m.staff_letter_name_guest_list_ends,
  'staff-invitation': m.staff_letter_name_staff_invitation,
  'staff-tries': m.staff_letter_name_staff_tries,
  'staff-request-alone': m.staff_letter_name_staff_request_alone,
  'staff-money': m.staff_letter_name_staff_money,
  'order-unmatched': m.common_unmatched_payment,
  'order-unplaced': m.staff_letter_name_order_unplaced,
  'order-currency': m.staff_letter_name_order_currency,
  'order-released': m.staff_letter_name_order_released,
  'order-status-unknown': m.staff_letter_name_order_status_unknown,
  'order-gone': m.staff_letter_name_order_gone,
  'refund-by-hand': m.staff_letter_name_refund_by_hand,
  'refund-unplaced': m.staff_letter_name_refund_unplaced,
  withdrawn: m.staff_letter_name_withdrawn,
  'payout-stuck': m.staff_letter_name_payout_stuck,
  'certificate-unplaced': m.staff_letter_name_certificate_unplaced,
  'money-unclaimed': m.staff_letter_name_money_unclaimed,
  'shop-email-differs': m.staff_letter_name_shop_email_differs,
  'pictures-left-out': m.staff_letter_name_pictures_left_out,
  'shop-refuses': m.common_shop_refuses_credentials,
  'shop-token-ends': m.staff_letter_name_shop_token_ends,
  'shop-uninstalled': m.staff_letter_name_shop_uninstalled,
  'storefront-moved': m.staff_letter_name_storefront_moved,
  'pictures-full': m.staff_letter_name_pictures_full,
  'budget-reached': m.staff_letter_name_budget_reached,
  'alarm-one-account': m.staff_letter_name_alarm_one_account,
  'alarm-many-accounts': m.common_failed_sign_ins,
  'alarm-money-out': m.staff_letter_name_alarm_money_out,
  contact: m.staff_letter_name_contact,
  'contact-digest': m.staff_letter_name_contact_digest,
  sms: m.common_text_message,
}

/** The name of a template; the template itself when there is no message for it any more. */
export function letterName(template: string): string {
  return letterNames[template]?.() ?? template
}
