import { formatEuro } from '../../../base/money.ts'
import { paths } from '../../../base/paths.ts'
import { m } from '../../../paraglide/messages.js'
import { Link } from '../../../ui/page/link.tsx'
import { useLanguage } from '../../../ui/page/site-data.ts'
import { Notice } from '../../../ui/text/notice.tsx'
import { rowLinkClasses } from '../../frame/pages/staff-text.tsx'
import type { StaffWaitingPayout } from '../contract.ts'
import { payoutTroubleText } from './payout-messages.ts'

/** Gift cards and orders for the hosts that the shop has not made yet (R1151), and where something is done about them. */
export function WaitingPayouts({ code, payouts }: { code: string; payouts: StaffWaitingPayout[] }) {
  const language = useLanguage()
  if (payouts.length === 0) return null
  return (
    <Notice tone={payouts.some(one => one.trouble !== null) ? 'alert' : 'note'}>
      <ul className="flex flex-col gap-2">
        {payouts.map(payout => {
          const amount = formatEuro(payout.cents, language)
          return (
            <li key={payout.id}>
              <strong className="block">
                {payout.method === 'order'
                  ? m.staff_waiting_order({ amount })
                  : m.staff_waiting_card({ amount })}
              </strong>
              {payoutTroubleText(payout, language)}
            </li>
          )
        })}
      </ul>
      <p className="mt-1">
        <Link to={`${paths.staffRegistry(code, 'money')}#payouts`} className={rowLinkClasses}>
          {m.staff_waiting_do()}
        </Link>
      </p>
    </Notice>
  )
}
