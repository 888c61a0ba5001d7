import { formatMoment } from '../../../base/dates.ts'
import type { Language } from '../../../base/language.ts'
import { m } from '../../../paraglide/messages.js'
import type { FlashMessage } from '../../../ui/page/flash.ts'
import { payoutTroubleMessages } from '../../../ui/text/payout-trouble.ts'
import type { PayoutOutcome } from '../../action/look-rules.ts'

/** Why a payout waits, and when it is tried again; empty when nothing has failed yet. */
export function payoutTroubleText(
  { trouble, next_attempt_at }: Pick<PayoutOutcome, 'trouble' | 'next_attempt_at'>,
  language: Language,
): string {
  if (trouble === null) return ''
  const moment = formatMoment(next_attempt_at, language)
  return `${payoutTroubleMessages[trouble]()} ${m.staff_payout_next({ moment })}`
}

/** What is told of a payout that staff have tried again: only one that is done is good news. */
export function payoutOutcomeFlash(outcome: PayoutOutcome, language: Language): FlashMessage {
  const { state } = outcome
  if (state === 'done') return { tone: 'done', title: m.staff_act_payout_finished_done() }
  if (state === 'failed') return { tone: 'alert', title: m.staff_act_payout_retried_ended() }
  const why = payoutTroubleText(outcome, language) || m.staff_payout_busy()
  return { tone: 'alert', title: m.staff_act_payout_retried_waits(), body: why }
}
