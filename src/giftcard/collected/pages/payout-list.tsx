import { dayInAthens, formatMoment } from '../../../base/dates.ts'
import { paths } from '../../../base/paths.ts'
import { m } from '../../../paraglide/messages.js'
import { ButtonLink } from '../../../ui/form/button.tsx'
import { Link } from '../../../ui/page/link.tsx'
import { useLanguage } from '../../../ui/page/site-data.ts'
import { DayText, Money } from '../../../ui/text/formatted-text.tsx'
import type { PayoutView } from '../../payout/contract.ts'
import type { CollectedMoney } from '../contract.ts'

/** What became of the money: certificates with code and balance, and orders placed for the host. */
export function PayoutList({ id, money }: { id: string; money: CollectedMoney }) {
  if (money.payouts.length === 0) return null
  return (
    <section>
      <h2 className="text-2xl">{m.giftcard_payouts()}</h2>
      <ul className="mt-2 divide-y divide-line">
        {money.payouts.map(payout => (
          <Payout key={payout.id} id={id} payout={payout} mayRedeem={money.may_redeem} />
        ))}
      </ul>
    </section>
  )
}

interface PayoutProps {
  /** The registry's code. */
  id: string
  payout: PayoutView
  mayRedeem: boolean
}

function Payout({ id, payout, mayRedeem }: PayoutProps) {
  return (
    <li className="flex flex-col gap-1 py-5">
      <p className="flex flex-wrap items-baseline justify-between gap-x-6">
        <span className="font-semibold">
          {payout.way === 'order' ? m.giftcard_payout_order() : m.giftcard_payout_card()}
        </span>
        <Money cents={payout.amount} className="text-lg font-semibold" />
      </p>
      <PayoutState payout={payout} />
      {payout.code && mayRedeem && (
        <p className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
          <span className="font-mono text-lg font-semibold tracking-wide break-all">{payout.code}</span>
          <Link to={paths.printedGiftCard(id, payout.id)} variant="strong" className="min-h-6 print:hidden">
            {m.giftcard_paper_link()}
          </Link>
        </p>
      )}
      <CertificateBalance payout={payout} />
      {mayRedeem && <PayLink id={id} payout={payout} />}
    </li>
  )
}

function PayoutState({ payout }: { payout: PayoutView }) {
  return (
    <p className="text-sm text-soft">
      <DayText day={dayInAthens(new Date(payout.created_at))} />
      {payout.state === 'requested' && <>&nbsp;· {m.common_shop_is_working()}</>}
      {payout.state === 'failed' && <>&nbsp;· {failedMessages[payout.way]()}</>}
      {payout.order_id !== null && (
        <>
          &nbsp;· {m.common_order()} {payout.order_id}
        </>
      )}
      {payout.state === 'done' && payout.returned > 0 && (
        <>
          &nbsp;· {returnedMessages[payout.way]()} <Money cents={payout.returned} />
        </>
      )}
    </p>
  )
}

function CertificateBalance({ payout }: { payout: PayoutView }) {
  const language = useLanguage()
  if (payout.balance === null) return null
  return (
    <p className="text-sm text-soft">
      {m.giftcard_balance()} <Money cents={payout.balance} className="font-semibold text-ink" /> (
      {formatMoment(new Date(payout.balance_at), language)})&nbsp;·{' '}
      {payout.expires_on === null ? (
        m.giftcard_no_expiry()
      ) : (
        <>
          {m.giftcard_valid_until()} <DayText day={payout.expires_on} />
        </>
      )}
    </p>
  )
}

/** The way to the checkout with a certificate for which the host pays the rest. */
function PayLink({ id, payout }: Pick<PayoutProps, 'id' | 'payout'>) {
  const [giftId] = payout.gift_ids
  if (payout.reason !== 'own' || !payout.code || payout.balance === 0 || giftId === undefined) return null
  return (
    <p>
      <ButtonLink
        to={`${paths.collectedGiftCards(id)}?ask=pay&gift=${giftId}`}
        size="small"
        kind="outline"
        preventScrollReset
      >
        {m.giftcard_pay_act()}
      </ButtonLink>
    </p>
  )
}

/** What is back in the registry of it: an order was refunded, or guests were, whose money it was (R513). */
const returnedMessages = { certificate: m.giftcard_payout_lowered, order: m.giftcard_payout_returned }

/** Why nothing came of a payout: a certificate is only ever taken back because its orders are not paid any more. */
const failedMessages = { certificate: m.giftcard_payout_withdrawn, order: m.giftcard_payout_failed }
