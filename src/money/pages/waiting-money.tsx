import { m } from '../../paraglide/messages.js'
import { DayText, Money } from '../../ui/text/formatted-text.tsx'
import type { WaitingMoney } from '../ledger.contract.ts'

/** A line for each day on which money may leave (R511, days before money leaves); renders nothing without any. */
export function WaitingMoneyList({ waiting, explained }: { waiting: WaitingMoney; explained?: boolean }) {
  if (waiting.length === 0) return null
  return (
    <div className="text-sm text-soft">
      <ul className="flex flex-col gap-1">
        {waiting.map(({ amount, free_on }) => (
          <li key={free_on ?? ''} className="flex flex-wrap gap-x-1.5">
            <Money cents={amount} className="font-semibold text-ink" />
            <WaitText day={free_on} />
          </li>
        ))}
      </ul>
      {explained && <p className="mt-2">{m.giftcard_waits_text()}</p>}
    </div>
  )
}

/** Without a day the money waits for its payment. */
export function WaitText({ day }: { day: string | null }) {
  if (day === null) return <span>{m.giftcard_waits_payment()}</span>
  return (
    <span>
      {m.giftcard_waits_until()} <DayText day={day} />
    </span>
  )
}
