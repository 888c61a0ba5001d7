import { m } from '../../../paraglide/messages.js'
import type { CollectedGift } from '../contract.ts'

const errorMessages: Record<string, () => string> = {
  gift_unavailable: m.gift_not_available,
  giftcard_address: m.giftcard_address,
  giftcard_full: m.giftcard_full,
  giftcard_key_reused: m.giftcard_key_reused,
  giftcard_much: m.giftcard_much,
  giftcard_answers: m.giftcard_answers,
  giftcard_nothing: m.giftcard_nothing,
  giftcard_redeem: m.giftcard_redeem,
  giftcard_refused: m.giftcard_refused,
  giftcard_short: m.giftcard_short,
  giftcard_source: m.giftcard_source,
  giftcard_stays: m.giftcard_stays,
  giftcard_waits: m.giftcard_waits,
  payout_on_hold: m.payout_on_hold_body,
  payout_unconfirmed: m.payout_unconfirmed_body,
  proof_needed: m.proof_needed_body,
  refused_away: m.refused_away,
  refused_fields: m.refused_fields,
  refused_missing: m.refused_missing,
  refused_often: m.refused_often,
  refused_shop_away: m.refused_shop_away,
  refused_shop_elsewhere: m.refused_shop_elsewhere,
  registry_closed: m.giftcard_closed,
}

/** Why nothing was paid out or transferred, by the code of the error. */
export function moneyErrorText(code: string): string {
  return errorMessages[code]?.() ?? m.refused_unexpected()
}

/** How the page speaks of the money to its owner, and to a co-host, to whom it is never paid. */
export const moneySummaryMessages = (isOwner: boolean) =>
  isOwner
    ? {
        lead: m.giftcard_lead,
        open: m.giftcard_open,
        closed: m.giftcard_closed_note,
        noClosing: m.giftcard_no_closing,
        closing: m.giftcard_closing_after,
        change: m.giftcard_change_text,
      }
    : {
        lead: m.giftcard_lead_co_host,
        open: m.giftcard_open_co_host,
        closed: m.giftcard_closed_note_co_host,
        noClosing: m.giftcard_no_closing_co_host,
        closing: m.giftcard_closing_after_co_host,
        change: m.giftcard_change_text_co_host,
      }

/** The label of a gift, by the state of its money (R602). */
export const collectedStateMessages: Record<CollectedGift['state'], () => string> = {
  collected: m.common_collected,
  requested: m.common_shop_is_working,
  issued: m.giftcard_state_issued,
  redeemed: m.giftcard_state_redeemed,
  empty: m.giftcard_state_empty,
}
