import { statementKindMessages } from '../../../money/pages/money-messages.ts'
import { m } from '../../../paraglide/messages.js'
import { useLanguage } from '../../../ui/page/site-data.ts'
import { Money } from '../../../ui/text/formatted-text.tsx'
import { ActionLinks, payoutLinks } from '../action/action-links.tsx'
import type { ConsoleAnswer } from '../frame/console-call.ts'
import { StaffFacts } from '../frame/staff-frame.tsx'
import { StaffList } from '../frame/staff-table.tsx'
import { Moment } from '../frame/staff-text.tsx'
import { cardStates } from '../search-messages.ts'
import { payoutTroubleText } from './payout-messages.ts'

type RegistryMoney = ConsoleAnswer<'registryMoney'>
type Payout = RegistryMoney['payouts'][number]
type MoneyLine = RegistryMoney['lines'][number]

export function RegistryMoneyPart(props: { list: RegistryMoney; money: ConsoleAnswer<'registry'>['money'] }) {
  const { list, money } = props
  return (
    <>
      <StaffFacts
        look={{ list: 'flex flex-wrap gap-x-10 gap-y-2', label: 'text-sm text-soft' }}
        facts={[
          [m.staff_money_open(), <Money key="open" cents={money.open} className="text-xl" />],
          [m.staff_money_free(), <Money key="free" cents={money.free} className="text-xl" />],
          [m.staff_money_owed(), <Money key="owed" cents={money.owed} className="text-xl" />],
        ]}
      />
      <Payouts payouts={list.payouts} />
      <Statement lines={list.lines} next={list.next} />
    </>
  )
}

const reasons: Record<string, () => string> = {
  collect: m.staff_payout_collect,
  prepayment: m.staff_payout_prepayment,
  redeem: m.staff_payout_redeem,
  own: m.staff_payout_own,
  closing: m.staff_payout_closing,
}

function Payouts({ payouts }: { payouts: Payout[] }) {
  return (
    <StaffList
      id="payouts"
      label={m.staff_payouts()}
      rows={payouts}
      empty={m.staff_payouts_none()}
      columns={[
        { label: m.staff_column_when(), at: payout => payout.created_at },
        { label: m.common_what(), cell: payout => reasons[payout.reason]?.() ?? payout.reason },
        { label: m.common_code(), cell: codeText, isCode: true },
        { label: m.common_state(), cell: payout => <PayoutState payout={payout} /> },
        { label: m.common_amount(), cents: payout => payout.cents },
        { label: m.staff_column_left(), cents: payout => payout.left },
        { label: m.staff_column_returned(), cents: ({ returned }) => (returned > 0 ? returned : null) },
        { label: m.staff_actions(), isActions: true, cell: payoutActions },
      ]}
    />
  )
}

function payoutActions({ id, state }: Payout) {
  if (state !== 'waiting') return null
  return <ActionLinks actions={payoutLinks(id)} />
}

function codeText({ method, order_id, code }: Payout): string {
  if (method === 'certificate') return code
  return order_id === null ? '' : m.giftcard_order({ number: String(order_id) })
}

/** Why it waits, or when it was done. */
function PayoutState({ payout }: { payout: Payout }) {
  const language = useLanguage()
  const { state, attempts, done_at } = payout
  if (state !== 'waiting')
    return (
      <>
        {cardStates[state]()}
        {done_at && ', '}
        <Moment at={done_at} />
      </>
    )
  const tried = attempts > 0 ? m.staff_attempts({ count: attempts }) : ''
  const trouble = payoutTroubleText(payout, language)
  return (
    <>
      {[cardStates[state](), tried].filter(Boolean).join(', ')}
      {trouble && <span className="block text-soft">{trouble}</span>}
    </>
  )
}

function Statement({ lines, next }: { lines: MoneyLine[]; next: number | null }) {
  return (
    <StaffList
      id="statement"
      next={next}
      label={m.giftcard_statement()}
      rows={lines}
      empty={m.giftcard_empty()}
      columns={[
        { label: m.staff_column_when(), at: line => line.at },
        { label: m.common_what(), cell: kindText },
        { label: m.common_gift(), cell: line => line.gift },
        { label: m.staff_column_giver(), cell: line => line.giver },
        { label: m.common_order(), cell: line => line.receipt ?? line.order_id, isCode: true },
        { label: m.common_amount(), cents: line => line.amount },
        { label: m.common_balance(), cents: line => line.balance },
      ]}
    />
  )
}

function kindText({ kind, is_waiting }: MoneyLine): string {
  if (is_waiting) return m.staff_statement_waiting()
  return kind in statementKindMessages
    ? statementKindMessages[kind as keyof typeof statementKindMessages]()
    : kind
}
