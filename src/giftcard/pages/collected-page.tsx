import { useEffect } from 'react'
import { data, type ShouldRevalidateFunctionArgs, useRevalidator } from 'react-router'
import { paths } from '../../base/paths.ts'
import { m } from '../../paraglide/messages.js'
import { EditSheet, editMeta } from '../../registry/pages/edit-sheet.tsx'
import { hostRegistry } from '../../registry/pages/own-registry.ts'
import { attempt } from '../../ui/attempt.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { pageVisit } from '../../ui/context.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Link } from '../../ui/link.tsx'
import { Notice } from '../../ui/notice.tsx'
import { DayText, Money } from '../../ui/spans.tsx'
import { type Collected, getGifts } from '../contract.ts'
import type { Route } from './+types/collected-page'
import { moneyAction } from './money-action.ts'
import { askOf, MoneyDialog } from './money-dialog.tsx'
import { Leftovers, MoneyGroup } from './money-groups.tsx'
import { Payouts } from './payouts.tsx'
import { moneyRefusal, summaryWords } from './words.ts'

const page = 'collected-gift-cards'

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const visit = context.get(pageVisit)
  const { id, is_owner } = await hostRegistry(visit, request, params.id)
  const { done: money, refused } = await attempt(() => visit.call(getGifts, { registry_id: id }))
  if (refused && refused.code !== 'registry_is_secret') throw data(refused, { status: refused.status })
  return {
    id,
    isOwner: is_owner,
    money,
    ask: money && askOf(new URL(request.url).searchParams, money),
    key: crypto.randomUUID(),
    language: visit.language,
    site: visit.site,
  }
}

export async function action({ request, context, params }: Route.ActionArgs) {
  const visit = context.get(pageVisit)
  const { id } = await hostRegistry(visit, request, params.id)
  return moneyAction(request, visit, id)
}

/** A refusal too tells that the money may have moved meanwhile, in another tab: what is here is read anew. */
export function shouldRevalidate({ formMethod, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) {
  return formMethod !== undefined || defaultShouldRevalidate
}

export function meta({ loaderData, params }: Route.MetaArgs) {
  return editMeta(m.giftcard_title(), loaderData, params.id, page)
}

/** The money of a registry: what was collected in three groups, what is left over, and what became of it (spec §3). */
export default function CollectedPage({ loaderData, actionData }: Route.ComponentProps) {
  const { id, isOwner, money, ask, key } = loaderData
  useLookAgain(money?.payouts.some(one => one.state === 'requested') ?? false)
  return (
    <EditSheet
      title={m.giftcard_title()}
      lead={summaryWords(isOwner).lead()}
      done={{
        collected: m.giftcard_done_collected,
        moved: m.giftcard_done_moved,
        redeemed: m.giftcard_done_redeemed,
        requested: m.giftcard_done_requested,
      }}
    >
      {actionData && !ask && <Notice tone="alert">{moneyRefusal(actionData.code)}</Notice>}
      {money ? <AllMoney id={id} money={money} /> : <Secret id={id} />}
      {ask && money?.may_redeem && (
        <MoneyDialog key={ask.what} id={id} ask={ask} money={money} fresh={key} answer={actionData} />
      )}
    </EditSheet>
  )
}

/** All of it: what waits, the groups, what is left over, and what became of the rest. */
function AllMoney({ id, money }: { id: string; money: Collected }) {
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
        <Notice tone="alert" title={m.giftcard_owed_title()}>
          <Money cents={money.owed} /> · {m.giftcard_owed_text()}
        </Notice>
      )}
      <Summary id={id} money={money} />
      <MoneyGroup title={m.giftcard_group_group()} rows={money.group} id={id} money={money} />
      <MoneyGroup title={m.giftcard_group_virtual()} rows={money.virtual} id={id} money={money} />
      <MoneyGroup title={m.giftcard_group_regular()} rows={money.regular} id={id} money={money} />
      <Leftovers id={id} money={money} />
      <Payouts id={id} money={money} />
    </>
  )
}

/** Nothing is told while it is a surprise; the way to its end is. */
function Secret({ id }: { id: string }) {
  return (
    <Notice>
      <p>{m.registry_is_secret()}</p>
      <p className="mt-1">
        <Link to={`${paths.registryGifts(id)}#surprise`} look="weight">
          {m.gift_secret_change()}
        </Link>
      </p>
    </Notice>
  )
}

/** What can still be had, until when, and the two ways to all of it. */
function Summary({ id, money }: { id: string; money: Collected }) {
  const words = summaryWords(money.may_redeem)
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
        <Link to={paths.moneyStatement(id)} look="weight">
          {m.giftcard_statement()}
        </Link>
      </div>
      {!money.may_redeem && <p className="text-sm text-soft">{m.giftcard_owner_only()}</p>}
    </div>
  )
}

function Working({ id }: { id: string }) {
  return (
    <Notice title={m.giftcard_working()}>
      <p role="status">{m.giftcard_working_text()}</p>
      <p className="js:hidden">
        <Link to={paths.collectedGiftCards(id)} look="text">
          {m.giftcard_look_again()}
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
