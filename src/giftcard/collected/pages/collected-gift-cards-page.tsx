import { useEffect } from 'react'
import { data, type ShouldRevalidateFunctionArgs, useRevalidator } from 'react-router'
import { paths } from '../../../base/paths.ts'
import { m } from '../../../paraglide/messages.js'
import { HostPageFrame, hostPageMeta } from '../../../registry/registry/pages/host-page-frame.tsx'
import { loadHostedRegistry } from '../../../registry/registry/pages/hosted-registry.ts'
import { ButtonLink } from '../../../ui/form/button.tsx'
import { EmptyState } from '../../../ui/list/empty-state.tsx'
import { Link } from '../../../ui/page/link.tsx'
import { pageContext } from '../../../ui/page/page-context.ts'
import { tryCall } from '../../../ui/page/page-errors.ts'
import { DayText, Money } from '../../../ui/text/formatted-text.tsx'
import { Notice } from '../../../ui/text/notice.tsx'
import { type CollectedMoney, getCollectedGifts } from '../../payout/contract.ts'
import type { Route } from './+types/collected-gift-cards-page'
import { CollectedGiftGroup, LeftoverList } from './collected-gifts.tsx'
import { submitMoneyForm } from './money-action.ts'
import { MoneyDialog, parseMoneyDialog } from './money-dialog.tsx'
import { moneyErrorText, moneySummaryMessages } from './money-messages.ts'
import { PayoutList } from './payout-list.tsx'

const page = 'collected-gift-cards'

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const ctx = context.get(pageContext)
  const { id, is_owner } = await loadHostedRegistry(ctx, request, params.id)
  const { done: money, refused } = await tryCall(() => ctx.call(getCollectedGifts, { registry_id: id }))
  if (refused && refused.code !== 'registry_is_secret') throw data(refused, { status: refused.status })
  return {
    id,
    isOwner: is_owner,
    money,
    ask: money && parseMoneyDialog(new URL(request.url).searchParams, money),
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

/** A refusal too tells that the money may have moved meanwhile, in another tab: what is here is read anew. */
export function shouldRevalidate({ formMethod, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) {
  return formMethod !== undefined || defaultShouldRevalidate
}

export function meta({ loaderData, params }: Route.MetaArgs) {
  return hostPageMeta(m.giftcard_title(), loaderData, params.id, page)
}

/** The money of a registry: what was collected in three groups, what is left over, and what became of it (spec §3). */
export default function CollectedPage({ loaderData, actionData }: Route.ComponentProps) {
  const { id, isOwner, money, ask, key } = loaderData
  useLookAgain(money?.payouts.some(one => one.state === 'requested') ?? false)
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
      {actionData && !ask && <Notice tone="alert">{moneyErrorText(actionData.code)}</Notice>}
      {money ? <AllMoney id={id} money={money} /> : <Secret id={id} />}
      {ask && money?.may_redeem && (
        <MoneyDialog key={ask.what} id={id} ask={ask} money={money} fresh={key} answer={actionData} />
      )}
    </HostPageFrame>
  )
}

/** All of it: what waits, the groups, what is left over, and what became of the rest. */
function AllMoney({ id, money }: { id: string; money: CollectedMoney }) {
  const rows = [...money.group, ...money.virtual, ...money.regular]
  if (rows.length + money.change.length + money.payouts.length === 0)
    return (
      <EmptyState picture="letter" tone="honey" title={m.giftcard_empty()}>
        {m.giftcard_empty_text()}
      </EmptyState>
    )
  return (
    <>
      {money.payouts.some(one => one.state === 'requested') && <Working id={id} />}
      {money.owed > 0 && (
        <Notice tone="alert" title={m.giftcard_negative_balance_title()}>
          <Money cents={money.owed} /> · {m.giftcard_negative_balance_text()}
        </Notice>
      )}
      <Summary id={id} money={money} />
      <CollectedGiftGroup title={m.giftcard_group_group()} rows={money.group} id={id} money={money} />
      <CollectedGiftGroup title={m.giftcard_group_virtual()} rows={money.virtual} id={id} money={money} />
      <CollectedGiftGroup title={m.giftcard_group_regular()} rows={money.regular} id={id} money={money} />
      <LeftoverList id={id} money={money} />
      <PayoutList id={id} money={money} />
    </>
  )
}

/** Nothing is told while it is a surprise; the way to its end is. */
function Secret({ id }: { id: string }) {
  return (
    <Notice>
      <p>{m.registry_is_secret()}</p>
      <p className="mt-1">
        <Link to={`${paths.registryGifts(id)}#surprise`} variant="weight">
          {m.gift_secret_change()}
        </Link>
      </p>
    </Notice>
  )
}

/** What can still be had, until when, and the two ways to all of it. */
function Summary({ id, money }: { id: string; money: CollectedMoney }) {
  const words = moneySummaryMessages(money.may_redeem)
  return (
    <div className="flex flex-col gap-4 rounded-tile border border-line bg-card px-5 py-5">
      <p className="flex flex-wrap items-baseline gap-x-3">
        <Money cents={money.open} className="font-serif text-[2rem] leading-tight" />
        <span className="text-soft">{words.open()}</span>
      </p>
      <p className="text-soft">
        {money.closed ? (
          words.closed()
        ) : money.closing_day === null ? (
          words.noClosing()
        ) : (
          <>
            {m.giftcard_closing_before()} <DayText day={money.closing_day} />
            {words.closing()}
          </>
        )}
      </p>
      <div className="flex flex-wrap items-center gap-3">
        {money.may_redeem && money.open > 0 && (
          <ButtonLink to={`${paths.collectedGiftCards(id)}?ask=several`} kind="outline" preventScrollReset>
            {m.giftcard_several()}
          </ButtonLink>
        )}
        <Link to={paths.moneyStatement(id)} variant="weight">
          {m.giftcard_statement()}
        </Link>
      </div>
      {!money.may_redeem && <p className="text-sm text-soft">{m.giftcard_owner_only()}</p>}
    </div>
  )
}

function Working({ id }: { id: string }) {
  return (
    <Notice title={m.giftcard_processing()}>
      <p role="status">{m.giftcard_processing_text()}</p>
      <p className="js:hidden">
        <Link to={paths.collectedGiftCards(id)} variant="text">
          {m.giftcard_refresh()}
        </Link>
      </p>
    </Notice>
  )
}

const lookAgainMs = 3000

/** Looks again every three seconds while the shop works. */
function useLookAgain(isWorking: boolean): void {
  const { revalidate } = useRevalidator()
  useEffect(() => {
    if (!isWorking) return
    const timer = setInterval(revalidate, lookAgainMs)
    return () => clearInterval(timer)
  }, [isWorking, revalidate])
}
