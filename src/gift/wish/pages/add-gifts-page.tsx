import { useEffect } from 'react'
import { Outlet, type ShouldRevalidateFunctionArgs, useSearchParams } from 'react-router'
import { paths } from '../../../base/paths.ts'
import { m } from '../../../paraglide/messages.js'
import { useDoneMessage } from '../../../registry/registry/pages/done-message.ts'
import { deleteRegistryDraft } from '../../../registry/registry/pages/registry-draft.ts'
import { ShareLink } from '../../../registry/registry/pages/share-link.tsx'
import { ButtonLink } from '../../../ui/form/button.tsx'
import { Link, linkClasses } from '../../../ui/page/link.tsx'
import { Page } from '../../../ui/page/page.tsx'
import { pageContext } from '../../../ui/page/page-context.ts'
import { buildPageMeta } from '../../../ui/page/page-meta.ts'
import { Notice } from '../../../ui/text/notice.tsx'
import { giftCountText } from '../../gift/pages/gift-count-text.ts'
import { SurpriseRegistryNotice } from '../../manage/pages/surprise-notice.tsx'
import type { Route } from './+types/add-gifts-page'
import { loadAddGiftsData } from './add-gifts-data.ts'
import { GiftStatisticsPanel } from './gift-statistics-panel.tsx'
import { ProductFilters } from './product-filters.tsx'
import { ProductGrid } from './product-grid.tsx'
import { formatProductQuery } from './product-query.ts'
import { RegistryCreatedDialog } from './registry-created-dialog.tsx'
import { WishedGifts } from './wished-gifts.tsx'

export function loader({ request, context, params }: Route.LoaderArgs) {
  return loadAddGiftsData(context.get(pageContext), request, params.id)
}

/** Opening a product's dialog or closing a notice loads nothing again. */
export function shouldRevalidate(next: ShouldRevalidateFunctionArgs) {
  const searched = ({ pathname, searchParams }: URL) =>
    pathname + formatProductQuery(searchParams) + (searchParams.get('lang') ?? '')
  const isSameSearch =
    searched(next.currentUrl) === searched(next.nextUrl) && next.currentUrl.href !== next.nextUrl.href
  return isSameSearch && !next.formMethod ? false : next.defaultShouldRevalidate
}

export function meta({ loaderData, params }: Route.MetaArgs) {
  if (!loaderData) return []
  const { language, site } = loaderData
  return buildPageMeta({
    title: m.common_add_gifts(),
    path: paths.addGifts(params.id),
    language,
    site,
    noindex: true,
  })
}

export default function AddGiftsPage({ loaderData }: Route.ComponentProps) {
  const { registry, giftCounts, statistics } = loaderData
  const [searchParams] = useSearchParams()
  const isCreated = searchParams.get('done') === 'created'
  const done = useDoneMessage({ added: m.gift_added, removed: m.gift_removed })
  useEffect(() => {
    if (isCreated) deleteRegistryDraft()
  }, [isCreated])
  return (
    <Page
      title={m.common_add_gifts()}
      lead={
        <Link to={paths.editRegistry(registry.id)} variant="text" className="wrap-anywhere">
          {registry.registry_name}
        </Link>
      }
      aside={
        <div className="flex flex-wrap gap-3">
          <a href="#your-gifts" className={`self-center lg:hidden ${linkClasses.strong}`}>
            {m.gift_yours({ gifts: giftCountText(giftCounts) })}
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
      {registry.secret && <SurpriseRegistryNotice registry={registry} />}
      <div className="grid grid-cols-1 gap-x-10 gap-y-12 lg:grid-cols-[minmax(0,1fr)_17rem]">
        <div className="min-w-0">
          <ProductFilters {...loaderData} />
          <ProductGrid {...loaderData} />
        </div>
        <aside
          className="flex flex-col gap-10"
          aria-label={m.gift_yours({ gifts: giftCountText(giftCounts) })}
        >
          <GiftStatisticsPanel statistics={statistics} registry={registry} />
          <WishedGifts {...loaderData} />
          <ShareLink id={registry.id} />
        </aside>
      </div>
      {isCreated && <RegistryCreatedDialog registry={registry} />}
      <Outlet />
    </Page>
  )
}
