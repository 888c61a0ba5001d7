import { Suspense, useEffect } from 'react'
import { Outlet, type ShouldRevalidateFunctionArgs, useSearchParams } from 'react-router'
import { paths } from '../../../base/paths.ts'
import { keepNamesTogether } from '../../../base/text.ts'
import { m } from '../../../paraglide/messages.js'
import { useDoneMessage } from '../../../registry/pages/done-message.ts'
import { EventPhoto } from '../../../registry/pages/photo/event-photo.tsx'
import { deleteRegistryDraft } from '../../../registry/pages/registry-draft.tsx'
import { ShareLink } from '../../../registry/pages/share-link.tsx'
import type { RegistryView } from '../../../registry/registry.contract.ts'
import { useTrackEvent } from '../../../ui/browser/analytics.ts'
import { lazyWithRetry } from '../../../ui/browser/lazy-retry.tsx'
import { ButtonLink } from '../../../ui/form/button.tsx'
import { ProductTile } from '../../../ui/media/product-tile.tsx'
import { PageDialog } from '../../../ui/overlay/page-dialog.tsx'
import { Link, linkClasses, useLocalizedHref } from '../../../ui/page/link.tsx'
import { Page } from '../../../ui/page/page.tsx'
import { pageContext } from '../../../ui/page/page-context.ts'
import { buildPageMeta } from '../../../ui/page/page-meta.ts'
import { Notice } from '../../../ui/text/facts.tsx'
import { Money } from '../../../ui/text/formatted-text.tsx'
import type { GiftView } from '../../gift.contract.ts'
import { findSparsePriceBands, giftCardType, priceBands, type UnitsByPriceBand } from '../../gift.rules.ts'
import { chosenValues } from '../../list.rules.ts'
import { giftCountText, priceBandLabels } from '../gift-text.ts'
import { GiftMarks, SurpriseRegistryNotice } from '../host-parts.tsx'
import type { Route } from './+types/add-gifts-page'
import { type AddGiftsData, type GiftStatistics, loadAddGiftsData } from './add-gifts-data.ts'
import { ProductFilters } from './product-filters.tsx'
import { ProductGrid } from './product-grid.tsx'
import { formatProductQuery, priceBandQuery } from './product-query.ts'

export function loader({ request, context, params }: Route.LoaderArgs) {
  return loadAddGiftsData(context.get(pageContext), request, params.id)
}

/** Opening a product's dialog or closing a notice doesn't reload. */
export function shouldRevalidate(next: ShouldRevalidateFunctionArgs) {
  const searched = ({ pathname, searchParams }: URL) =>
    pathname + formatProductQuery(searchParams) + (searchParams.get('lang') ?? '')
  const isSameSearch =
    searched(next.currentUrl) === searched(next.nextUrl) && next.currentUrl.href !== next.nextUrl.href
  return isSameSearch && !next.formMethod ? false : next.defaultShouldRevalidate
}

export function meta({ loaderData, params }: Route.MetaArgs) {
  if (!loaderData) return []
  const title = m.common_add_gifts()
  return buildPageMeta({ ...loaderData, title, path: paths.addGifts(params.id), noindex: true })
}

export default function AddGiftsPage({ loaderData }: Route.ComponentProps) {
  const { registry, giftCounts } = loaderData
  const [searchParams] = useSearchParams()
  const isCreated = searchParams.get('done') === 'created'
  const done = useDoneMessage({ added: m.gift_added, removed: m.gift_removed })
  useEffect(() => {
    if (isCreated) deleteRegistryDraft()
  }, [isCreated])
  return (
    <Page
      title={m.common_add_gifts()}
      dense
      lead={
        <span className="flex flex-wrap gap-x-4">
          <Link to={paths.registry(registry.id)} variant="text" className="target wrap-anywhere">
            {keepNamesTogether(registry.registry_name)}
          </Link>
          <a href="#your-gifts" className={`target lg:hidden ${linkClasses.strong}`}>
            {giftCountText(giftCounts)}
          </a>
        </span>
      }
      aside={
        <ButtonLink to={paths.registry(registry.id)} kind="outline" className="max-sm:hidden">
          {m.gift_view_registry()}
        </ButtonLink>
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
          <GiftStatisticsPanel {...loaderData} />
          <WishedGifts {...loaderData} />
          <ShareLink id={registry.id} />
        </aside>
      </div>
      {isCreated && <RegistryCreatedDialog registry={registry} />}
      <Outlet />
    </Page>
  )
}

/** 'Registry Created' (R201): leads to the first gift and a photo; address and QR code are behind “Share”. */
function RegistryCreatedDialog({ registry }: { registry: RegistryView }) {
  const back = paths.addGifts(registry.id)
  const qrHref = useLocalizedHref(paths.registryQr(registry.id, 'svg'))
  useTrackEvent('create_registry', { event_type: registry.type_info.slug })
  return (
    <PageDialog labelledBy="created-title" back={back}>
      <div className="flex flex-col gap-6">
        <div className="grid items-center gap-x-8 gap-y-4 sm:grid-cols-[auto_1fr]">
          <EventPhoto type={registry.type_info} photo={registry.portrait} />
          <div className="flex flex-col gap-3">
            <div id="created-title" className="pr-10">
              <p className="font-semibold text-olive">{m.registry_created_title()}</p>
              <h2 className="text-[2rem] leading-tight">{m.common_your_registry_is_ready()}</h2>
            </div>
            <p className="wrap-anywhere">
              {m.registry_created_text({ name: keepNamesTogether(registry.registry_name) })}
            </p>
          </div>
        </div>
        <div className="dialog-actions">
          <ButtonLink to={back}>{m.registry_created_first()}</ButtonLink>
          {!registry.portrait && (
            <ButtonLink to={paths.editRegistry(registry.id)} kind="outline">
              {m.registry_created_photo()}
            </ButtonLink>
          )}
        </div>
        <details>
          <summary className={`min-h-11 w-fit cursor-pointer content-center ${linkClasses.strong}`}>
            {m.registry_share()}
          </summary>
          <div className="mt-3 grid gap-x-8 gap-y-4 sm:grid-cols-[1fr_auto]">
            <ShareLink id={registry.id} />
            <img
              src={qrHref}
              alt={m.invitation_qr_alt()}
              width={144}
              height={144}
              loading="lazy"
              className="size-36 rounded-field border border-line"
            />
          </div>
        </details>
      </div>
    </PageDialog>
  )
}

function WishedGifts({
  latestGifts,
  giftCounts,
  registry,
}: Pick<AddGiftsData, 'latestGifts' | 'giftCounts' | 'registry'>) {
  const managePath = paths.manageGifts(registry.id)
  return (
    <section id="your-gifts" className="scroll-mt-24">
      <h2 className="text-2xl">{m.gift_yours({ gifts: giftCountText(giftCounts) })}</h2>
      {latestGifts.length === 0 ? (
        <p className="mt-2 text-soft">{m.gift_yours_none()}</p>
      ) : (
        <>
          <ul className="mt-2 divide-y divide-line">
            {latestGifts.map(gift => (
              <WishedGift key={gift.id} gift={gift} managePath={managePath} />
            ))}
          </ul>
          <ButtonLink to={managePath} kind="outline" className="mt-4">
            {m.gift_manage_all()}
          </ButtonLink>
        </>
      )}
    </section>
  )
}

function WishedGift({ gift, managePath }: { gift: GiftView; managePath: string }) {
  const options = chosenValues(gift).join(', ')
  return (
    <li className="flex gap-4 py-4">
      <ProductTile
        image={gift.image}
        tile={gift.tile}
        given={gift.state === 'given'}
        className="size-16 shrink-0"
      />
      <div className="min-w-0 flex-1">
        <p className="leading-snug font-semibold">{gift.name}</p>
        <p className="text-sm text-soft">
          {options && `${options}\u00a0· `}
          {gift.quantity > 1 && `${gift.quantity} × `}
          {gift.type === giftCardType
            ? m.gift_card_none()
            : gift.unavailable_reason !== 'price' && <Money cents={gift.price} />}
        </p>
        <GiftMarks gift={gift} />
        <p className="mt-0.5 flex gap-5 text-sm">
          <Link
            to={`${managePath}?change=${gift.id}`}
            variant="text"
            className="reach"
            aria-label={m.gift_change_this({ name: gift.name })}
          >
            {m.gift_change()}
          </Link>
          <Link
            to={`${managePath}?remove=${gift.id}`}
            variant="text"
            className="reach"
            aria-label={m.common_remove_this({ name: gift.name })}
          >
            {m.common_remove()}
          </Link>
        </p>
      </div>
    </li>
  )
}

const PricePlot = lazyWithRetry(() => import('./price-plot.tsx'))

/** Units by price band, and the bands with too few open units (R313). In surprise mode only the units wished for (R221). */
function GiftStatisticsPanel({
  statistics,
  plot,
  registry,
}: Pick<AddGiftsData, 'statistics' | 'plot' | 'registry'>) {
  const givenRows: [string, UnitsByPriceBand][] = [
    [m.common_given(), statistics.purchased],
    [m.gift_statistic_available(), statistics.available],
  ]
  const rows: [string, UnitsByPriceBand][] = [
    [m.common_wished_for(), statistics.added],
    ...(registry.secret ? [] : givenRows),
  ]
  return (
    <div>
      <Hints statistics={statistics} registryId={registry.id} />
      {plot && (
        <div className="mt-4">
          <Suspense>
            <PricePlot plot={plot} />
          </Suspense>
        </div>
      )}
      <details>
        <summary className={`min-h-11 w-fit cursor-pointer content-center ${linkClasses.text}`}>
          {m.gift_statistic_table()}
        </summary>
        <p className="mt-1 text-sm text-soft">
          {m.common_gift_count({ count: statistics.gift_items + statistics.group_gifting_items })}
          {statistics.group_gifting_items > 0 &&
            `\u00a0· ${m.gift_count_group({ count: statistics.group_gifting_items })}`}
        </p>
        <UnitsTable rows={rows} />
      </details>
    </div>
  )
}

function UnitsTable({ rows }: { rows: [string, UnitsByPriceBand][] }) {
  return (
    <table className="mt-3 w-full text-sm">
      <thead>
        <tr className="border-b border-line text-soft">
          <th scope="col" className="py-2 text-left font-normal">
            {m.common_price()}
          </th>
          {rows.map(([name]) => (
            <th key={name} scope="col" className="py-2 pl-1.5 text-right font-normal sm:pl-3">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {priceBands.map(({ field }) => (
          <tr key={field} className="border-b border-line">
            <th scope="row" className="py-2 text-left font-semibold sm:whitespace-nowrap">
              {priceBandLabels[field]()}
            </th>
            {rows.map(([name, units]) => (
              <td key={name} className="py-2 pl-1.5 text-right tabular-nums sm:pl-3">
                {units[field]}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** Names the first price band with too few open units, with a link to products of that price. */
function Hints({ statistics, registryId }: { statistics: GiftStatistics; registryId: string }) {
  const [sparse] = findSparsePriceBands(statistics)
  if (statistics.gift_items + statistics.group_gifting_items === 0) return null
  if (!sparse) return <p className="font-semibold text-olive">{m.gift_hint_full()}</p>
  const label = priceBandLabels[sparse.band.field]()
  return (
    <p>
      {sparse.openUnits === 0
        ? m.gift_hint_none({ band: label })
        : m.gift_hint_few({ band: label, count: sparse.openUnits })}{' '}
      <Link
        to={`${paths.addGifts(registryId)}?${priceBandQuery(sparse.band)}`}
        variant="strong"
        className="whitespace-nowrap"
        aria-label={m.gift_hint_look_at({ band: label })}
      >
        {m.gift_hint_look()}
      </Link>
    </p>
  )
}
