import { m } from '../../paraglide/messages.js'
import { errorText, type PageError, withErrorReference } from '../../ui/page/page-errors.ts'
import type { CollectedGift } from '../collected.contract.ts'
import type { StatementLine } from '../statement.contract.ts'

/** Error codes with a message of their own on this page. */
const ownTexts: Record<string, () => string> = {
  gift_unavailable: m.gift_not_available,
  registry_closed: m.giftcard_closed,
}

export function moneyErrorText(error: Pick<PageError, 'code' | 'detail'>): string {
  const own = ownTexts[error.code]
  return own ? withErrorReference(own(), error) : errorText(error)
}

/** Texts for the owner, and for a co-host, to whom the money is never paid. */
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

/** By the state of a gift's money (R602). */
export const collectedStateMessages: Record<CollectedGift['state'], () => string> = {
  collected: m.common_collected,
  requested: m.common_shop_is_working,
  issued: m.giftcard_state_issued,
  redeemed: m.giftcard_state_redeemed,
  empty: m.giftcard_state_empty,
}

export const statementKindMessages: Record<StatementLine['kind'], () => string> = {
  gift: m.giftcard_line_gift,
  contribution: m.common_contribution,
  gift_card: m.common_gift_card,
  surplus: m.giftcard_change,
  certificate: m.giftcard_line_certificate,
  redeemed: m.giftcard_line_redeemed,
  returned: m.giftcard_line_returned,
  lowered: m.giftcard_line_lowered,
  moved: m.giftcard_line_moved,
  settled: m.giftcard_line_settled,
}
