import { data, type ShouldRevalidateFunctionArgs } from 'react-router'
import { showProof } from '../../account/proof/proof.contract.ts'
import { dayInAthens, formatMoment } from '../../base/dates.ts'
import { paths } from '../../base/paths.ts'
import { m } from '../../paraglide/messages.js'
import { HostPageFrame, hostPageMeta, loadHostedRegistry } from '../../registry/pages/host-page-frame.tsx'
import { useKeptAnswer, useRefreshWhile } from '../../ui/browser/use-refresh.ts'
import { Button, ButtonLink } from '../../ui/form/button.tsx'
import { Form } from '../../ui/form/form.tsx'
import { EmptyState } from '../../ui/list/list-parts.tsx'
import { Link } from '../../ui/page/link.tsx'
import { pageContext } from '../../ui/page/page-context.ts'
import { tryCall } from '../../ui/page/page-errors.ts'
import { useLanguage } from '../../ui/page/site-data.ts'
import { Notice } from '../../ui/text/facts.tsx'
import { DayText, Money } from '../../ui/text/formatted-text.tsx'
import { type CollectedMoney, getCollectedGifts } from '../collected.contract.ts'
import type { PayoutView } from '../payout/payout.contract.ts'
import type { Route } from './+types/collected-gift-cards-page'
import { CollectedGiftGroup, LeftoverList } from './collected-gifts.tsx'
import { submitMoneyForm } from './money-action.ts'
import { MoneyDialog, parseMoneyDialog } from './money-dialog.tsx'
import { moneyErrorText, moneySummaryMessages } from './money-messages.ts'
import { WaitingMoneyList } from './waiting-money.tsx'

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const ctx = context.get(pageContext)
  const { id, is_owner } = await loadHostedRegistry(ctx, request, params.id)
  const { done: money, refused } = await tryCall(() => ctx.call(getCollectedGifts, { registry_id: id }))
  if (refused && refused.code !== 'registry_is_secret') throw data(refused, { status: refused.status })
  const proof = money?.may_redeem ? await ctx.call(showProof, {}) : null
  return {
    id,
    isOwner: is_owner,
    proof,
    email: ctx.customer?.email ?? '',
    money,
    dialog: money && parseMoneyDialog(new URL(request.url).searchParams, money),
    key: crypto.randomUUID(),
    language: ctx.language,
    site: ctx.site,
  }
}

export async function action({ request, context, params }: Route.ActionArgs) {
  const ctx = context.get(pageContext)
  const { id } = await loadHostedRegistry(ctx, request, params.id)
  return submitMoneyForm(request, ctx, id)
}

/** Also after a refused form: the money may have changed in another tab. */
export function shouldRevalidate({ formMethod, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) {
  return formMethod !== undefined || defaultShouldRevalidate
}

export function meta({ loaderData, params }: Route.MetaArgs) {
  return hostPageMeta(m.giftcard_title(), loaderData, params.id, 'collected-gift-cards')
}

/** The money of a registry (R601, three groups): collected, left over, and paid out. */
export default function CollectedGiftCardsPage({ loaderData, actionData }: Route.ComponentProps) {
  const { id, isOwner, money, proof, email, dialog, key } = loaderData
  const refused = useKeptAnswer(actionData)
  useRefreshWhile(money !== null && hasRequestedPayout(money), refreshMs)
  return (
    <HostPageFrame
      title={m.giftcard_title()}
      lead={moneySummaryMessages(isOwner).lead()}
      done={{
        collected: m.giftcard_done_collected,
        moved: m.giftcard_done_moved,
        redeemed: m.giftcard_done_redeemed,
        requested: m.giftcard_done_requested,
      }}
    >
      {refused && !dialog && <Notice tone="alert">{moneyErrorText(refused)}</Notice>}
      {proof && money && money.open > 0 && (
        <PayoutBlockerNotice confirmed={proof.confirmed} holdUntil={proof.hold_until} email={email} />
      )}
      {money ? <MoneySections id={id} money={money} /> : <SurpriseNotice id={id} />}
      {dialog && money?.may_redeem && (
        <MoneyDialog
          key={`${dialog.kind} ${'id' in dialog ? dialog.id : ''}`}
          id={id}
          request={dialog}
          money={money}
          newKey={key}
          proof={proof ?? { fresh: false, factor: false }}
          error={refused}
        />
      )}
    </HostPageFrame>
  )
}

function MoneySections({ id, money }: { id: string; money: CollectedMoney }) {
  const gifts = [...money.group, ...money.virtual, ...money.regular]
  if (gifts.length + money.change.length + money.payouts.length === 0)
    return (
      <EmptyState picture="letter" tone="honey" title={m.giftcard_empty()}>
        {m.giftcard_empty_text()}
      </EmptyState>
    )
  return (
    <>
      {hasRequestedPayout(money) && <ProcessingNotice id={id} />}
      {money.owed > 0 && (
        <Notice tone="alert" title={m.giftcard_negative_balance_title()}>
          <Money cents={money.owed} />
          &nbsp;· {m.giftcard_negative_balance_text()}
        </Notice>
      )}
      <Summary id={id} money={money} />
      <CollectedGiftGroup title={m.giftcard_group_group()} gifts={money.group} id={id} money={money} />
      <CollectedGiftGroup title={m.giftcard_group_virtual()} gifts={money.virtual} id={id} money={money} />
      <CollectedGiftGroup title={m.giftcard_group_regular()} gifts={money.regular} id={id} money={money} />
      <LeftoverList id={id} money={money} />
      <PayoutList id={id} money={money} />
    </>
  )
}

/** During surprise mode only a link to end it is shown. */
function SurpriseNotice({ id }: { id: string }) {
  return (
    <Notice>
      <p>{m.registry_is_secret()}</p>
      <p className="mt-1">
        <Link to={`${paths.registryGifts(id)}#surprise`} variant="strong">
          {m.gift_secret_change()}
        </Link>
      </p>
    </Notice>
  )
}

function Summary({ id, money }: { id: string; money: CollectedMoney }) {
  const messages = moneySummaryMessages(money.may_redeem)
  return (
    <div className="flex flex-col gap-4 rounded-tile border border-line bg-card px-5 py-5">
      <p className="flex flex-wrap items-baseline gap-x-3">
        <Money cents={money.open} className="font-serif text-[2rem] leading-tight" />
        <span className="text-soft">{messages.open()}</span>
      </p>
      {money.waiting.length > 0 && (
        <div className="flex flex-col gap-2">
          <p className="flex flex-wrap gap-x-1.5 text-sm text-soft">
            <Money cents={money.free} className="font-semibold text-ink" />
            <span>{m.giftcard_free_now()}</span>
          </p>
          <WaitingMoneyList waiting={money.waiting} explained />
        </div>
      )}
      <p className="text-soft">
        {money.closed ? (
          messages.closed()
        ) : money.closing_day === null ? (
          messages.noClosing()
        ) : (
          <>
            {m.giftcard_closing_before()} <DayText day={money.closing_day} /> {messages.closing()}
          </>
        )}
      </p>
      <div className="flex flex-wrap items-center gap-3">
        {money.may_redeem && money.free > 0 && (
          <ButtonLink to={`${paths.collectedGiftCards(id)}?ask=several`} kind="outline" preventScrollReset>
            {m.common_larger_gift_card()}
          </ButtonLink>
        )}
        <Link to={paths.moneyStatement(id)} variant="strong" className="reach">
          {m.giftcard_statement()}
        </Link>
      </div>
      {!money.may_redeem && <p className="text-sm text-soft">{m.giftcard_owner_only()}</p>}
    </div>
  )
}

function ProcessingNotice({ id }: { id: string }) {
  return (
    <Notice title={m.common_shop_is_working()}>
      <p role="status">{m.giftcard_processing_text()}</p>
      <p className="js:hidden">
        <Link to={paths.collectedGiftCards(id)} variant="text">
          {m.giftcard_refresh()}
        </Link>
      </p>
    </Notice>
  )
}

const hasRequestedPayout = ({ payouts }: CollectedMoney) =>
  payouts.some(payout => payout.state === 'requested')

const refreshMs = 3000

/** Why no money can leave now, and what the owner can do: a hold (R130) or an unconfirmed e-mail (R129). */
function PayoutBlockerNotice(props: { confirmed: boolean; holdUntil: string; email: string }) {
  const language = useLanguage()
  if (!props.confirmed)
    return (
      <Notice title={m.payout_unconfirmed()}>
        <p>{m.payout_unconfirmed_body()}</p>
        <Form role="presentation" method="post" action={paths.emailConfirmation} className="mt-3">
          <input type="hidden" name="email" value={props.email} />
          <Button type="submit" kind="outline">
            {m.account_confirm_send()}
          </Button>
        </Form>
      </Notice>
    )
  if (props.holdUntil === '') return null
  const moment = formatMoment(new Date(props.holdUntil), language)
  return <Notice title={m.payout_on_hold_until({ moment })}>{m.payout_on_hold_body()}</Notice>
}

/** Payouts: certificates with code and balance, and orders placed for the host. */
function PayoutList({ id, money }: { id: string; money: CollectedMoney }) {
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

/** Messages for money that came back: an order was refunded, or guests were and a certificate was lowered (R513). */
const returnedMessages = { certificate: m.giftcard_payout_lowered, order: m.giftcard_payout_returned }

/** A certificate is only withdrawn because its orders are no longer paid. */
const failedMessages = { certificate: m.giftcard_payout_withdrawn, order: m.giftcard_payout_failed }
