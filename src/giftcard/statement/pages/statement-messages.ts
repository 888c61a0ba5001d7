import { m } from '../../../paraglide/messages.js'
import type { StatementLine } from '../contract.ts'

/** What a line of the statement is called. */
export const statementKindMessages: Record<StatementLine['kind'], () => string> = {
  gift: m.giftcard_line_gift,
  contribution: m.giftcard_line_contribution,
  gift_card: m.common_gift_card,
  surplus: m.giftcard_change,
  certificate: m.giftcard_line_certificate,
  redeemed: m.giftcard_line_redeemed,
  returned: m.giftcard_line_returned,
  lowered: m.giftcard_line_lowered,
  moved: m.giftcard_line_moved,
  settled: m.giftcard_line_settled,
}
