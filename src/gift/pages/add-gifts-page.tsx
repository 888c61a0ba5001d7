import { useEffect } from 'react'
import { data, Outlet, redirect, type ShouldRevalidateFunctionArgs, useSearchParams } from 'react-router'
import { inLanguage, paths } from '../../base/paths.ts'
import { categoryTree, searchProducts } from '../../catalogue/contract.ts'
import { m } from '../../paraglide/messages.js'
import { useDone } from '../../registry/pages/done-toast.ts'
import { dropDraft, valuesOf } from '../../registry/pages/draft.ts'
import { hostRegistry } from '../../registry/pages/own-registry.ts'
import { ShareBlock } from '../../registry/pages/share-block.tsx'
import { attempt, orErrorPage } from '../../ui/attempt.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { type PageVisit, pageVisit } from '../../ui/context.ts'
import { pageMeta } from '../../ui/meta.ts'
import { Notice } from '../../ui/notice.tsx'
import { Page } from '../../ui/page.tsx'
import { changeGift, removeGift, showGifts, showStatistic } from '../contract.ts'
import type { Route } from './+types/add-gifts-page'
import { askedOf, askedQuery } from './asked.ts'
import { ChangeDialog, RemoveDialog } from './change-dialogs.tsx'
import { CreatedDialog } from './created-dialog.tsx'
import { ProductFilters } from './product-filters.tsx'
import { ProductGrid } from './product-grid.tsx'
import { StatisticPanel } from './statistic-panel.tsx'
import { WishedGifts } from './wished-gifts.tsx'

/** The shop's products as asked for in the address, and the registry so far; its owner's alone. */
export async function loader({ request, context, params }: Route.LoaderArgs) {
  const visit = context.get(pageVisit)
  const { call, language, site } = visit
  const registry = await hostRegistry(visit, request, params.id)
  const asked = askedOf(new URL(request.url).searchParams)
  const [categories, gifts, statistic] = await orErrorPage(
    Promise.all([
      call(categoryTree, { lang: language }),
      call(showGifts, { registry_id: registry.id, lang: language }),
      call(showStatistic, { registry_id: registry.id }),
    ]),
  )
  const found = await attempt(() => call(searchProducts, { ...asked, lang: language } as never))
  return { registry, asked, categories, found, gifts: gifts.data, statistic, language, site }
}

export type AddGiftsData = Awaited<ReturnType<typeof loader>>

/** Changes or removes a gift that is already wished for. */
export async function action({ request, context, params }: Route.ActionArgs) {
  const visit = context.get(pageVisit)
  const registry = await hostRegistry(visit, request, params.id)
  const { intent, ...values } = valuesOf(await request.formData())
  const isRemoval = intent === 'remove'
  const { refused } = await attempt(() => doIt(visit, isRemoval, values))
  if (refused) return data({ ...refused, values }, { status: refused.status })
  const query = askedQuery(new URL(request.url).searchParams, { done: isRemoval ? 'removed' : 'changed' })
  throw redirect(inLanguage(paths.addGifts(registry.id) + query, visit.language))
}

function doIt({ call }: PageVisit, isRemoval: boolean, values: Record<string, string>): Promise<object> {
  const gift_id = values.gift_id ?? ''
  return isRemoval ? call(removeGift, { gift_id }) : call(changeGift, { ...values, gift_id } as never)
}

/** Opening a question or closing a notice asks the server nothing. */
export function shouldRevalidate(next: ShouldRevalidateFunctionArgs) {
  const core = ({ pathname, searchParams }: URL) =>
    pathname + askedQuery(searchParams) + (searchParams.get('lang') ?? '')
  const same = core(next.currentUrl) === core(next.nextUrl) && next.currentUrl.href !== next.nextUrl.href
  return same && !next.formMethod ? false : next.defaultShouldRevalidate
}

export function meta({ loaderData, params }: Route.MetaArgs) {
  if (!loaderData) return []
  const { language, site } = loaderData
  return pageMeta({
    title: m.gift_add_title(),
    path: paths.addGifts(params.id),
    language,
    site,
    hidden: true,
  })
}

export default function AddGiftsPage({ loaderData, actionData }: Route.ComponentProps) {
  const { registry, gifts, statistic } = loaderData
  const [query] = useSearchParams()
  const back = paths.addGifts(registry.id) + askedQuery(query)
  const isCreated = query.get('done') === 'created'
  const done = useDone({
    added: m.gift_added,
    removed: m.gift_removed,
    changed: m.gift_changed,
  })
  useEffect(() => {
    if (isCreated) dropDraft()
  }, [isCreated])
  const asked = (name: string) => gifts.find(gift => String(gift.id) === query.get(name))
  const changing = asked('change')
  const removing = asked('remove')
  return (
    <Page
      title={m.gift_add_title()}
      lead={registry.registry_name}
      aside={
        <div className="flex flex-wrap gap-3">
          <a
            href="#your-gifts"
            className="self-center font-semibold text-pomegranate underline underline-offset-4 lg:hidden"
          >
            {m.gift_yours({ count: gifts.length })}
          </a>
          <ButtonLink to={paths.registry(registry.id)} kind="outline">
            {m.gift_view_registry()}
          </ButtonLink>
        </div>
      }
    >
      {done && (
        <div className="mb-6 js:hidden">
          <Notice tone="done" title={done} />
        </div>
      )}
      <div className="grid gap-x-12 gap-y-14 lg:grid-cols-[1fr_21rem]">
        <div className="min-w-0">
          <ProductFilters {...loaderData} />
          <ProductGrid {...loaderData} />
        </div>
        <aside className="flex flex-col gap-10" aria-label={m.gift_yours({ count: gifts.length })}>
          <StatisticPanel statistic={statistic} />
          <WishedGifts gifts={gifts} />
          <ShareBlock id={registry.id} />
        </aside>
      </div>
      {isCreated && <CreatedDialog registry={registry} />}
      {changing && <ChangeDialog gift={changing} back={back} answer={actionData} />}
      {removing && <RemoveDialog gift={removing} back={back} answer={actionData} />}
      <Outlet />
    </Page>
  )
}
