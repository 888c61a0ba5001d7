import { useEffect } from 'react'
import { Outlet, type ShouldRevalidateFunctionArgs, useSearchParams } from 'react-router'
import { paths } from '../../base/paths.ts'
import { categoryTree, searchProducts } from '../../catalogue/contract.ts'
import { m } from '../../paraglide/messages.js'
import { useDone } from '../../registry/pages/done-toast.ts'
import { dropDraft } from '../../registry/pages/draft.ts'
import { hostRegistry } from '../../registry/pages/own-registry.ts'
import { ShareBlock } from '../../registry/pages/share-block.tsx'
import { attempt, orErrorPage } from '../../ui/attempt.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { pageVisit } from '../../ui/context.ts'
import { Link } from '../../ui/link.tsx'
import { pageMeta } from '../../ui/meta.ts'
import { Notice } from '../../ui/notice.tsx'
import { Page } from '../../ui/page.tsx'
import { showGifts, showStatistic } from '../contract.ts'
import type { Route } from './+types/add-gifts-page'
import { askedOf, askedQuery } from './asked.ts'
import { CreatedDialog } from './created-dialog.tsx'
import { ProductFilters } from './product-filters.tsx'
import { ProductGrid } from './product-grid.tsx'
import { SecretNotice } from './secret-notice.tsx'
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

export default function AddGiftsPage({ loaderData }: Route.ComponentProps) {
  const { registry, gifts, statistic } = loaderData
  const [query] = useSearchParams()
  const isCreated = query.get('done') === 'created'
  const done = useDone({ added: m.gift_added })
  useEffect(() => {
    if (isCreated) dropDraft()
  }, [isCreated])
  return (
    <Page
      title={m.gift_add_title()}
      lead={
        <Link to={paths.editRegistry(registry.id)} look="text" className="wrap-anywhere">
          {registry.registry_name}
        </Link>
      }
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
      {registry.secret && <SecretNotice registry={registry} />}
      <div className="grid grid-cols-1 gap-x-12 gap-y-14 lg:grid-cols-[minmax(0,1fr)_21rem]">
        <div className="min-w-0">
          <ProductFilters {...loaderData} />
          <ProductGrid {...loaderData} />
        </div>
        <aside className="flex flex-col gap-10" aria-label={m.gift_yours({ count: gifts.length })}>
          <StatisticPanel statistic={statistic} registry={registry} />
          <WishedGifts gifts={gifts} registryId={registry.id} />
          <ShareBlock id={registry.id} />
        </aside>
      </div>
      {isCreated && <CreatedDialog registry={registry} />}
      <Outlet />
    </Page>
  )
}
